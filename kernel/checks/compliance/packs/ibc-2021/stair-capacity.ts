/** @module stair-capacity: width of a stair for the occupants of the storey above (IBC-2021, 1005.3.1). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { notApplicable } from '../../measured.ts';
import { exitsOf, storeyLoad, storeyOccupants } from '../../measures/occupants.ts';
import { stairClearWidth } from '../../measures/stairs.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

export const ibcStairCapacity = defineRule({
  title: 'Width of a stair for the occupants of the storey above',
  source: { clause: '1005.3.1', confidence: 'H' },
  subject: 'stair',
  uses: [stairClearWidth, storeyOccupants],
  parameters: { each: mm(7.6) },
  check: (stair, run, { each }) => {
    const { top_level_id } = stair.params;
    const load = storeyLoad(run, top_level_id);
    if (load.outcome !== 'value') return load;
    if (load.value === 0) return notApplicable('no occupants are counted on the storey above');
    const ways = Math.max(1, exitsOf(run, top_level_id).length);
    const least = { ...each, value: (each.value * load.value) / ways };
    return atLeast(
      stairClearWidth.of(run, stair.id),
      least,
      'make the flight wider, or add another exit from the storey',
    );
  },
  pass: aStair(
    { width: 1208.4, rooms: [roomAbove('meeting', 221)] },
    'a flight of 1,208.4 mm for 159 persons',
  ),
  fail: aStair(
    { width: 1208, rooms: [roomAbove('meeting', 221)] },
    'a flight of 1,208 mm for 159 persons',
  ),
  not_applicable: aStair(
    { rooms: [roomAbove('corridor')] },
    'a stair to a storey without occupants',
  ),
});
