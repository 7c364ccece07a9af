/** @module ramp-landing: landings of a ramp (ADA-2010, 405.7). */
import { aRamp } from '../../examples/ramps.ts';
import { asFloor, rampLanding } from '../../measures/ramps.ts';
import { atLeast, mm, percent } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ada } from '../sources.ts';

export const adaRampLanding = defineRule({
  id: 'ADA-2010.ramp-landing',
  title: 'Landings of a ramp',
  source: ada('405.7', 'M'),
  subject: 'ramp',
  parameters: { least: mm(1525), level: percent(5) },
  check: (ramp, run, { least, level }) =>
    asFloor(run, ramp.id, level.value) ??
    atLeast(rampLanding.of(run, ramp.id), least, 'leave more floor free at both ends of the ramp'),
  examples: {
    limit: aRamp({ rise: 400, landing: 1525 }, 'landings of 1,525 mm'),
    beyond: aRamp({ rise: 400, landing: 1524 }, 'landings of 1,524 mm'),
    not_applicable: aRamp({ rise: 300, run: 6000 }, 'a floor that rises by 5 %'),
  },
});
