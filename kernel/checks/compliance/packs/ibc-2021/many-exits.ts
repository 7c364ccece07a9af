/** @module many-exits: exits of a room for more than 500 persons (IBC-2021, 1006.2.1.1). */
import { aRoom } from '../../examples/rooms.ts';
import { notApplicable } from '../../measured.ts';
import { loadOf, roomWaysOut } from '../../measures/occupants.ts';
import { atLeast, exits, persons } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

export const ibcManyExits = defineRule({
  title: 'Exits of a room for more than 500 persons',
  source: { clause: '1006.2.1.1', confidence: 'M' },
  subject: 'room',
  uses: [roomWaysOut],
  parameters: { many: persons(500), most: persons(1000) },
  check: (room, run, { many, most }) => {
    const load = loadOf(run, room.id);
    if (load.outcome !== 'value') return load;
    if (load.value <= many.value) {
      return notApplicable(`the room has no more than ${many.value} occupants`);
    }
    const needed = exits(load.value > most.value ? 4 : 3);
    return atLeast(roomWaysOut.of(run, room.id), needed, 'add a door on another side of the room');
  },
  pass: aRoom(
    { usage: 'standing', width: 15_600, depth: 15_000, doors: [500, 7000, 14_000] },
    'a hall for 504 persons with three doors',
  ),
  fail: aRoom(
    { usage: 'standing', width: 15_600, depth: 15_000, doors: [500, 14_000] },
    'a hall for 504 persons with two doors',
  ),
  not_applicable: aRoom(
    { usage: 'standing', width: 15_480, depth: 15_000 },
    'a hall for 500 persons',
  ),
});
