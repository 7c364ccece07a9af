/** @module door-capacity: width of doors for the people in a room (IBC-2021, 1005.3.2). */
import { aRoom } from '../../examples/rooms.ts';
import { prepareLeaving } from '../../measures/leaving.ts';
import { loadOf, roomDoorWidth } from '../../measures/occupants.ts';
import { atLeast, mm, otherwise, unknown } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcDoorCapacity = defineRule({
  id: 'IBC-2021.door-capacity',
  title: 'Width of doors for the people in a room',
  source: ibc('1005.3.2', 'H'),
  subject: 'room',
  reach: 'storey',
  prepare: prepareLeaving,
  parameters: { each: mm(5.1) },
  check: (room, run, { each }) => {
    const load = loadOf(run, room.id);
    if (!load.known) return unknown(load.because);
    if (load.persons === 0) return otherwise('nobody is counted in the room');
    const least = { ...each, value: each.value * load.persons };
    return atLeast(roomDoorWidth.of(run, room.id), least, 'choose wider doors, or add one');
  },
  examples: {
    limit: aRoom(
      { usage: 'meeting', width: 20_000, depth: 13_940, doors: [1000], door_width: 1080 },
      'a meeting room for 200 persons with a door that leaves 1,020 mm',
    ),
    beyond: aRoom(
      { usage: 'meeting', width: 20_000, depth: 13_940, doors: [1000], door_width: 1079 },
      'a meeting room for 200 persons with a door that leaves 1,019 mm',
    ),
    not_applicable: aRoom({ usage: 'corridor' }, 'a corridor'),
  },
});
