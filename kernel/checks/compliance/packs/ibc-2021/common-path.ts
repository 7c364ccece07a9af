/** @module common-path: length of the route with only one direction of travel (IBC-2021, Table 1006.2.1). */
import { aRoom } from '../../examples/rooms.ts';
import { notEvaluated } from '../../measured.ts';
import { groupOf, ofGroup, withoutGroup } from '../../measures/occupants.ts';
import { roomCommonPath } from '../../measures/travel.ts';
import { atMost, feet } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

export const ibcCommonPath = defineRule({
  title: 'Common path of egress travel',
  source: { clause: 'Table 1006.2.1', confidence: 'M' },
  subject: 'room',
  uses: [roomCommonPath],
  parameters: { most: feet(75), sprinklered: feet(100), sprinklered_homes: feet(125) },
  check: (room, run, { most, sprinklered, sprinklered_homes }) => {
    const group = groupOf(run, room);
    if (group === null) return withoutGroup(room);
    if (group.startsWith('H')) return notEvaluated(`no limit is known for occupancy \`${group}\``);
    const longer = { B: sprinklered, F: sprinklered, S: sprinklered, 'R-2': sprinklered_homes };
    const limit = (run.circumstances.sprinklered ? ofGroup(longer, group) : undefined) ?? most;
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
