/** @module stair-rise: rise of a flight between landings (IBC-2021, 1011.8). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { plantStair } from '../../measures/served.ts';
import { stairRise } from '../../measures/stairs.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcStairRise = defineRule({
  id: 'IBC-2021.stair-rise',
  title: 'Rise of a flight between landings',
  source: ibc('1011.8', 'L'),
  subject: 'stair',
  reach: 'storey',
  parameters: { most: mm(3658) },
  check: (stair, run, { most }) =>
    plantStair(run, stair) ??
    atMost(stairRise.of(run, stair.id), most, 'divide the flight by a landing'),
  examples: {
    limit: aStair({ riser: 166, risers: 22, finish: 6 }, 'a flight of 3,658 mm'),
    beyond: aStair({ riser: 166, risers: 22, finish: 7 }, 'a flight of 3,659 mm'),
    not_applicable: aStair({ rooms: [roomAbove('plant')] }, 'a stair up to a plant room'),
  },
});
