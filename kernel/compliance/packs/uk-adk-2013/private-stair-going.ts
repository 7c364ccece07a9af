/** @module private-stair-going: least going of a private stair (UK-ADK-2013, Table 1.1). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { elsewhere } from '../../measures/served.ts';
import { stairTreadLeast } from '../../measures/stairs.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adk } from '../sources.ts';

export const adkPrivateStairGoing = defineRule({
  id: 'UK-ADK-2013.private-stair-going',
  title: 'Least going of a private stair',
  source: adk('Table 1.1', 'H'),
  subject: 'stair',
  reach: 'storey',
  parameters: { least: mm(220) },
  check: (stair, run, { least }) =>
    elsewhere(run, stair) ?? atLeast(stairTreadLeast.of(run, stair.id), least, 'use deeper treads'),
  examples: {
    limit: aStair(
      { rooms: [roomAbove('living')], tread: 220 },
      'a private stair with goings of 220 mm',
    ),
    beyond: aStair(
      { rooms: [roomAbove('living')], tread: 219 },
      'a private stair with goings of 219 mm',
    ),
    not_applicable: aStair({ rooms: [roomAbove('office')] }, 'a stair to an office'),
  },
});
