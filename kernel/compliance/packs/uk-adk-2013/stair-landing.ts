/** @module stair-landing: landing of a stair outside dwellings (UK-ADK-2013, 1.23). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { homeOrPlant } from '../../measures/served.ts';
import { stairLanding } from '../../measures/stairs.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adk } from '../sources.ts';

export const adkStairLanding = defineRule({
  id: 'UK-ADK-2013.stair-landing',
  title: 'Landing of a stair outside dwellings',
  source: adk('1.23', 'H'),
  subject: 'stair',
  reach: 'storey',
  parameters: { least: mm(1200) },
  check: (stair, run, { least }) =>
    homeOrPlant(run, stair) ??
    atLeast(
      stairLanding.of(run, stair.id),
      least,
      'leave more floor free at the foot and the head of the flight',
    ),
  examples: {
    limit: aStair({ rooms: [roomAbove('office')], landing: 1200 }, 'landings of 1,200 mm'),
    beyond: aStair({ rooms: [roomAbove('office')], landing: 1199 }, 'landings of 1,199 mm'),
    not_applicable: aStair({ rooms: [roomAbove('living')] }, 'a stair in a home'),
  },
});
