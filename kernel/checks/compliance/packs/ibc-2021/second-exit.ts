/** @module second-exit: second exit of a room (IBC-2021, 1006.2.1). */
import { aRoom } from '../../examples/rooms.ts';
import { roomWaysOut } from '../../measures/occupants.ts';
import { atLeast, exits } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { roomNeedingTwoExits, SINGLE_EXIT } from './single-exit.ts';

export const ibcSecondExit = defineRule({
  title: 'Second exit of a room',
  source: { clause: '1006.2.1', confidence: 'M' },
  subject: 'room',
  uses: [roomWaysOut],
  parameters: SINGLE_EXIT,
  check: (room, run) =>
    roomNeedingTwoExits.exempt(room, run) ??
    atLeast(roomWaysOut.of(run, room.id), exits(2), 'add a door on another side of the room'),
  pass: aRoom(
    { usage: 'meeting', width: 10_000, depth: 7000, doors: [500, 8000] },
    'a meeting room for 51 persons with two doors',
  ),
  fail: aRoom(
    { usage: 'meeting', width: 10_000, depth: 7000 },
    'a meeting room for 51 persons with one door',
  ),
  not_applicable: aRoom(
    { usage: 'meeting', width: 9700, depth: 7000 },
    'a meeting room for 49 persons with one door',
  ),
});
