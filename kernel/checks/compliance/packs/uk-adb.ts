/** @module uk-adb: rules of Approved Document B (England), volume 2: means of escape. */
import { aRoom } from '../examples/rooms.ts';
import { roomOnStoreyWithExits, roomOnStoreyWithOneExit } from '../guards.ts';
import { roomTravel } from '../measures/travel.ts';
import { metres } from '../outcome.ts';
import { definePack } from '../pack.ts';
import { row } from '../row.ts';
import { adbExitWidth } from './uk-adb/exit-width.ts';
import { adbStoreyExits } from './uk-adb/storey-exits.ts';

export const UK_ADB = definePack({
  standard: 'UK-ADB',
  edition: '2019, volume 2',
  title: 'Approved Document B (England), volume 2: means of escape',
  version: '1.0.0',
  rules: {
    'exit-width': adbExitWidth,
    'storey-exits': adbStoreyExits,
    'travel-more-ways': row('room', roomOnStoreyWithExits, {
      title: 'Travel distance in more than one direction',
      source: { clause: 'Table 2.1', confidence: 'M' },
      require: { measure: roomTravel, at_most: metres(45) },
      fix: 'add an exit nearer to the room',
      pass: aRoom(
        { width: 28_890, depth: 35_970, doors: [500, 1500] },
        'a room with two doors, 45 m from its furthest corner',
      ),
      fail: aRoom(
        { width: 28_890, depth: 35_971, doors: [500, 1500] },
        'a room with two doors, 0.8 mm further',
      ),
      not_applicable: aRoom({}, 'a room with one door'),
    }),
    'travel-one-way': row('room', roomOnStoreyWithOneExit, {
      title: 'Travel distance in one direction',
      source: { clause: 'Table 2.1', confidence: 'M' },
      require: { measure: roomTravel, at_most: metres(18) },
      fix: 'add an exit nearer to the room',
      pass: aRoom(
        { width: 11_690, depth: 14_370, doors: [500] },
        'a room with one door, 18 m from its furthest corner',
      ),
      fail: aRoom(
        { width: 11_690, depth: 14_371, doors: [500] },
        'a room with one door, 0.8 mm further',
      ),
      not_applicable: aRoom({ doors: [500, 3000] }, 'a room with two doors'),
    }),
  },
});
