/** @module ceiling-height: ceiling height on the way out (IBC-2021, 1003.2). */
import { aRoom } from '../../examples/rooms.ts';
import { roomHeight } from '../../measures/rooms.ts';
import { unoccupied } from '../../measures/served.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcCeilingHeight = defineRule({
  id: 'IBC-2021.ceiling-height',
  title: 'Ceiling height on the way out',
  source: ibc('1003.2', 'H'),
  subject: 'room',
  parameters: { least: mm(2286) },
  check: (room, run, { least }) =>
    unoccupied(room) ??
    atLeast(roomHeight.of(run, room.id), least, 'raise what is above the room, or lower its floor'),
  examples: {
    limit: aRoom({ height: 2286 }, 'a slab 2,286 mm above the floor'),
    beyond: aRoom({ height: 2285 }, 'a slab 2,285 mm above the floor'),
    not_applicable: aRoom({ height: 2000, usage: 'plant' }, 'a plant room of 2,000 mm height'),
  },
});
