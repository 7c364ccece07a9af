/** @module second-exit: second way out of a room (IBC-2021, 1006.2.1). */
import { aRoom } from '../../examples/rooms.ts';
import { prepareLeaving } from '../../measures/leaving.ts';
import { loadOf, roomWaysOut, singleExitLoad } from '../../measures/occupants.ts';
import { atLeast, exits, otherwise, unknown } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { SINGLE_EXIT } from '../ibc-single-exit.ts';
import { ibc } from '../sources.ts';

export const ibcSecondExit = defineRule({
  id: 'IBC-2021.second-exit',
  title: 'Second way out of a room',
  source: ibc('1006.2.1', 'M'),
  subject: 'room',
  reach: 'storey',
  prepare: prepareLeaving,
  parameters: SINGLE_EXIT,
  check: (room, run, limits) => {
    const most = singleExitLoad(run, room, limits);
    if (typeof most !== 'number') return most;
    const load = loadOf(run, room.id);
    if (!load.known) return unknown(load.because);
    if (load.persons <= most) return otherwise(`one way out does for ${most} persons`);
    return atLeast(
      roomWaysOut.of(run, room.id),
      exits(2),
      'add a door on another side of the room',
    );
  },
  examples: {
    limit: aRoom(
      { usage: 'meeting', width: 10_000, depth: 7000, doors: [500, 8000] },
      'a meeting room for 51 persons with two doors',
    ),
    beyond: aRoom(
      { usage: 'meeting', width: 10_000, depth: 7000 },
      'a meeting room for 51 persons with one door',
    ),
    not_applicable: aRoom(
      { usage: 'meeting', width: 9700, depth: 7000 },
      'a meeting room for 49 persons with one door',
    ),
  },
});
