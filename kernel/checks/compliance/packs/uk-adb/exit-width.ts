/** @module exit-width: door width for the occupants of a room (UK-ADB, Table 2.3). */
import { aRoom } from '../../examples/rooms.ts';
import { notApplicable } from '../../measured.ts';
import { loadOf, roomDoorWidth } from '../../measures/occupants.ts';
import { atLeast, mm, times } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

export const adbExitWidth = defineRule({
  title: 'Door width for the occupants of a room',
  source: { clause: 'Table 2.3', confidence: 'L' },
  subject: 'room',
  uses: [roomDoorWidth],
  parameters: { to_60: mm(750), to_110: mm(850), to_220: mm(1050), each: mm(5) },
  check: (room, run, { to_60, to_110, to_220, each }) => {
    const load = loadOf(run, room.id);
    if (load.outcome !== 'value') return load;
    if (load.value === 0) return notApplicable('no occupants are counted in the room');
    const least =
      load.value <= 60
        ? to_60
        : load.value <= 110
          ? to_110
          : load.value <= 220
            ? to_220
            : times(each, load.value);
    return atLeast(roomDoorWidth.of(run, room.id), least, 'choose wider doors, or add one');
  },
  pass: aRoom({ door_width: 810 }, 'a room for 2 persons with a clear door width of 750 mm'),
  fail: aRoom({ door_width: 809 }, 'a room for 2 persons with a clear door width of 749 mm'),
  not_applicable: aRoom({ usage: 'corridor' }, 'a corridor'),
});
