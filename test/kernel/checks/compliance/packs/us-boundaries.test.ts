/** @module tests of US limits that numbers of occupants choose, and of routes in feet: both sides of each. */
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../../kernel/building/kinds/elements.ts';
import {
  aCorridor,
  aRoom,
  onLevel,
} from '../../../../../kernel/checks/compliance/examples/rooms.ts';
import { aStair, roomAbove } from '../../../../../kernel/checks/compliance/examples/stairs.ts';
import { IBC_2021 } from '../../../../../kernel/checks/compliance/packs/ibc-2021.ts';
import type { Example } from '../../../../../kernel/checks/compliance/rule.ts';
import type { Circumstances } from '../../../../../kernel/checks/compliance/run.ts';
import { runOf } from '../example-view.ts';

const shows = 'a case';

function outcomeOf(name: string, example: Example): string {
  const rule = IBC_2021.rules.find(({ id }) => id === `IBC-2021.${name}`);
  const run = runOf(example);
  const subject = rule && run.view.elementOf(example.subject, rule.subject);
  if (rule === undefined || subject === undefined) throw new Error(`no subject of ${name}`);
  return rule.check(subject, run).outcome;
}

/** The room `id` of the example states this many occupants. */
function holding(occupancy: number, example: Example, id = 'R1'): Example {
  const stated = (element: Element): Element =>
    element.kind === 'room' && element.id === id
      ? { ...element, params: { ...element.params, occupancy } }
      : element;
  return { ...example, elements: example.elements.map(stated) };
}

/** An office of 20 m² with doors on one side that lead out. */
const office = (occupants: number, doors: readonly number[]): Example =>
  holding(occupants, aRoom({ width: 9000, doors }, shows));

describe('numbers of occupants', () => {
  const cases = [
    // Table 1006.2.1: one exit is enough for 49, 29, 20 and 10 persons.
    ['second-exit', 'B', 49, [500], 'not_applicable'],
    ['second-exit', 'B', 50, [500], 'fail'],
    ['second-exit', 'S-1', 29, [500], 'not_applicable'],
    ['second-exit', 'S-1', 30, [500], 'fail'],
    ['second-exit', 'R-2', 20, [500], 'not_applicable'],
    ['second-exit', 'R-2', 21, [500], 'fail'],
    ['second-exit', 'I-2', 10, [500], 'not_applicable'],
    ['second-exit', 'I-2', 11, [500], 'fail'],
    // 1006.2.1.1: three exits for 501 to 1,000 persons, four for more.
    ['many-exits', 'A', 500, [500, 3000], 'not_applicable'],
    ['many-exits', 'A', 501, [500, 3000], 'fail'],
    ['many-exits', 'A', 501, [500, 3000, 6000], 'pass'],
    ['many-exits', 'A', 1000, [500, 3000, 6000], 'pass'],
    ['many-exits', 'A', 1001, [500, 3000, 6000], 'fail'],
    ['many-exits', 'A', 1001, [500, 2000, 4000, 6000], 'pass'],
  ] as const;
  test.each(
    cases.map(([rule, group, persons, doors, is]) => ({ rule, group, persons, doors, is })),
  )('$rule in group $group, $persons persons, doors at $doors: $is', (one) => {
    const { rule, group, persons, doors, is } = one;
    const example = office(persons, doors);
    expect(outcomeOf(rule, { ...example, circumstances: { occupancy: group } })).toBe(is);
  });

  test.each([
    // 1006.3.3: one exit of the lowest storey for 49 persons, two up to 500, three up to 1,000, four for more.
    [1, [], 'fail'],
    [49, [], 'fail'],
    [49, [500], 'pass'],
    [50, [500], 'fail'],
    [500, [500, 3000], 'pass'],
    [501, [500, 3000], 'fail'],
    [1000, [500, 3000, 6000], 'pass'],
    [1001, [500, 3000, 6000], 'fail'],
    [1001, [500, 2000, 4000, 6000], 'pass'],
  ] as const)('a storey of %d persons with doors at %o: %s', (persons, doors, is) => {
    expect(outcomeOf('storey-exits', onLevel(office(persons, doors)))).toBe(is);
  });

  // 36 in (914.4 mm) suffice for fewer than 50 persons; schools need 72 in (1,828.8 mm) from 100 persons on.
  test.each([
    [49, 914.4, null, 'pass'],
    [50, 914.4, null, 'fail'],
    [50, 1117.6, null, 'pass'],
    [50, 1117.58, null, 'fail'],
    [99, 1117.6, 'E', 'pass'],
    [100, 1117.6, 'E', 'fail'],
    [100, 1828.8, 'E', 'pass'],
    [100, 1828.78, 'E', 'fail'],
  ] as const)(
    'a corridor for %d persons, %f mm wide, in group %o: %s',
    (persons, depth, group, is) => {
      const corridor = holding(persons, aCorridor({ depth, room: 'storage' }, shows), 'R2');
      expect(
        outcomeOf('corridor-width', { ...corridor, circumstances: { occupancy: group } }),
      ).toBe(is);
    },
  );

  test.each([
    [49, 914.4, 'pass'],
    [50, 914.4, 'fail'],
    [50, 1117.6, 'pass'],
    [50, 1117.58, 'fail'],
  ] as const)('a stair for %d persons, %f mm wide: %s', (persons, width, is) => {
    const stair = aStair({ width, rooms: [roomAbove('office')] }, shows);
    expect(outcomeOf('stair-width', holding(persons, stair))).toBe(is);
  });
});

