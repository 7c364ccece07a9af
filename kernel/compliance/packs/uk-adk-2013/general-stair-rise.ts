/** @module general-stair-rise: greatest rise of a general access stair (UK-ADK-2013, Table 1.1). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { homeOrPlant } from '../../measures/served.ts';
import { stairRiserGreatest } from '../../measures/stairs.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adk } from '../sources.ts';

export const adkGeneralStairRise = defineRule({
  id: 'UK-ADK-2013.general-stair-rise',
  title: 'Greatest rise of a general access stair',
  source: adk('Table 1.1', 'H'),
  subject: 'stair',
  reach: 'storey',
  parameters: { most: mm(170) },
  check: (stair, run, { most }) =>
    homeOrPlant(run, stair) ??
    atMost(
      stairRiserGreatest.of(run, stair.id),
      most,
      'use lower risers: more steps for the same rise',
    ),
  examples: {
    limit: aStair(
      { rooms: [roomAbove('office')], riser: 170 },
      'a general access stair with rises of 170 mm',
    ),
    beyond: aStair(
      { rooms: [roomAbove('office')], riser: 170.1 },
      'a general access stair with rises of 170.1 mm',
    ),
    not_applicable: aStair({ rooms: [roomAbove('living')] }, 'a stair in a home'),
  },
});
