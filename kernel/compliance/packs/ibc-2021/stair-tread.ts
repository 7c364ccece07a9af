/** @module stair-tread: depth of a tread (IBC-2021, 1011.5.2). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { plantStair, withinHome } from '../../measures/served.ts';
import { stairTreadLeast } from '../../measures/stairs.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcStairTread = defineRule({
  id: 'IBC-2021.stair-tread',
  title: 'Depth of a tread',
  source: ibc('1011.5.2', 'M'),
  subject: 'stair',
  reach: 'storey',
  parameters: { least: mm(279) },
  check: (stair, run, { least }) =>
    withinHome(run, stair) ??
    plantStair(run, stair) ??
    atLeast(stairTreadLeast.of(run, stair.id), least, 'use deeper treads'),
  examples: {
    limit: aStair({ tread: 279 }, 'treads of 279 mm'),
    beyond: aStair({ tread: 278 }, 'treads of 278 mm'),
    not_applicable: aStair({ rooms: [roomAbove('living')] }, 'a stair in a home'),
  },
});
