/** @module turning-circle: turning circle in a sanitary room (ADA-2010, 304.3.1). */
import { aRoom } from '../../examples/rooms.ts';
import { roomFreeCircle } from '../../measures/rooms.ts';
import { notSanitary } from '../../measures/served.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ada } from '../sources.ts';

export const adaTurningCircle = defineRule({
  id: 'ADA-2010.turning-circle',
  title: 'Turning circle in a sanitary room',
  source: ada('304.3.1', 'M'),
  subject: 'room',
  parameters: { least: mm(1525) },
  check: (room, run, { least }) =>
    notSanitary(room) ??
    atLeast(
      roomFreeCircle.of(run, room.id),
      least,
      'make the room wider or take something out of it; a T-shaped space is not looked for',
    ),
  examples: {
    limit: aRoom({ usage: 'toilet', depth: 1525 }, 'a toilet of 1,525 mm'),
    beyond: aRoom({ usage: 'toilet', depth: 1524 }, 'a toilet of 1,524 mm'),
    not_applicable: aRoom({ depth: 1400 }, 'an office of 1,400 mm'),
  },
});
