/** @module stair-riser-uniformity: difference between risers of a flight (IBC-2021, 1011.5.4). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { plantStair } from '../../measures/served.ts';
import { stairRiserSpread } from '../../measures/stairs.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcStairRiserUniformity = defineRule({
  id: 'IBC-2021.stair-riser-uniformity',
  title: 'Difference between risers of a flight',
  source: ibc('1011.5.4', 'L'),
  severity: 'warning',
  subject: 'stair',
  reach: 'storey',
  parameters: { most: mm(9.5) },
  check: (stair, run, { most }) =>
    plantStair(run, stair) ??
    atMost(
      stairRiserSpread.of(run, stair.id),
      most,
      'bring the floors to the height of the first and the last step',
    ),
  examples: {
    limit: aStair({ finish: 9.5 }, 'an upper floor 9.5 mm above the last step'),
    beyond: aStair({ finish: 9.6 }, 'an upper floor 9.6 mm above the last step'),
    not_applicable: aStair({ rooms: [roomAbove('plant')] }, 'a stair up to a plant room'),
  },
});
