/** @module tests of the effects of sprinklers, rule by rule and occupancy group by occupancy group. */
import { expect, test } from 'vitest';

import { aCorridor, aRoom } from '../../../../../kernel/checks/compliance/examples/rooms.ts';
import type { Outcome } from '../../../../../kernel/checks/compliance/outcome.ts';
import { PACKS } from '../../../../../kernel/checks/compliance/packs/packs.ts';
import type { Example } from '../../../../../kernel/checks/compliance/rule.ts';
import { runOf } from '../example-view.ts';

const RULES = PACKS.flatMap(({ rules }) => rules);

function check(id: string, example: Example): Outcome {
  const rule = RULES.find((one) => one.id === id);
  const run = runOf(example);
  const subject = rule && run.view.elementOf(example.subject, rule.subject);
  if (rule === undefined || subject === undefined) throw new Error(`no subject of ${id}`);
  return rule.check(subject, run);
}

/** Common path of Table 1006.2.1: 75 ft, with sprinklers 100 ft in groups B, F and S and 125 ft in R-2. */
const [FT_75, FT_100, FT_125] = [22.86, 30.48, 38.1];

test.each([
  ['A', FT_75],
  ['B', FT_100],
  ['E', FT_75],
  ['F', FT_100],
  ['F-1', FT_100],
  ['M', FT_75],
  ['R-1', FT_75],
  ['R-2', FT_125],
  ['S', FT_100],
  ['S-2', FT_100],
  ['U', FT_75],
])('the common path of group %s is 22.86 m, with sprinklers %d m', (occupancy, protected_m) => {
  for (const [sprinklered, required] of [
    [false, FT_75],
    [true, protected_m],
  ] as const) {
    const room = aRoom({ circumstances: { occupancy, sprinklered } }, 'a room');
    expect(check('IBC-2021.common-path', room)).toMatchObject({ outcome: 'pass', required });
  }
});

test('the common path of a group of high hazard is not evaluated', () => {
  const room = aRoom({ circumstances: { occupancy: 'H-2', sprinklered: true } }, 'a room');
  expect(check('IBC-2021.common-path', room)).toEqual({
    outcome: 'not_evaluated',
    because: 'no limit is known for occupancy `H-2`',
  });
});

/** A corridor 1.2 m wide (2.5 times its width is 3 m) with a dead end of 7 m, and one of 11 m next to a room. */
const corridor = (sprinklered: boolean, occupancy: string | null, room?: string): Example => ({
  ...aCorridor(
    {
      width: 30_000,
      depth: 1200,
      // A third door leads into the room, which is 10 m long.
      doors: room === undefined ? [500, 22_575] : [1000, 10_500, 22_575],
      ...(room === undefined ? {} : { room }),
    },
    'a corridor',
  ),
  circumstances: { sprinklered, occupancy },
});

test.each([
  ['B', 'pass'],
  ['E', 'pass'],
  ['F-1', 'pass'],
  ['I-1', 'pass'],
  ['M', 'pass'],
  ['R-1', 'pass'],
  ['R-2', 'pass'],
  ['S-2', 'pass'],
  ['U', 'pass'],
  ['A', 'fail'],
  ['A-3', 'fail'],
  ['I-2', 'fail'],
  ['R-3', 'fail'],
  ['H-1', 'fail'],
] as const)('a dead end of 7 m under sprinklers in group %s: %s', (occupancy, outcome) => {
  expect(check('IBC-2021.dead-end', corridor(true, occupancy))).toMatchObject({ outcome });
  expect(check('IBC-2021.dead-end', corridor(false, occupancy))).toMatchObject({
    outcome: 'fail',
    required: 6.096,
    stated: '20 ft',
  });
});

test.each([
  ['office', 'pass', 15.24],
  ['meeting', 'fail', 6.096],
] as const)(
  'without a stated group, a dead end next to a room used as %s: %s',
  (usage, outcome, required) => {
    expect(check('IBC-2021.dead-end', corridor(true, null, usage))).toMatchObject({
      outcome,
      required,
    });
  },
);

test('a dead end beside rooms of unknown group is not evaluated between the two limits', () => {
  expect(check('IBC-2021.dead-end', corridor(true, null))).toMatchObject({
    outcome: 'not_evaluated',
  });
});

/** A meeting room of 15 m by 8 m, 17 m across: doors 5,670 mm apart are more than a third of it, 5,660 mm less. */
const doors = (apart: number, sprinklered: boolean): Example =>
  aRoom(
    {
      usage: 'meeting',
      width: 15_000,
      depth: 8000,
      doors: [500, 500 + apart],
      circumstances: { sprinklered },
    },
    'a room',
  );

test.each([
  [5670, true, 'pass'],
  [5660, true, 'fail'],
  [5670, false, 'fail'],
  [8500, false, 'pass'],
  [8490, false, 'fail'],
] as const)('doors %d mm apart, sprinklers %s: %s', (apart, sprinklered, outcome) => {
  expect(check('IBC-2021.door-separation', doors(apart, sprinklered))).toMatchObject({ outcome });
});

test('sprinklers change no other rule: door and stair widths per person need a voice alarm too', () => {
  const changed = new Set<string>();
  for (const rule of RULES) {
    for (const example of Object.values(rule.examples)) {
      const [plain, sprinklered] = [false, true].map((on) =>
        check(rule.id, {
          ...example,
          circumstances: { ...example.circumstances, sprinklered: on },
        }),
      );
      if (JSON.stringify(plain) !== JSON.stringify(sprinklered)) changed.add(rule.id);
    }
  }
  expect([...changed].toSorted()).toEqual(
    ['common-path', 'dead-end', 'door-separation', 'travel-distance'].map(
      (name) => `IBC-2021.${name}`,
    ),
  );
});
