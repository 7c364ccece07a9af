/** @module corridor-width: clear width of a corridor (UK-ADM, 3.14). */
import { aCorridor, aRoom } from '../../examples/rooms.ts';
import { corridorWidth, notCorridor, prepareCorridors } from '../../measures/corridors.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adm } from '../sources.ts';

export const admCorridorWidth = defineRule({
  id: 'UK-ADM.corridor-width',
  title: 'Clear width of a corridor',
  source: adm('3.14', 'L'),
  subject: 'room',
  reach: 'storey',
  prepare: prepareCorridors,
  parameters: { least: mm(1200) },
  check: (room, run, { least }) =>
    notCorridor(run, room) ??
    atLeast(
      corridorWidth.of(run, room.id),
      least,
      'move a wall, or take away what stands in the corridor',
    ),
  examples: {
    limit: aCorridor({ depth: 1200 }, 'a corridor of 1,200 mm'),
    beyond: aCorridor({ depth: 1199 }, 'a corridor of 1,199 mm'),
    not_applicable: aRoom({ depth: 900, doors: [500, 3000] }, 'an office of 900 mm'),
  },
});
