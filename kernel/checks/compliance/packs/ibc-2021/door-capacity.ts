/** @module door-capacity: door width for the occupants of a room (IBC-2021, 1005.3.2). */
import { aRoom } from '../../examples/rooms.ts';
import { notApplicable } from '../../measured.ts';
import { loadOf, roomDoorWidth } from '../../measures/occupants.ts';
import { atLeast, inches, times } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

export const ibcDoorCapacity = defineRule({
  title: 'Door width for the occupants of a room',
  source: { clause: '1005.3.2', confidence: 'H' },
  subject: 'room',
  uses: [roomDoorWidth],
  parameters: { each: inches(0.2) },
  check: (room, run, { each }) => {
    const load = loadOf(run, room.id);
    if (load.outcome !== 'value') return load;
    if (load.value === 0) return notApplicable('no occupants are counted in the room');
    const least = times(each, load.value);
    return atLeast(roomDoorWidth.of(run, room.id), least, 'choose wider doors, or add one');
  },
  pass: aRoom(
    { usage: 'meeting', width: 20_000, depth: 13_935, doors: [1000], door_width: 1076 },
    'a meeting room for 200 persons with a clear door width of 1,016 mm',
  ),
  fail: aRoom(
    { usage: 'meeting', width: 20_000, depth: 13_935, doors: [1000], door_width: 1075.9 },
    'a meeting room for 200 persons with a clear door width of 1,015.9 mm',
  ),
  not_applicable: aRoom({ usage: 'corridor' }, 'a corridor'),
});
