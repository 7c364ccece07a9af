/** @module ramp-run: length of a ramp between landings (DIN-18040-1, 4.3.8). */
import { aRamp } from '../../examples/ramps.ts';
import { asFloor, rampRun } from '../../measures/ramps.ts';
import { atMost, mm, percent } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { din } from '../sources.ts';

export const dinRampRun = defineRule({
  id: 'DIN-18040-1.ramp-run',
  title: 'Length of a ramp between landings',
  source: din('4.3.8', 'L'),
  subject: 'ramp',
  parameters: { most: mm(6000), level: percent(3) },
  check: (ramp, run, { most, level }) =>
    asFloor(run, ramp.id, level.value) ??
    atMost(rampRun.of(run, ramp.id), most, 'divide the ramp by a landing'),
  examples: {
    limit: aRamp({ rise: 360, run: 6000 }, 'a ramp of 6 m'),
    beyond: aRamp({ rise: 360, run: 6001 }, 'a ramp of 6,001 mm'),
    not_applicable: aRamp({ rise: 180, run: 6000 }, 'a floor that rises by 3 %'),
  },
});
