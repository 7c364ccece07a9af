/** @module door-separation: distance between the doors of a room that needs two (IBC-2021, 1007.1.1). */
import { aRoom } from '../../examples/rooms.ts';
import { prepareLeaving } from '../../measures/leaving.ts';
import { loadOf, roomDoorSeparation, singleExitLoad } from '../../measures/occupants.ts';
import { atLeast, otherwise, percent, unknown } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { SINGLE_EXIT } from '../ibc-single-exit.ts';
import { ibc } from '../sources.ts';

export const ibcDoorSeparation = defineRule({
  id: 'IBC-2021.door-separation',
  title: 'Distance between the doors of a room that needs two',
  source: ibc('1007.1.1', 'H'),
  subject: 'room',
  reach: 'storey',
  prepare: prepareLeaving,
  parameters: { least: percent(50), sprinklered: percent(100 / 3) },
  check: (room, run, { least, sprinklered }) => {
    const most = singleExitLoad(run, room, SINGLE_EXIT);
    if (typeof most !== 'number') return most;
    const load = loadOf(run, room.id);
    if (!load.known) return unknown(load.because);
    if (load.persons <= most) return otherwise(`one way out does for ${most} persons`);
    const required = run.circumstances.sprinklered ? sprinklered : least;
    return atLeast(roomDoorSeparation.of(run, room.id), required, 'move the doors further apart');
  },
  examples: {
    limit: aRoom(
      { usage: 'meeting', width: 15_000, depth: 8000, doors: [500, 9000] },
      'doors 8,500 mm apart in a room with a diagonal of 17 m',
    ),
    beyond: aRoom(
      { usage: 'meeting', width: 15_000, depth: 8000, doors: [500, 8990] },
      'doors 8,490 mm apart in a room with a diagonal of 17 m',
    ),
    not_applicable: aRoom(
      { usage: 'meeting', width: 8500, depth: 8000, doors: [500, 2000] },
      'a meeting room for 49 persons',
    ),
  },
});
