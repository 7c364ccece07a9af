/** @module ramp-rise: rise of a ramp between landings (ADA-2010, 405.6). */
import { aRamp } from '../../examples/ramps.ts';
import { asFloor, rampRise } from '../../measures/ramps.ts';
import { atMost, mm, percent } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ada } from '../sources.ts';

export const adaRampRise = defineRule({
  id: 'ADA-2010.ramp-rise',
  title: 'Rise of a ramp between landings',
  source: ada('405.6', 'M'),
  subject: 'ramp',
  parameters: { most: mm(760), level: percent(5) },
  check: (ramp, run, { most, level }) =>
    asFloor(run, ramp.id, level.value) ??
    atMost(rampRise.of(run, ramp.id), most, 'divide the ramp by a landing'),
  examples: {
    limit: aRamp({ rise: 760, run: 9500 }, 'a rise of 760 mm'),
    beyond: aRamp({ rise: 761, run: 9500 }, 'a rise of 761 mm'),
    not_applicable: aRamp({ rise: 300, run: 6000 }, 'a floor that rises by 5 %'),
  },
});
