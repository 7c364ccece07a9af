/** @module corridor-width: clear width of a corridor (DIN-18040-1, 4.3.2). */
import { aCorridor, aRoom } from '../../examples/rooms.ts';
import { corridorWidth, notCorridor, prepareCorridors } from '../../measures/corridors.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { din } from '../sources.ts';

export const dinCorridorWidth = defineRule({
  id: 'DIN-18040-1.corridor-width',
  title: 'Clear width of a corridor',
  source: din('4.3.2', 'L'),
  subject: 'room',
  reach: 'storey',
  prepare: prepareCorridors,
  parameters: { least: mm(1500) },
  check: (room, run, { least }) =>
    notCorridor(run, room) ??
    atLeast(
      corridorWidth.of(run, room.id),
      least,
      'move a wall, or take away what stands in the corridor',
    ),
  examples: {
    limit: aCorridor({ depth: 1500 }, 'a corridor of 1,500 mm'),
    beyond: aCorridor({ depth: 1499 }, 'a corridor of 1,499 mm'),
    not_applicable: aRoom({ depth: 900, doors: [500, 3000] }, 'an office of 900 mm'),
  },
});
