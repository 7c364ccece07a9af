/** @module stair-riser-least: least height of a riser (IBC-2021, 1011.5.2). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { plantStair } from '../../measures/served.ts';
import { stairRiserLeast } from '../../measures/stairs.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcStairRiserLeast = defineRule({
  id: 'IBC-2021.stair-riser-least',
  title: 'Least height of a riser',
  source: ibc('1011.5.2', 'M'),
  subject: 'stair',
  reach: 'storey',
  parameters: { least: mm(102) },
  check: (stair, run, { least }) =>
    plantStair(run, stair) ??
    atLeast(stairRiserLeast.of(run, stair.id), least, 'use fewer risers for the same rise'),
  examples: {
    limit: aStair({ riser: 102 }, 'risers of 102 mm'),
    beyond: aStair({ riser: 101.9 }, 'risers of 101.9 mm'),
    not_applicable: aStair({ rooms: [roomAbove('plant')] }, 'a stair up to a plant room'),
  },
});
