/** @module stair-tread: depth of a tread (ADA-2010, 504.2). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { plantStair } from '../../measures/served.ts';
import { stairTreadLeast } from '../../measures/stairs.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ada } from '../sources.ts';

export const adaStairTread = defineRule({
  id: 'ADA-2010.stair-tread',
  title: 'Depth of a tread',
  source: ada('504.2', 'H'),
  subject: 'stair',
  reach: 'storey',
  parameters: { least: mm(280) },
  check: (stair, run, { least }) =>
    plantStair(run, stair) ??
    atLeast(stairTreadLeast.of(run, stair.id), least, 'use deeper treads'),
  examples: {
    limit: aStair({ tread: 280 }, 'treads of 280 mm'),
    beyond: aStair({ tread: 279 }, 'treads of 279 mm'),
    not_applicable: aStair({ rooms: [roomAbove('plant')] }, 'a stair up to a plant room'),
  },
});
