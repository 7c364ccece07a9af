/** @module dead-end: length of a dead end of a corridor (IBC-2021, 1020.5). */
import { aCorridor, aRoom } from '../../examples/rooms.ts';
import { corridor } from '../../guards.ts';
import { corridorDeadEnd, corridorWidth } from '../../measures/corridors.ts';
import { atMost, metres } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

export const ibcDeadEnd = defineRule({
  title: 'Dead end of a corridor',
  source: { clause: '1020.5', confidence: 'M' },
  subject: 'room',
  uses: [corridorWidth, corridorDeadEnd],
  parameters: { most: metres(6.096), sprinklered: metres(15.24) },
  check: (room, run, { most, sprinklered }) => {
    const exempt = corridor.exempt(room, run);
    if (exempt !== null) return exempt;
    const longest = run.circumstances.sprinklered ? sprinklered : most;
    const width = corridorWidth.of(run, room.id);
    // A dead end of up to 2.5 times its width does not count.
    const wide = width.outcome === 'value' ? (2.5 * width.value) / 1000 : 0;
    const limit = { ...longest, value: Math.max(longest.value, wide) };
    return atMost(
      corridorDeadEnd.of(run, room.id),
      limit,
      'shorten the dead end, or add a door towards an exit',
    );
  },
  pass: aCorridor({ width: 30_000, depth: 1500, doors: [500, 23479] }, 'a dead end of 6,096 mm'),
  fail: aCorridor({ width: 30_000, depth: 1500, doors: [500, 23477] }, 'a dead end 2 mm longer'),
  not_applicable: aRoom({ width: 30_000, doors: [500, 15_000] }, 'an office'),
});
