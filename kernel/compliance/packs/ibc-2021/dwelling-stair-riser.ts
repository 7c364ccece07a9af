/** @module dwelling-stair-riser: height of a riser in a dwelling (IBC-2021, 1011.5.2, exception 3). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { elsewhere } from '../../measures/served.ts';
import { stairRiserGreatest } from '../../measures/stairs.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcDwellingStairRiser = defineRule({
  id: 'IBC-2021.dwelling-stair-riser',
  title: 'Height of a riser in a dwelling',
  source: ibc('1011.5.2, exception 3', 'M'),
  subject: 'stair',
  reach: 'storey',
  parameters: { most: mm(197) },
  check: (stair, run, { most }) =>
    elsewhere(run, stair) ??
    atMost(
      stairRiserGreatest.of(run, stair.id),
      most,
      'use lower risers: more steps for the same rise',
    ),
  examples: {
    limit: aStair({ rooms: [roomAbove('living')], riser: 197 }, 'risers of 197 mm in a home'),
    beyond: aStair({ rooms: [roomAbove('living')], riser: 197.1 }, 'risers of 197.1 mm in a home'),
    not_applicable: aStair({ rooms: [roomAbove('office')] }, 'a stair to an office'),
  },
});
