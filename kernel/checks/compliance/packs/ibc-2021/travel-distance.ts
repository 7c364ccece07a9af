/** @module travel-distance: travel distance to an exit (IBC-2021, Table 1017.2). */
import { aRoom } from '../../examples/rooms.ts';
import { notEvaluated } from '../../measured.ts';
import { groupOf, withoutGroup } from '../../measures/occupants.ts';
import { roomTravel } from '../../measures/travel.ts';
import { atMost, metres } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

/** Occupancy groups of low hazard, with a longer limit under sprinklers. */
const LOW_HAZARD: ReadonlySet<string> = new Set(['F-2', 'S-2', 'U']);

export const ibcTravelDistance = defineRule({
  title: 'Travel distance to an exit',
  source: { clause: 'Table 1017.2', confidence: 'H' },
  subject: 'room',
  uses: [roomTravel],
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
    if (group === null) return withoutGroup(room);
    const plain = new Map(Object.entries(limits)).get(group);
    if (plain === undefined) return notEvaluated(`no limit is known for occupancy \`${group}\``);
    const { sprinklered, sprinklered_B, sprinklered_low } = limits;
    const special = group === 'B' ? sprinklered_B : LOW_HAZARD.has(group) ? sprinklered_low : null;
    const most = run.circumstances.sprinklered ? (special ?? sprinklered) : plain;
    return atMost(roomTravel.of(run, room.id), most, 'add an exit nearer to the room');
  },
  pass: aRoom(
    { width: 49_638, depth: 36_566, doors: [500] },
    'a room whose furthest corner is 60,960 mm from the exit',
  ),
  fail: aRoom(
    { width: 49_638, depth: 36_567, doors: [500] },
    'a room whose furthest corner is 0.6 mm further away',
  ),
  not_applicable: aRoom({ usage: 'corridor', width: 80_000 }, 'a corridor'),
});
