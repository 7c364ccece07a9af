/** @module ramp-rise: rise of a ramp between landings (UK-ADM, 1.26, Table 1). */
import { aRamp } from '../../examples/ramps.ts';
import { asFloor, rampRise } from '../../measures/ramps.ts';
import { atMost, mm, percent } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adm } from '../sources.ts';

export const admRampRise = defineRule({
  id: 'UK-ADM.ramp-rise',
  title: 'Rise of a ramp between landings',
  source: adm('1.26, Table 1', 'H'),
  subject: 'ramp',
  parameters: { most: mm(500), level: percent(5) },
  check: (ramp, run, { most, level }) =>
    asFloor(run, ramp.id, level.value) ??
    atMost(rampRise.of(run, ramp.id), most, 'divide the ramp by a landing'),
  examples: {
    limit: aRamp({ rise: 500 }, 'a rise of 500 mm'),
    beyond: aRamp({ rise: 501 }, 'a rise of 501 mm'),
    not_applicable: aRamp({ rise: 300, run: 6000 }, 'a floor that rises by 5 %'),
  },
});
