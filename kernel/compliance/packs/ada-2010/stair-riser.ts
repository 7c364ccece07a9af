/** @module stair-riser: height of a riser (ADA-2010, 504.2). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { plantStair } from '../../measures/served.ts';
import { stairRiserGreatest } from '../../measures/stairs.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ada } from '../sources.ts';

export const adaStairRiser = defineRule({
  id: 'ADA-2010.stair-riser',
  title: 'Height of a riser',
  source: ada('504.2', 'H'),
  subject: 'stair',
  reach: 'storey',
  parameters: { most: mm(180) },
  check: (stair, run, { most }) =>
    plantStair(run, stair) ??
    atMost(
      stairRiserGreatest.of(run, stair.id),
      most,
      'use lower risers: more steps for the same rise',
    ),
  examples: {
    limit: aStair({ riser: 180 }, 'risers of 180 mm'),
    beyond: aStair({ riser: 180.1 }, 'risers of 180.1 mm'),
    not_applicable: aStair({ rooms: [roomAbove('plant')] }, 'a stair up to a plant room'),
  },
});
