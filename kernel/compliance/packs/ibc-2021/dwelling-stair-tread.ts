/** @module dwelling-stair-tread: depth of a tread in a dwelling (IBC-2021, 1011.5.2, exception 3). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { elsewhere } from '../../measures/served.ts';
import { stairTreadLeast } from '../../measures/stairs.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcDwellingStairTread = defineRule({
  id: 'IBC-2021.dwelling-stair-tread',
  title: 'Depth of a tread in a dwelling',
  source: ibc('1011.5.2, exception 3', 'M'),
  subject: 'stair',
  reach: 'storey',
  parameters: { least: mm(254) },
  check: (stair, run, { least }) =>
    elsewhere(run, stair) ?? atLeast(stairTreadLeast.of(run, stair.id), least, 'use deeper treads'),
  examples: {
    limit: aStair({ rooms: [roomAbove('living')], tread: 254 }, 'treads of 254 mm in a home'),
    beyond: aStair({ rooms: [roomAbove('living')], tread: 253 }, 'treads of 253 mm in a home'),
    not_applicable: aStair({ rooms: [roomAbove('office')] }, 'a stair to an office'),
  },
});
