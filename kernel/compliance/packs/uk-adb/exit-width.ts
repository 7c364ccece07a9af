/** @module exit-width: width of the doors of a room by its people (UK-ADB, Table 2.3). */
import { aRoom } from '../../examples/rooms.ts';
import { prepareLeaving } from '../../measures/leaving.ts';
import { loadOf, roomDoorWidth } from '../../measures/occupants.ts';
import { atLeast, mm, otherwise, unknown } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adb } from '../sources.ts';

export const adbExitWidth = defineRule({
  id: 'UK-ADB.exit-width',
  title: 'Width of the doors of a room by its people',
  source: adb('Table 2.3', 'L'),
  subject: 'room',
  reach: 'storey',
  prepare: prepareLeaving,
  parameters: { to_60: mm(750), to_110: mm(850), to_220: mm(1050), each: mm(5) },
  check: (room, run, { to_60, to_110, to_220, each }) => {
    const load = loadOf(run, room.id);
    if (!load.known) return unknown(load.because);
    if (load.persons === 0) return otherwise('nobody is counted in the room');
    const least =
      load.persons <= 60
        ? to_60
        : load.persons <= 110
          ? to_110
          : load.persons <= 220
            ? to_220
            : { ...each, value: each.value * load.persons };
    return atLeast(roomDoorWidth.of(run, room.id), least, 'choose wider doors, or add one');
  },
  examples: {
    limit: aRoom({ door_width: 810 }, 'a room for 2 persons with a door that leaves 750 mm'),
    beyond: aRoom({ door_width: 809 }, 'a room for 2 persons with a door that leaves 749 mm'),
    not_applicable: aRoom({ usage: 'corridor' }, 'a corridor'),
  },
});
