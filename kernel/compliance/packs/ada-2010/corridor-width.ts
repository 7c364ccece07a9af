/** @module corridor-width: clear width of a corridor (ADA-2010, 403.5.1). */
import { aCorridor, aRoom } from '../../examples/rooms.ts';
import { corridorWidth, notCorridor, prepareCorridors } from '../../measures/corridors.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ada } from '../sources.ts';

export const adaCorridorWidth = defineRule({
  id: 'ADA-2010.corridor-width',
  title: 'Clear width of a corridor',
  source: ada('403.5.1', 'H'),
  subject: 'room',
  reach: 'storey',
  prepare: prepareCorridors,
  parameters: { least: mm(915) },
  check: (room, run, { least }) =>
    notCorridor(run, room) ??
    atLeast(
      corridorWidth.of(run, room.id),
      least,
      'move a wall, or take away what stands in the corridor',
    ),
  examples: {
    limit: aCorridor({ depth: 915 }, 'a corridor of 915 mm'),
    beyond: aCorridor({ depth: 914 }, 'a corridor of 914 mm'),
    not_applicable: aRoom({ depth: 900, doors: [500, 3000] }, 'an office of 900 mm'),
  },
});
