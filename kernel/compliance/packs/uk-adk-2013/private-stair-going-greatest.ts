/** @module private-stair-going-greatest: greatest going of a private stair (UK-ADK-2013, Table 1.1). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { elsewhere } from '../../measures/served.ts';
import { stairTreadGreatest } from '../../measures/stairs.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adk } from '../sources.ts';

export const adkPrivateStairGoingGreatest = defineRule({
  id: 'UK-ADK-2013.private-stair-going-greatest',
  title: 'Greatest going of a private stair',
  source: adk('Table 1.1', 'H'),
  subject: 'stair',
  reach: 'storey',
  parameters: { most: mm(300) },
  check: (stair, run, { most }) =>
    elsewhere(run, stair) ??
    atMost(stairTreadGreatest.of(run, stair.id), most, 'use shallower treads'),
  examples: {
    limit: aStair(
      { rooms: [roomAbove('living')], tread: 300 },
      'a private stair with goings of 300 mm',
    ),
    beyond: aStair(
      { rooms: [roomAbove('living')], tread: 301 },
      'a private stair with goings of 301 mm',
    ),
    not_applicable: aStair({ rooms: [roomAbove('office')] }, 'a stair to an office'),
  },
});
