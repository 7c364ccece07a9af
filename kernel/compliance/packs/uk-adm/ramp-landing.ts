/** @module ramp-landing: landings of a ramp (UK-ADM, 1.26). */
import { aRamp } from '../../examples/ramps.ts';
import { asFloor, rampLanding } from '../../measures/ramps.ts';
import { atLeast, mm, percent } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adm } from '../sources.ts';

export const admRampLanding = defineRule({
  id: 'UK-ADM.ramp-landing',
  title: 'Landings of a ramp',
  source: adm('1.26', 'H'),
  subject: 'ramp',
  parameters: { least: mm(1200), level: percent(5) },
  check: (ramp, run, { least, level }) =>
    asFloor(run, ramp.id, level.value) ??
    atLeast(rampLanding.of(run, ramp.id), least, 'leave more floor free at both ends of the ramp'),
  examples: {
    limit: aRamp({ rise: 400, landing: 1200 }, 'landings of 1,200 mm'),
    beyond: aRamp({ rise: 400, landing: 1199 }, 'landings of 1,199 mm'),
    not_applicable: aRamp({ rise: 300, run: 6000 }, 'a floor that rises by 5 %'),
  },
});
