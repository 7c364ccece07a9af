/** @module stair-headroom: headroom over a stair (UK-ADK-2013, 1.11). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { plantStair } from '../../measures/served.ts';
import { stairHeadroom } from '../../measures/stairs.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adk } from '../sources.ts';

export const adkStairHeadroom = defineRule({
  id: 'UK-ADK-2013.stair-headroom',
  title: 'Headroom over a stair',
  source: adk('1.11', 'M'),
  subject: 'stair',
  reach: 'storey',
  parameters: { least: mm(2000) },
  check: (stair, run, { least }) =>
    plantStair(run, stair) ??
    atLeast(
      stairHeadroom.of(run, stair.id),
      least,
      'move the stair, or cut the floor above it further back',
    ),
  examples: {
    limit: aStair({ headroom: 2000 }, 'a slab 2,000 mm above the pitch line'),
    beyond: aStair({ headroom: 1999 }, 'a slab 1,999 mm above the pitch line'),
    not_applicable: aStair({ rooms: [roomAbove('plant')] }, 'a stair up to a plant room'),
  },
});
