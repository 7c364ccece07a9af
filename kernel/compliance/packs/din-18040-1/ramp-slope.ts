/** @module ramp-slope: slope of a ramp (DIN-18040-1, 4.3.8). */
import { aRamp } from '../../examples/ramps.ts';
import { asFloor, rampSlope } from '../../measures/ramps.ts';
import { atMost, percent } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { din } from '../sources.ts';

export const dinRampSlope = defineRule({
  id: 'DIN-18040-1.ramp-slope',
  title: 'Slope of a ramp',
  source: din('4.3.8', 'L'),
  subject: 'ramp',
  parameters: { most: percent(6), level: percent(3) },
  check: (ramp, run, { most, level }) =>
    asFloor(run, ramp.id, level.value) ??
    atMost(rampSlope.of(run, ramp.id), most, 'make the ramp longer for the same rise'),
  examples: {
    limit: aRamp({ rise: 360, run: 6000 }, 'a rise of 360 mm over 6 m: 6 %'),
    beyond: aRamp({ rise: 361, run: 6000 }, 'a rise of 361 mm over 6 m'),
    not_applicable: aRamp({ rise: 180, run: 6000 }, 'a floor that rises by 3 %'),
  },
});
