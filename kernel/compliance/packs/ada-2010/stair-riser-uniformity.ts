/** @module stair-riser-uniformity: uniform risers in a flight (ADA-2010, 504.2). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { plantStair } from '../../measures/served.ts';
import { stairRiserSpread } from '../../measures/stairs.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ada } from '../sources.ts';

export const adaStairRiserUniformity = defineRule({
  id: 'ADA-2010.stair-riser-uniformity',
  title: 'Uniform risers in a flight',
  source: ada('504.2', 'M'),
  subject: 'stair',
  reach: 'storey',
  parameters: { most: mm(1) },
  check: (stair, run, { most }) =>
    plantStair(run, stair) ??
    atMost(
      stairRiserSpread.of(run, stair.id),
      most,
      'bring the floors to the height of the first and the last step',
    ),
  examples: {
    limit: aStair({ finish: 1 }, 'an upper floor 1 mm above the last step'),
    beyond: aStair({ finish: 1.1 }, 'an upper floor 1.1 mm above the last step'),
    not_applicable: aStair({ rooms: [roomAbove('plant')] }, 'a stair up to a plant room'),
  },
});
