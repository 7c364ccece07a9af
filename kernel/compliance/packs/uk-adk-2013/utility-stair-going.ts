/** @module utility-stair-going: least going of a utility stair (UK-ADK-2013, Table 1.1). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { unlessPlant } from '../../measures/served.ts';
import { stairTreadLeast } from '../../measures/stairs.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adk } from '../sources.ts';

export const adkUtilityStairGoing = defineRule({
  id: 'UK-ADK-2013.utility-stair-going',
  title: 'Least going of a utility stair',
  source: adk('Table 1.1', 'H'),
  subject: 'stair',
  reach: 'storey',
  parameters: { least: mm(250) },
  check: (stair, run, { least }) =>
    unlessPlant(run, stair) ??
    atLeast(stairTreadLeast.of(run, stair.id), least, 'use deeper treads'),
  examples: {
    limit: aStair(
      { rooms: [roomAbove('plant')], tread: 250 },
      'a utility stair with goings of 250 mm',
    ),
    beyond: aStair(
      { rooms: [roomAbove('plant')], tread: 249 },
      'a utility stair with goings of 249 mm',
    ),
    not_applicable: aStair({ rooms: [roomAbove('office')] }, 'a stair to an office'),
  },
});