type Route = readonly [
  rule: string,
  feet: number,
  usage: string,
  circumstances: Partial<Circumstances>,
];

/**
 * A room with one door from which the furthest corner is `length` mm away. The point in front of the door is at
 * (950, 50); 100 mm from there to the middle of the door. The corner is 0.8 and 0.6 of the rest away.
 */
function roomWithRoute(
  length: number,
  usage: string,
  circumstances: Partial<Circumstances>,
): Example {
  const [x, y] = [0.8 * (length - 100), 0.6 * (length - 100)];
  return aRoom({ width: x + 950, depth: y + 50, doors: [500], usage, circumstances }, shows);
}

describe.each([
  ['common-path', 75, 'office', {}],
  ['common-path', 75, 'meeting', { sprinklered: true }],
  ['common-path', 100, 'office', { sprinklered: true }],
  ['common-path', 100, 'storage', { sprinklered: true }],
  ['common-path', 125, 'bedroom', { sprinklered: true }],
  ['travel-distance', 200, 'meeting', {}],
  ['travel-distance', 250, 'meeting', { sprinklered: true }],
  ['travel-distance', 300, 'office', { sprinklered: true }],
  ['travel-distance', 300, 'storage', { occupancy: 'S-2' }],
  ['travel-distance', 400, 'storage', { occupancy: 'S-2', sprinklered: true }],
] satisfies readonly Route[])('%s, %d ft, %s, %o', (rule, feet, usage, circumstances) => {
  // 1 ft = 304.8 mm; lengths that differ by no more than 0.01 mm are equal.
  test.each([
    [-0.02, 'pass'],
    [0, 'pass'],
    [0.02, 'fail'],
  ] as const)('%f mm from the limit: %s', (off, is) => {
    expect(outcomeOf(rule, roomWithRoute(304.8 * feet + off, usage, circumstances))).toBe(is);
  });
});

/** 1007.1.1: half of the longest diagonal, a third under sprinklers. */
describe.each([
  ['door-separation', 50, {}],
  ['door-separation', 100 / 3, { sprinklered: true }],
] as const)('%s, %f %% of the diagonal, %o', (rule, share, circumstances) => {
  test.each([
    [-0.2, 'fail'],
    [0, 'pass'],
    [0.2, 'pass'],
  ] as const)('%f mm from the limit: %s', (off, is) => {
    // Sides of 9 and 12 m: the diagonal is 15 m, and the tolerance of 0.001 % is 0.15 mm of it.
    const apart = 150 * share + off;
    const room = { width: 12_000, depth: 9000, usage: 'meeting', doors: [500, 500 + apart] };
    expect(outcomeOf(rule, aRoom({ ...room, circumstances }, shows))).toBe(is);
  });
});
