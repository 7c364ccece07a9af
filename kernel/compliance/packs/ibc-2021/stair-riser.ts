/** @module stair-riser: height of a riser (IBC-2021, 1011.5.2). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { plantStair, withinHome } from '../../measures/served.ts';
import { stairRiserGreatest } from '../../measures/stairs.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcStairRiser = defineRule({
  id: 'IBC-2021.stair-riser',
  title: 'Height of a riser',
  source: ibc('1011.5.2', 'M'),
  subject: 'stair',
  reach: 'storey',
  parameters: { most: mm(178) },
  check: (stair, run, { most }) =>
    withinHome(run, stair) ??
    plantStair(run, stair) ??
    atMost(
      stairRiserGreatest.of(run, stair.id),
      most,
      'use lower risers: more steps for the same rise',
    ),
  examples: {
    limit: aStair({ riser: 178 }, 'risers of 178 mm'),
    beyond: aStair({ riser: 178.1 }, 'risers of 178.1 mm'),
    not_applicable: aStair({ rooms: [roomAbove('living')] }, 'a stair in a home'),
  },
});
