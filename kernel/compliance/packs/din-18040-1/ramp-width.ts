/** @module ramp-width: clear width of a ramp (DIN-18040-1, 4.3.8). */
import { aRamp } from '../../examples/ramps.ts';
import { asFloor, rampClearWidth } from '../../measures/ramps.ts';
import { atLeast, mm, percent } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { din } from '../sources.ts';

export const dinRampWidth = defineRule({
  id: 'DIN-18040-1.ramp-width',
  title: 'Clear width of a ramp',
  source: din('4.3.8', 'L'),
  subject: 'ramp',
  parameters: { least: mm(1200), level: percent(3) },
  check: (ramp, run, { least, level }) =>
    asFloor(run, ramp.id, level.value) ??
    atLeast(
      rampClearWidth.of(run, ramp.id),
      least,
      'make the ramp wider, or take away what reaches into it',
    ),
  examples: {
    limit: aRamp({ width: 1200 }, 'a ramp of 1,200 mm width'),
    beyond: aRamp({ width: 1199 }, 'a ramp of 1,199 mm width'),
    not_applicable: aRamp({ rise: 180, run: 6000 }, 'a floor that rises by 3 %'),
  },
});
