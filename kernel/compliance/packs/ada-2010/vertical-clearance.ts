/** @module vertical-clearance: vertical clearance in a room (ADA-2010, 307.4). */
import { aRoom } from '../../examples/rooms.ts';
import { roomHeadroom } from '../../measures/rooms.ts';
import { unoccupied } from '../../measures/served.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ada } from '../sources.ts';

export const adaVerticalClearance = defineRule({
  id: 'ADA-2010.vertical-clearance',
  title: 'Vertical clearance in a room',
  source: ada('307.4', 'L'),
  subject: 'room',
  parameters: { least: mm(2030) },
  check: (room, run, { least }) =>
    unoccupied(room) ??
    atLeast(
      roomHeadroom.of(run, room.id),
      least,
      'raise what hangs into the room, or fence off the floor under a stair',
    ),
  examples: {
    limit: aRoom({ beam: 2030 }, 'a beam 2,030 mm above the floor'),
    beyond: aRoom({ beam: 2029 }, 'a beam 2,029 mm above the floor'),
    not_applicable: aRoom({ beam: 1900, usage: 'plant' }, 'a beam in a plant room'),
  },
});
