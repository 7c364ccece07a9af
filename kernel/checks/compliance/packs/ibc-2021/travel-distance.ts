/** @module travel-distance: travel distance to an exit (IBC-2021, Table 1017.2). */
import { aRoom } from '../../examples/rooms.ts';
import { groupOf, uncounted } from '../../measures/occupants.ts';
import { roomTravel, sprinkleredLimit } from '../../measures/travel.ts';
import { prepareWays } from '../../measures/ways.ts';
import { atMost, metres, unknown } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcTravelDistance = defineRule({
  id: 'IBC-2021.travel-distance',
  title: 'Travel distance to an exit',
  source: ibc('Table 1017.2', 'H'),
  subject: 'room',
  reach: 'building',
  prepare: prepareWays,
  parameters: {
    A: metres(60.96),
    B: metres(60.96),
    E: metres(60.96),
    'F-1': metres(60.96),
    F: metres(60.96),
    M: metres(60.96),
    'R-1': metres(60.96),
    'R-2': metres(60.96),
    'R-3': metres(60.96),
    'S-1': metres(60.96),
    S: metres(60.96),
    'F-2': metres(91.44),
    'S-2': metres(91.44),
    U: metres(91.44),
    sprinklered: metres(76.2),
    sprinklered_B: metres(91.44),
    sprinklered_low: metres(121.92),
  },
  check: (room, run, limits) => {
    const group = groupOf(run, room);
    if (group === null) {
      return uncounted(room);
    }
    const plain = new Map(Object.entries(limits)).get(group);
    if (plain === undefined) return unknown(`no limit is known for occupancy \`${group}\``);
    const most = run.circumstances.sprinklered ? sprinkleredLimit(limits, group) : plain;
    return atMost(roomTravel.of(run, room.id), most, 'add an exit nearer to the room');
  },
  examples: {
    limit: aRoom(
      { width: 49_638, depth: 36_566, doors: [500] },
      'a room whose furthest corner is 60,960 mm from the exit',
    ),
    beyond: aRoom(
      { width: 49_638, depth: 36_567, doors: [500] },
      'a room whose furthest corner is 0.6 mm further',
    ),
    not_applicable: aRoom({ usage: 'corridor', width: 80_000 }, 'a corridor'),
  },
});
