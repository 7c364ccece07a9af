/** @module door-separation: distance between the doors of a room that needs two exits (IBC-2021, 1007.1.1). */
import { aRoom } from '../../examples/rooms.ts';
import { roomDoorSeparation } from '../../measures/occupants.ts';
import { atLeast, percent } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { roomNeedingTwoExits } from './single-exit.ts';

export const ibcDoorSeparation = defineRule({
  title: 'Distance between the doors of a room that needs two exits',
  source: { clause: '1007.1.1', confidence: 'H' },
  subject: 'room',
  uses: [roomDoorSeparation],
  parameters: { least: percent(50), sprinklered: percent(100 / 3) },
  check: (room, run, { least, sprinklered }) => {
    const required = run.circumstances.sprinklered ? sprinklered : least;
    return (
      roomNeedingTwoExits.exempt(room, run) ??
      atLeast(roomDoorSeparation.of(run, room.id), required, 'move the doors further apart')
    );
  },
  pass: aRoom(
    { usage: 'meeting', width: 15_000, depth: 8000, doors: [500, 9000] },
    'doors 8,500 mm apart in a room with a diagonal of 17 m',
  ),
  fail: aRoom(
    { usage: 'meeting', width: 15_000, depth: 8000, doors: [500, 8990] },
    'doors 8,490 mm apart in a room with a diagonal of 17 m',
  ),
  not_applicable: aRoom(
    { usage: 'meeting', width: 8500, depth: 8000, doors: [500, 2000] },
    'a meeting room for 49 persons',
  ),
});
