/** @module habitable-height: height of a habitable room (IBC-2021, 1208.2). */
import { aRoom } from '../../examples/rooms.ts';
import { roomHeight } from '../../measures/rooms.ts';
import { notHabitable } from '../../measures/served.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcHabitableHeight = defineRule({
  id: 'IBC-2021.habitable-height',
  title: 'Height of a habitable room',
  source: ibc('1208.2', 'L'),
  subject: 'room',
  parameters: { least: mm(2286) },
  check: (room, run, { least }) =>
    notHabitable(room) ??
    atLeast(roomHeight.of(run, room.id), least, 'raise what is above the room, or lower its floor'),
  examples: {
    limit: aRoom({ usage: 'bedroom', height: 2286 }, 'a bedroom of 2,286 mm height'),
    beyond: aRoom({ usage: 'bedroom', height: 2285 }, 'a bedroom of 2,285 mm height'),
    not_applicable: aRoom({ usage: 'storage', height: 2000 }, 'a store of 2,000 mm height'),
  },
});
