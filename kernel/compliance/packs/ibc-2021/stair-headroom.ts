/** @module stair-headroom: headroom over a stair (IBC-2021, 1011.3). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { plantStair } from '../../measures/served.ts';
import { stairHeadroom } from '../../measures/stairs.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcStairHeadroom = defineRule({
  id: 'IBC-2021.stair-headroom',
  title: 'Headroom over a stair',
  source: ibc('1011.3', 'M'),
  subject: 'stair',
  reach: 'storey',
  parameters: { least: mm(2032) },
  check: (stair, run, { least }) =>
    plantStair(run, stair) ??
    atLeast(
      stairHeadroom.of(run, stair.id),
      least,
      'move the stair, or cut the floor above it further back',
    ),
  examples: {
    limit: aStair({ headroom: 2032 }, 'a slab 2,032 mm above the pitch line'),
    beyond: aStair({ headroom: 2031 }, 'a slab 2,031 mm above the pitch line'),
    not_applicable: aStair({ rooms: [roomAbove('plant')] }, 'a stair up to a plant room'),
  },
});
