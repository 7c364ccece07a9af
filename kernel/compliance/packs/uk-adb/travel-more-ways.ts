/** @module travel-more-ways: travel distance in more than one direction (UK-ADB, Table 2.1). */
import { aRoom } from '../../examples/rooms.ts';
import { exitsOf, loadOf } from '../../measures/occupants.ts';
import { roomTravel } from '../../measures/travel.ts';
import { prepareWays } from '../../measures/ways.ts';
import { atMost, metres, otherwise, unknown } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adb } from '../sources.ts';

export const adbTravelMoreWays = defineRule({
  id: 'UK-ADB.travel-more-ways',
  title: 'Travel distance in more than one direction',
  source: adb('Table 2.1', 'M'),
  subject: 'room',
  reach: 'building',
  prepare: prepareWays,
  parameters: { most: metres(45) },
  check: (room, run, { most }) => {
    const load = loadOf(run, room.id);
    if (!load.known) return unknown(load.because);
    if (load.persons === 0) return otherwise('nobody is counted in the room');
    if (exitsOf(run, room.params.level_id).length < 2) {
      return otherwise('the storey has one way out');
    }
    return atMost(roomTravel.of(run, room.id), most, 'add an exit nearer to the room');
  },
  examples: {
    limit: aRoom(
      { width: 28_890, depth: 35_970, doors: [500, 1500] },
      'a room with two doors, 45 m from its furthest corner',
    ),
    beyond: aRoom(
      { width: 28_890, depth: 35_971, doors: [500, 1500] },
      'a room with two doors, 0.8 mm further',
    ),
    not_applicable: aRoom({}, 'a room with one door'),
  },
});
