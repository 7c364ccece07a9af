/** @module ramp-landing: landings of a ramp (DIN-18040-1, 4.3.8). */
import { aRamp } from '../../examples/ramps.ts';
import { asFloor, rampLanding } from '../../measures/ramps.ts';
import { atLeast, mm, percent } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { din } from '../sources.ts';

export const dinRampLanding = defineRule({
  id: 'DIN-18040-1.ramp-landing',
  title: 'Landings of a ramp',
  source: din('4.3.8', 'L'),
  subject: 'ramp',
  parameters: { least: mm(1500), level: percent(3) },
  check: (ramp, run, { least, level }) =>
    asFloor(run, ramp.id, level.value) ??
    atLeast(rampLanding.of(run, ramp.id), least, 'leave more floor free at both ends of the ramp'),
  examples: {
    limit: aRamp({ landing: 1500 }, 'landings of 1,500 mm'),
    beyond: aRamp({ landing: 1499 }, 'landings of 1,499 mm'),
    not_applicable: aRamp({ rise: 180, run: 6000 }, 'a floor that rises by 3 %'),
  },
});
