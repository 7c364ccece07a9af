/** @module travel-one-way: travel distance in one direction (UK-ADB, Table 2.1). */
import { aRoom } from '../../examples/rooms.ts';
import { exitsOf, loadOf } from '../../measures/occupants.ts';
import { roomTravel } from '../../measures/travel.ts';
import { prepareWays } from '../../measures/ways.ts';
import { atMost, metres, otherwise, unknown } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adb } from '../sources.ts';

export const adbTravelOneWay = defineRule({
  id: 'UK-ADB.travel-one-way',
  title: 'Travel distance in one direction',
  source: adb('Table 2.1', 'M'),
  subject: 'room',
  reach: 'building',
  prepare: prepareWays,
  parameters: { most: metres(18) },
  check: (room, run, { most }) => {
    const load = loadOf(run, room.id);
    if (!load.known) return unknown(load.because);
    if (load.persons === 0) return otherwise('nobody is counted in the room');
    if (exitsOf(run, room.params.level_id).length > 1) {
      return otherwise('the storey has more than one way out');
    }
    return atMost(roomTravel.of(run, room.id), most, 'add an exit nearer to the room');
  },
  examples: {
    limit: aRoom(
      { width: 11_690, depth: 14_370, doors: [500] },
      'a room with one door, 18 m from its furthest corner',
    ),
    beyond: aRoom(
      { width: 11_690, depth: 14_371, doors: [500] },
      'a room with one door, 0.8 mm further',
    ),
    not_applicable: aRoom({ doors: [500, 3000] }, 'a room with two doors'),
  },
});
