/** @module habitable-width: width of a habitable room (IBC-2021, 1208.1). */
import { aRoom } from '../../examples/rooms.ts';
import { roomWidth } from '../../measures/rooms.ts';
import { notHabitable } from '../../measures/served.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcHabitableWidth = defineRule({
  id: 'IBC-2021.habitable-width',
  title: 'Width of a habitable room',
  source: ibc('1208.1', 'L'),
  subject: 'room',
  parameters: { least: mm(2134) },
  check: (room, run, { least }) =>
    notHabitable(room) ?? atLeast(roomWidth.of(run, room.id), least, 'make the room wider'),
  examples: {
    limit: aRoom({ usage: 'bedroom', depth: 2134 }, 'a bedroom of 2,134 mm'),
    beyond: aRoom({ usage: 'bedroom', depth: 2133 }, 'a bedroom of 2,133 mm'),
    not_applicable: aRoom({ usage: 'storage', depth: 1500 }, 'a store of 1,500 mm'),
  },
});
