/** @module stair-capacity: width of a stair for the people of the storey above (IBC-2021, 1005.3.1). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { exitsOf, storeyLoad } from '../../measures/occupants.ts';
import { stairClearWidth } from '../../measures/stairs.ts';
import { atLeast, mm, otherwise, unknown } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcStairCapacity = defineRule({
  id: 'IBC-2021.stair-capacity',
  title: 'Width of a stair for the people of the storey above',
  source: ibc('1005.3.1', 'H'),
  subject: 'stair',
  reach: 'storey',
  parameters: { each: mm(7.6) },
  check: (stair, run, { each }) => {
    const { top_level_id } = stair.params;
    const load = storeyLoad(run, top_level_id);
    if (!load.known) return unknown(load.because);
    if (load.persons === 0) return otherwise('nobody is counted on the storey above');
    const ways = Math.max(1, exitsOf(run, top_level_id).length);
    const least = { ...each, value: (each.value * load.persons) / ways };
    return atLeast(
      stairClearWidth.of(run, stair.id),
      least,
      'make the flight wider, or add another way off the storey',
    );
  },
  examples: {
    limit: aStair(
      { width: 1208.4, rooms: [roomAbove('meeting', 221)] },
      'a flight of 1,208.4 mm for 159 persons',
    ),
    beyond: aStair(
      { width: 1208, rooms: [roomAbove('meeting', 221)] },
      'a flight of 1,208 mm for 159 persons',
    ),
    not_applicable: aStair(
      { rooms: [roomAbove('corridor')] },
      'a stair to a storey without people',
    ),
  },
});
