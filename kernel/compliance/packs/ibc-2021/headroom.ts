/** @module headroom: headroom under what hangs into a room (IBC-2021, 1003.3.1). */
import { aRoom } from '../../examples/rooms.ts';
import { roomHeadroom } from '../../measures/rooms.ts';
import { unoccupied } from '../../measures/served.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcHeadroom = defineRule({
  id: 'IBC-2021.headroom',
  title: 'Headroom under what hangs into a room',
  source: ibc('1003.3.1', 'L'),
  subject: 'room',
  parameters: { least: mm(2032) },
  check: (room, run, { least }) =>
    unoccupied(room) ??
    atLeast(
      roomHeadroom.of(run, room.id),
      least,
      'raise what hangs into the room, or fence off the floor under a stair',
    ),
  examples: {
    limit: aRoom({ beam: 2032 }, 'a beam 2,032 mm above the floor'),
    beyond: aRoom({ beam: 2031 }, 'a beam 2,031 mm above the floor'),
    not_applicable: aRoom({ beam: 1900, usage: 'plant' }, 'a beam in a plant room'),
  },
});
