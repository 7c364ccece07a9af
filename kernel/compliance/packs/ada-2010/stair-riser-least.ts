/** @module stair-riser-least: least height of a riser (ADA-2010, 504.2). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { plantStair } from '../../measures/served.ts';
import { stairRiserLeast } from '../../measures/stairs.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ada } from '../sources.ts';

export const adaStairRiserLeast = defineRule({
  id: 'ADA-2010.stair-riser-least',
  title: 'Least height of a riser',
  source: ada('504.2', 'H'),
  subject: 'stair',
  reach: 'storey',
  parameters: { least: mm(100) },
  check: (stair, run, { least }) =>
    plantStair(run, stair) ??
    atLeast(stairRiserLeast.of(run, stair.id), least, 'use fewer risers for the same rise'),
  examples: {
    limit: aStair({ riser: 100 }, 'risers of 100 mm'),
    beyond: aStair({ riser: 99.9 }, 'risers of 99.9 mm'),
    not_applicable: aStair({ rooms: [roomAbove('plant')] }, 'a stair up to a plant room'),
  },
});
