/** @module ramp-width: width of a ramp (UK-ADM, 1.26). */
import { aRamp } from '../../examples/ramps.ts';
import { asFloor, rampClearWidth } from '../../measures/ramps.ts';
import { atLeast, mm, percent } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adm } from '../sources.ts';

export const admRampWidth = defineRule({
  id: 'UK-ADM.ramp-width',
  title: 'Width of a ramp',
  source: adm('1.26', 'H'),
  subject: 'ramp',
  parameters: { least: mm(1500), level: percent(5) },
  check: (ramp, run, { least, level }) =>
    asFloor(run, ramp.id, level.value) ??
    atLeast(
      rampClearWidth.of(run, ramp.id),
      least,
      'make the ramp wider, or take away what reaches into it',
    ),
  examples: {
    limit: aRamp({ rise: 400, width: 1500 }, 'a ramp of 1,500 mm width'),
    beyond: aRamp({ rise: 400, width: 1499 }, 'a ramp of 1,499 mm width'),
    not_applicable: aRamp({ rise: 300, run: 6000 }, 'a floor that rises by 5 %'),
  },
});
