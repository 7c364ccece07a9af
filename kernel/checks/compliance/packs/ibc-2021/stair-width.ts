/** @module stair-width: clear width of a stair (IBC-2021, 1011.2). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { storeyLoad } from '../../measures/occupants.ts';
import { plantStair } from '../../measures/served.ts';
import { stairClearWidth } from '../../measures/stairs.ts';
import { atLeast, mm, persons, unknown } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcStairWidth = defineRule({
  id: 'IBC-2021.stair-width',
  title: 'Clear width of a stair',
  source: ibc('1011.2', 'M'),
  subject: 'stair',
  reach: 'storey',
  parameters: { least: mm(1118), few: mm(914), fewer_than: persons(50) },
  check: (stair, run, { least, few, fewer_than }) => {
    const beside = plantStair(run, stair);
    if (beside !== null) return beside;
    const width = stairClearWidth.of(run, stair.id);
    const fix = 'make the flight wider, or take away what reaches into it';
    const wide = atLeast(width, least, fix);
    const narrow = atLeast(width, few, fix);
    if (wide.outcome !== 'fail' || narrow.outcome === 'fail') {
      return narrow.outcome === 'fail' ? narrow : wide;
    }
    const load = storeyLoad(run, stair.params.top_level_id);
    if (!load.known) return unknown(load.because);
    return load.persons < fewer_than.value ? narrow : wide;
  },
  examples: {
    limit: aStair(
      { width: 1118, rooms: [roomAbove('meeting', 100)] },
      'a flight of 1,118 mm for 72 persons',
    ),
    beyond: aStair(
      { width: 1117, rooms: [roomAbove('meeting', 100)] },
      'a flight of 1,117 mm for 72 persons',
    ),
    not_applicable: aStair({ rooms: [roomAbove('plant')] }, 'a stair up to a plant room'),
  },
});
