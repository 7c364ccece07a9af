/** @module ramp-slope: slope of a ramp (ADA-2010, 405.2). */
import { aRamp } from '../../examples/ramps.ts';
import { asFloor, rampSlope } from '../../measures/ramps.ts';
import { atMost, percent } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ada } from '../sources.ts';

export const adaRampSlope = defineRule({
  id: 'ADA-2010.ramp-slope',
  title: 'Slope of a ramp',
  source: ada('405.2', 'M'),
  subject: 'ramp',
  parameters: { most: percent(100 / 12), level: percent(5) },
  check: (ramp, run, { most, level }) =>
    asFloor(run, ramp.id, level.value) ??
    atMost(rampSlope.of(run, ramp.id), most, 'make the ramp longer for the same rise'),
  examples: {
    limit: aRamp({ rise: 500, run: 6000 }, 'a rise of 500 mm over 6 m: 1:12'),
    beyond: aRamp({ rise: 501, run: 6000 }, 'a rise of 501 mm over 6 m'),
    not_applicable: aRamp({ rise: 300, run: 6000 }, 'a floor that rises by 5 %'),
  },
});
