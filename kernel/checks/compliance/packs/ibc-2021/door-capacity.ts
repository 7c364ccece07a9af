/** @module door-capacity: door width for the occupants of a room (IBC-2021, 1005.3.2). */
import { aRoom } from '../../examples/rooms.ts';
import { notApplicable } from '../../measured.ts';
import { loadOf, roomDoorWidth } from '../../measures/occupants.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

export const ibcDoorCapacity = defineRule({
  title: 'Door width for the occupants of a room',
  source: { clause: '1005.3.2', confidence: 'H' },
  subject: 'room',
  uses: [roomDoorWidth],
  parameters: { each: mm(5.1) },
  check: (room, run, { each }) => {
    const load = loadOf(run, room.id);
    if (load.outcome !== 'value') return load;
    if (load.value === 0) return notApplicable('no occupants are counted in the room');
    const least = { ...each, value: each.value * load.value };
    return atLeast(roomDoorWidth.of(run, room.id), least, 'choose wider doors, or add one');
  },
  pass: aRoom(
    { usage: 'meeting', width: 20_000, depth: 13_940, doors: [1000], door_width: 1080 },
    'a meeting room for 200 persons with a clear door width of 1,020 mm',
  ),
  fail: aRoom(
    { usage: 'meeting', width: 20_000, depth: 13_940, doors: [1000], door_width: 1079 },
    'a meeting room for 200 persons with a clear door width of 1,019 mm',
  ),
  not_applicable: aRoom({ usage: 'corridor' }, 'a corridor'),
});
