/** @module general-stair-going-greatest: greatest going of a general access stair (UK-ADK-2013, Table 1.1). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { homeOrPlant } from '../../measures/served.ts';
import { stairTreadGreatest } from '../../measures/stairs.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adk } from '../sources.ts';

export const adkGeneralStairGoingGreatest = defineRule({
  id: 'UK-ADK-2013.general-stair-going-greatest',
  title: 'Greatest going of a general access stair',
  source: adk('Table 1.1', 'H'),
  subject: 'stair',
  reach: 'storey',
  parameters: { most: mm(400) },
  check: (stair, run, { most }) =>
    homeOrPlant(run, stair) ??
    atMost(stairTreadGreatest.of(run, stair.id), most, 'use shallower treads'),
  examples: {
    limit: aStair(
      { rooms: [roomAbove('office')], tread: 400 },
      'a general access stair with goings of 400 mm',
    ),
    beyond: aStair(
      { rooms: [roomAbove('office')], tread: 401 },
      'a general access stair with goings of 401 mm',
    ),
    not_applicable: aStair({ rooms: [roomAbove('living')] }, 'a stair in a home'),
  },
});
