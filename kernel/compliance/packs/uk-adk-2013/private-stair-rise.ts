/** @module private-stair-rise: greatest rise of a private stair (UK-ADK-2013, Table 1.1). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { elsewhere } from '../../measures/served.ts';
import { stairRiserGreatest } from '../../measures/stairs.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adk } from '../sources.ts';

export const adkPrivateStairRise = defineRule({
  id: 'UK-ADK-2013.private-stair-rise',
  title: 'Greatest rise of a private stair',
  source: adk('Table 1.1', 'H'),
  subject: 'stair',
  reach: 'storey',
  parameters: { most: mm(220) },
  check: (stair, run, { most }) =>
    elsewhere(run, stair) ??
    atMost(
      stairRiserGreatest.of(run, stair.id),
      most,
      'use lower risers: more steps for the same rise',
    ),
  examples: {
    limit: aStair(
      { rooms: [roomAbove('living')], riser: 220 },
      'a private stair with rises of 220 mm',
    ),
    beyond: aStair(
      { rooms: [roomAbove('living')], riser: 220.1 },
      'a private stair with rises of 220.1 mm',
    ),
    not_applicable: aStair({ rooms: [roomAbove('office')] }, 'a stair to an office'),
  },
});
