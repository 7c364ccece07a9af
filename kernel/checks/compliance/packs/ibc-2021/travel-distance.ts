/** @module travel-distance: travel distance to an exit (IBC-2021, Table 1017.2). */
import { aRoom } from '../../examples/rooms.ts';
import { notEvaluated } from '../../measured.ts';
import { groupOf, ofGroup, withoutGroup } from '../../measures/occupants.ts';
import { roomTravel } from '../../measures/travel.ts';
import { atMost, feet } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

/** Occupancy groups of low hazard, with a longer limit under sprinklers. */
const LOW_HAZARD: ReadonlySet<string> = new Set(['F-2', 'S-2', 'U']);

export const ibcTravelDistance = defineRule({
  title: 'Travel distance to an exit',
  source: { clause: 'Table 1017.2', confidence: 'H' },
  subject: 'room',
  uses: [roomTravel],
  parameters: {
    A: feet(200),
    B: feet(200),
    E: feet(200),
    'F-1': feet(200),
    F: feet(200),
    M: feet(200),
    'R-1': feet(200),
    'R-2': feet(200),
    'R-3': feet(200),
    'S-1': feet(200),
    S: feet(200),
    'F-2': feet(300),
    'S-2': feet(300),
    U: feet(300),
    sprinklered: feet(250),
    sprinklered_B: feet(300),
    sprinklered_low: feet(400),
  },
  check: (room, run, limits) => {
    const group = groupOf(run, room);
    if (group === null) return withoutGroup(room);
    const plain = ofGroup(limits, group);
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
