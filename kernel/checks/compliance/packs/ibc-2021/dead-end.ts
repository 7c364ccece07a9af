/** @module dead-end: dead end of a corridor (IBC-2021, 1020.5). */
import { aCorridor, aRoom } from '../../examples/rooms.ts';
import {
  corridorDeadEnd,
  corridorWidth,
  notCorridor,
  prepareCorridors,
} from '../../measures/corridors.ts';
import { atMost, metres } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcDeadEnd = defineRule({
  id: 'IBC-2021.dead-end',
  title: 'Dead end of a corridor',
  source: ibc('1020.5', 'M'),
  subject: 'room',
  reach: 'storey',
  prepare: prepareCorridors,
  parameters: { most: metres(6.096), sprinklered: metres(15.24) },
  check: (room, run, { most, sprinklered }) => {
    const beside = notCorridor(run, room);
    if (beside !== null) return beside;
    const longest = run.circumstances.sprinklered ? sprinklered : most;
    const width = corridorWidth.of(run, room.id);
    // A dead end is none while it is no longer than 2.5 times its width.
    const wide = width.kind === 'value' ? (2.5 * width.value) / 1000 : 0;
    const limit = { ...longest, value: Math.max(longest.value, wide) };
    return atMost(
      corridorDeadEnd.of(run, room.id),
      limit,
      'shorten the dead end, or add a door that leads on',
    );
  },
  examples: {
    limit: aCorridor({ width: 30_000, depth: 1500, doors: [500, 23479] }, 'a dead end of 6,096 mm'),
    beyond: aCorridor(
      { width: 30_000, depth: 1500, doors: [500, 23477] },
      'a dead end 2 mm longer',
    ),
    not_applicable: aRoom({ width: 30_000, doors: [500, 15_000] }, 'an office'),
  },
});
