/** @module dead-end: length of a dead end of a corridor (IBC-2021, 1020.5). */
import { aCorridor, aRoom } from '../../examples/rooms.ts';
import { corridor } from '../../guards.ts';
import { notEvaluated } from '../../measured.ts';
import { corridorDeadEnd, corridorWidth, groupsServed } from '../../measures/corridors.ts';
import { ofGroup } from '../../measures/occupants.ts';
import { atMost, feet, metres, type Outcome, type Quantity } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

/** Occupancy groups whose dead ends may be longer under sprinklers (exception 2). */
const LONGER = {
  B: true,
  E: true,
  F: true,
  'I-1': true,
  M: true,
  'R-1': true,
  'R-2': true,
  S: true,
  U: true,
};

const GROUP_UNKNOWN =
  'the limit under sprinklers depends on the occupancy group: state it, or the usage of the rooms';

export const ibcDeadEnd = defineRule({
  title: 'Dead end of a corridor',
  source: { clause: '1020.5', confidence: 'M' },
  subject: 'room',
  uses: [corridorWidth, corridorDeadEnd],
  parameters: { most: feet(20), sprinklered: feet(50) },
  check: (room, run, { most, sprinklered }) => {
    const exempt = corridor.exempt(room, run);
    if (exempt !== null) return exempt;
    const width = corridorWidth.of(run, room.id);
    // A dead end of up to 2.5 times its width does not count.
    const wide = metres(width.outcome === 'value' ? (2.5 * width.value) / 1000 : 0);
    const against = (limit: Quantity): Outcome =>
      atMost(
        corridorDeadEnd.of(run, room.id),
        wide.value > limit.value ? wide : limit,
        'shorten the dead end, or add a door towards an exit',
      );
    const [plain, longer] = [against(most), against(sprinklered)];
    if (!run.circumstances.sprinklered || plain.outcome !== 'fail') return plain;
    if (longer.outcome === 'fail') return longer;
    const groups = groupsServed(run, room);
    if (groups.length === 0) return notEvaluated(GROUP_UNKNOWN);
    return groups.every((group) => ofGroup(LONGER, group) === true) ? longer : plain;
  },
  pass: aCorridor({ width: 30_000, depth: 1500, doors: [500, 23479] }, 'a dead end of 6,096 mm'),
  fail: aCorridor({ width: 30_000, depth: 1500, doors: [500, 23477] }, 'a dead end 2 mm longer'),
  not_applicable: aRoom({ width: 30_000, doors: [500, 15_000] }, 'an office'),
});
