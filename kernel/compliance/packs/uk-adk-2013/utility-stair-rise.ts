/** @module utility-stair-rise: greatest rise of a utility stair (UK-ADK-2013, Table 1.1). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { unlessPlant } from '../../measures/served.ts';
import { stairRiserGreatest } from '../../measures/stairs.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adk } from '../sources.ts';

export const adkUtilityStairRise = defineRule({
  id: 'UK-ADK-2013.utility-stair-rise',
  title: 'Greatest rise of a utility stair',
  source: adk('Table 1.1', 'H'),
  subject: 'stair',
  reach: 'storey',
  parameters: { most: mm(190) },
  check: (stair, run, { most }) =>
    unlessPlant(run, stair) ??
    atMost(
      stairRiserGreatest.of(run, stair.id),
      most,
      'use lower risers: more steps for the same rise',
    ),
  examples: {
    limit: aStair(
      { rooms: [roomAbove('plant')], riser: 190 },
      'a utility stair with rises of 190 mm',
    ),
    beyond: aStair(
      { rooms: [roomAbove('plant')], riser: 190.1 },
      'a utility stair with rises of 190.1 mm',
    ),
    not_applicable: aStair({ rooms: [roomAbove('office')] }, 'a stair to an office'),
  },
});
