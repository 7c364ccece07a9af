/** @module common-path: way on which there is only one direction (IBC-2021, Table 1006.2.1). */
import { aRoom } from '../../examples/rooms.ts';
import { groupOf, uncounted } from '../../measures/occupants.ts';
import { roomCommonPath } from '../../measures/travel.ts';
import { preparePlaces } from '../../measures/ways.ts';
import { atMost, metres } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcCommonPath = defineRule({
  id: 'IBC-2021.common-path',
  title: 'Way on which there is only one direction',
  source: ibc('Table 1006.2.1', 'M'),
  subject: 'room',
  reach: 'storey',
  prepare: preparePlaces,
  parameters: { most: metres(22.86), sprinklered: metres(30.48), sprinklered_homes: metres(38.1) },
  check: (room, run, { most, sprinklered, sprinklered_homes }) => {
    const group = groupOf(run, room);
    if (group === null) {
      return uncounted(room);
    }
    const longer = run.circumstances.sprinklered
      ? { B: sprinklered, F: sprinklered, S: sprinklered, 'R-2': sprinklered_homes }
      : {};
    const limit = new Map(Object.entries(longer)).get(group) ?? most;
    return atMost(
      roomCommonPath.of(run, room.id),
      limit,
      'add a second way out nearer to the room',
    );
  },
  examples: {
    limit: aRoom(
      { width: 14_606, depth: 18_258, doors: [500] },
      'a room with one door, 22,860 mm from its furthest corner',
    ),
    beyond: aRoom(
      { width: 14_606, depth: 18_259, doors: [500] },
      'a room with one door, 0.8 mm further from its furthest corner',
    ),
    not_applicable: aRoom({ width: 40_000, doors: [500, 30_000] }, 'a long room with two doors'),
  },
});
