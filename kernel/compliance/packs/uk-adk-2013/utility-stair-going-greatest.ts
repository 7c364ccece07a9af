/** @module utility-stair-going-greatest: greatest going of a utility stair (UK-ADK-2013, Table 1.1). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { unlessPlant } from '../../measures/served.ts';
import { stairTreadGreatest } from '../../measures/stairs.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adk } from '../sources.ts';

export const adkUtilityStairGoingGreatest = defineRule({
  id: 'UK-ADK-2013.utility-stair-going-greatest',
  title: 'Greatest going of a utility stair',
  source: adk('Table 1.1', 'H'),
  subject: 'stair',
  reach: 'storey',
  parameters: { most: mm(400) },
  check: (stair, run, { most }) =>
    unlessPlant(run, stair) ??
    atMost(stairTreadGreatest.of(run, stair.id), most, 'use shallower treads'),
  examples: {
    limit: aStair(
      { rooms: [roomAbove('plant')], tread: 400 },
      'a utility stair with goings of 400 mm',
    ),
    beyond: aStair(
      { rooms: [roomAbove('plant')], tread: 401 },
      'a utility stair with goings of 401 mm',
    ),
    not_applicable: aStair({ rooms: [roomAbove('office')] }, 'a stair to an office'),
  },
});
