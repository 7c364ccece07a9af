/** @module common-path: length of the route with only one direction of travel (IBC-2021, Table 1006.2.1). */
import { aRoom } from '../../examples/rooms.ts';
import { groupOf, withoutGroup } from '../../measures/occupants.ts';
import { roomCommonPath } from '../../measures/travel.ts';
import { atMost, metres } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

export const ibcCommonPath = defineRule({
  title: 'Common path of egress travel',
  source: { clause: 'Table 1006.2.1', confidence: 'M' },
  subject: 'room',
  uses: [roomCommonPath],
  parameters: { most: metres(22.86), sprinklered: metres(30.48), sprinklered_homes: metres(38.1) },
  check: (room, run, { most, sprinklered, sprinklered_homes }) => {
    const group = groupOf(run, room);
    if (group === null) return withoutGroup(room);
    const longer = run.circumstances.sprinklered
      ? { B: sprinklered, F: sprinklered, S: sprinklered, 'R-2': sprinklered_homes }
      : {};
    const limit = new Map(Object.entries(longer)).get(group) ?? most;
    return atMost(roomCommonPath.of(run, room.id), limit, 'add a second exit nearer to the room');
  },
  pass: aRoom(
    { width: 14_606, depth: 18_258, doors: [500] },
    'a room with one door, 22,860 mm from its furthest corner',
  ),
  fail: aRoom(
    { width: 14_606, depth: 18_259, doors: [500] },
    'a room with one door, 0.8 mm further from its furthest corner',
  ),
  not_applicable: aRoom({ width: 40_000, doors: [500, 30_000] }, 'a long room with two doors'),
});
