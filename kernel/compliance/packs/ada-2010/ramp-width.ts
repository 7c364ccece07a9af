/** @module ramp-width: clear width of a ramp (ADA-2010, 405.5). */
import { aRamp } from '../../examples/ramps.ts';
import { asFloor, rampClearWidth } from '../../measures/ramps.ts';
import { atLeast, mm, percent } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ada } from '../sources.ts';

export const adaRampWidth = defineRule({
  id: 'ADA-2010.ramp-width',
  title: 'Clear width of a ramp',
  source: ada('405.5', 'H'),
  subject: 'ramp',
  parameters: { least: mm(915), level: percent(5) },
  check: (ramp, run, { least, level }) =>
    asFloor(run, ramp.id, level.value) ??
    atLeast(
      rampClearWidth.of(run, ramp.id),
      least,
      'make the ramp wider, or take away what reaches into it',
    ),
  examples: {
    limit: aRamp({ rise: 400, width: 915 }, 'a ramp of 915 mm width'),
    beyond: aRamp({ rise: 400, width: 914 }, 'a ramp of 914 mm width'),
    not_applicable: aRamp({ rise: 300, run: 6000 }, 'a floor that rises by 5 %'),
  },
});
