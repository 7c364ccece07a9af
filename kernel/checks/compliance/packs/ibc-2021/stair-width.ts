/** @module stair-width: clear width of a stair (IBC-2021, 1011.2). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { stairToRooms } from '../../guards.ts';
import { storeyLoad, storeyOccupants } from '../../measures/occupants.ts';
import { stairClearWidth } from '../../measures/stairs.ts';
import { atLeast, inches, persons } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

export const ibcStairWidth = defineRule({
  title: 'Clear width of a stair',
  source: { clause: '1011.2', confidence: 'M' },
  subject: 'stair',
  uses: [stairToRooms, stairClearWidth, storeyOccupants],
  parameters: { least: inches(44), few: inches(36), fewer_than: persons(50) },
  check: (stair, run, { least, few, fewer_than }) => {
    const exempt = stairToRooms.exempt(stair, run);
    if (exempt !== null) return exempt;
    const width = stairClearWidth.of(run, stair.id);
    const fix = 'make the flight wider, or remove what obstructs it';
    const wide = atLeast(width, least, fix);
    const narrow = atLeast(width, few, fix);
    if (wide.outcome !== 'fail' || narrow.outcome === 'fail') {
      return narrow.outcome === 'fail' ? narrow : wide;
    }
    const load = storeyLoad(run, stair.params.top_level_id);
    if (load.outcome !== 'value') return load;
    return load.value < fewer_than.value ? narrow : wide;
  },
  pass: aStair(
    { width: 1117.6, rooms: [roomAbove('meeting', 100)] },
    'a flight of 1,117.6 mm for 72 persons',
  ),
  fail: aStair(
    { width: 1117.5, rooms: [roomAbove('meeting', 100)] },
    'a flight of 1,117.5 mm for 72 persons',
  ),
  not_applicable: aStair({ rooms: [roomAbove('plant')] }, 'a stair up to a plant room'),
});
