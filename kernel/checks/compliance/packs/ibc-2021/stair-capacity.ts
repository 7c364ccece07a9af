/** @module stair-capacity: width of a stair for the occupants of the storey above (IBC-2021, 1005.3.1). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { notApplicable } from '../../measured.ts';
import { exitsOf, storeyLoad, storeyOccupants } from '../../measures/occupants.ts';
import { stairClearWidth } from '../../measures/stairs.ts';
import { atLeast, inches, times } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

export const ibcStairCapacity = defineRule({
  title: 'Width of a stair for the occupants of the storey above',
  source: { clause: '1005.3.1', confidence: 'H' },
  subject: 'stair',
  uses: [stairClearWidth, storeyOccupants],
  parameters: { each: inches(0.3) },
  check: (stair, run, { each }) => {
    const { top_level_id } = stair.params;
    const load = storeyLoad(run, top_level_id);
    if (load.outcome !== 'value') return load;
    if (load.value === 0) return notApplicable('no occupants are counted on the storey above');
    const ways = Math.max(1, exitsOf(run, top_level_id).length);
    const least = times(each, load.value / ways);
    return atLeast(
      stairClearWidth.of(run, stair.id),
      least,
      'make the flight wider, or add another exit from the storey',
    );
  },
  pass: aStair(
    { width: 1211.6, rooms: [roomAbove('meeting', 221)] },
    'a flight of 1,211.6 mm for 159 persons',
  ),
  fail: aStair(
    { width: 1211.5, rooms: [roomAbove('meeting', 221)] },
    'a flight of 1,211.5 mm for 159 persons',
  ),
  not_applicable: aStair(
    { rooms: [roomAbove('corridor')] },
    'a stair to a storey without occupants',
  ),
});
