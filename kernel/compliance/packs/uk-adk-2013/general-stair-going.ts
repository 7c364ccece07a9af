/** @module general-stair-going: least going of a general access stair (UK-ADK-2013, Table 1.1). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { homeOrPlant } from '../../measures/served.ts';
import { stairTreadLeast } from '../../measures/stairs.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adk } from '../sources.ts';

export const adkGeneralStairGoing = defineRule({
  id: 'UK-ADK-2013.general-stair-going',
  title: 'Least going of a general access stair',
  source: adk('Table 1.1', 'H'),
  subject: 'stair',
  reach: 'storey',
  parameters: { least: mm(250) },
  check: (stair, run, { least }) =>
    homeOrPlant(run, stair) ??
    atLeast(stairTreadLeast.of(run, stair.id), least, 'use deeper treads'),
  examples: {
    limit: aStair(
      { rooms: [roomAbove('office')], tread: 250 },
      'a general access stair with goings of 250 mm',
    ),
    beyond: aStair(
      { rooms: [roomAbove('office')], tread: 249 },
      'a general access stair with goings of 249 mm',
    ),
    not_applicable: aStair({ rooms: [roomAbove('living')] }, 'a stair in a home'),
  },
});
