/** @module movement-area: movement area in a sanitary room (DIN-18040-1, 5.3.3). */
import { aRoom } from '../../examples/rooms.ts';
import { roomFreeCircle } from '../../measures/rooms.ts';
import { notSanitary } from '../../measures/served.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { din } from '../sources.ts';

export const dinMovementArea = defineRule({
  id: 'DIN-18040-1.movement-area',
  title: 'Movement area in a sanitary room',
  source: din('5.3.3', 'M'),
  subject: 'room',
  parameters: { least: mm(1500) },
  check: (room, run, { least }) =>
    notSanitary(room) ??
    atLeast(
      roomFreeCircle.of(run, room.id),
      least,
      'make the room wider or take something out of it',
    ),
  examples: {
    limit: aRoom({ usage: 'wc', depth: 1500 }, 'a toilet of 1,500 mm'),
    beyond: aRoom({ usage: 'wc', depth: 1499 }, 'a toilet of 1,499 mm'),
    not_applicable: aRoom({ depth: 1400 }, 'an office of 1,400 mm'),
  },
});
