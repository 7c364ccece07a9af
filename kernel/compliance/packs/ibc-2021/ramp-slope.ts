/** @module ramp-slope: slope of a ramp (IBC-2021, 1012.2). */
import { aRamp } from '../../examples/ramps.ts';
import { asFloor, rampSlope } from '../../measures/ramps.ts';
import { atMost, percent } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcRampSlope = defineRule({
  id: 'IBC-2021.ramp-slope',
  title: 'Slope of a ramp',
  source: ibc('1012.2', 'L'),
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
