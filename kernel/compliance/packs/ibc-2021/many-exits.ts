/** @module many-exits: ways out of a room for more than 500 persons (IBC-2021, 1006.2.1.1). */
import { aRoom } from '../../examples/rooms.ts';
import { prepareLeaving } from '../../measures/leaving.ts';
import { loadOf, roomWaysOut } from '../../measures/occupants.ts';
import { atLeast, exits, otherwise, persons, unknown } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcManyExits = defineRule({
  id: 'IBC-2021.many-exits',
  title: 'Ways out of a room for more than 500 persons',
  source: ibc('1006.2.1.1', 'M'),
  subject: 'room',
  reach: 'storey',
  prepare: prepareLeaving,
  parameters: { many: persons(500), most: persons(1000) },
  check: (room, run, { many, most }) => {
    const load = loadOf(run, room.id);
    if (!load.known) return unknown(load.because);
    if (load.persons <= many.value) {
      return otherwise(`the room is for no more than ${many.value} persons`);
    }
    const needed = exits(load.persons > most.value ? 4 : 3);
    return atLeast(roomWaysOut.of(run, room.id), needed, 'add a door on another side of the room');
  },
  examples: {
    limit: aRoom(
      { usage: 'standing', width: 15_600, depth: 15_000, doors: [500, 7000, 14_000] },
      'a hall for 504 persons with three doors',
    ),
    beyond: aRoom(
      { usage: 'standing', width: 15_600, depth: 15_000, doors: [500, 14_000] },
      'a hall for 504 persons with two doors',
    ),
    not_applicable: aRoom(
      { usage: 'standing', width: 15_500, depth: 15_000 },
      'a hall for 500 persons',
    ),
  },
});
