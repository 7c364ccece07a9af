/** @module wall joins tests: exact corners, and footprints that tile the plan. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { signedArea, validateRing } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { planBoxIntersects } from '../../../../../kernel/building/geometry/vector.ts';
import { findRooms } from '../../../../../kernel/building/geometry/walls/rooms.ts';
import {
  type StraightWall,
  wallReach,
} from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';
import type { WallFootprint } from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import {
  affectedWalls,
  solveJoins,
  solveJoinsFor,
} from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import { unionArea } from '../manifold-plan.ts';
import { gridPlan, seededNumbers } from './wall-plans.ts';

/**
 * Footprints are rounded to 0.001 mm. A rounded corner moves an edge of some metres by at most
 * 0.0007 mm, so that gaps or overlaps between two walls are about 1e-3 mm² per mm: far less than 1e-3 m² in a
 * whole plan, while a single wrong joint is at least 1e-4 m² and known kinds of errors are 1e-2 m².
 */
const TOLERANCE_MM2 = 1e-3 * 1e6;

type Options = Partial<Pick<StraightWall, 'join'>> & { readonly t?: number };

function wall(
  id: string,
  ends: readonly [number, number, number, number],
  options: Options = {},
): StraightWall {
  const [x1, y1, x2, y2] = ends;
  return {
    id,
    start: { x: x1, y: y1 },
    end: { x: x2, y: y2 },
    thickness: options.t ?? 200,
    join: options.join,
  };
}

function ringOf(footprints: ReadonlyMap<string, WallFootprint>, id: string): number[][] {
  return footprints.get(id)?.ring.map(({ x, y }) => [x, y]) ?? [];
}

function kinds(footprints: ReadonlyMap<string, WallFootprint>, id: string): string[] {
  return (footprints.get(id)?.joins ?? []).map((join) =>
    `${join.end} ${join.kind} ${join.with.join('+')}`.trim(),
  );
}

function areaSum(footprints: ReadonlyMap<string, WallFootprint>): number {
  return [...footprints.values()].reduce((sum, { ring }) => sum + signedArea(ring), 0);
}

function areaOfUnion(footprints: ReadonlyMap<string, WallFootprint>): number {
  return unionArea([...footprints.values()].map(({ ring }) => ring));
}

describe('joints with known results', () => {
  test('a free wall is a rectangle', () => {
    const solved = solveJoins([wall('a', [0, 0, 3000, 0])]);
    expect(ringOf(solved, 'a')).toEqual([
      [0, -100],
      [3000, -100],
      [3000, 100],
      [0, 100],
    ]);
    expect(kinds(solved, 'a')).toEqual(['start none', 'end none']);
    expect(solved.get('a')?.startCorners).toEqual({
      left: { x: 0, y: 100 },
      right: { x: 0, y: -100 },
    });
  });

  test('a right angle is mitred', () => {
    const solved = solveJoins([
      wall('a', [0, 0, 3000, 0]),
      wall('b', [3000, 0, 3000, 2000], { t: 300 }),
    ]);
    expect(ringOf(solved, 'a')).toEqual([
      [0, -100],
      [3150, -100],
      [2850, 100],
      [0, 100],
    ]);
    expect(kinds(solved, 'b')).toEqual(['start miter a', 'end none']);
  });

  test('a straight joint of unequal walls is a step, of equal walls a mitre', () => {
    const step = solveJoins([
      wall('a', [0, 0, 3000, 0]),
      wall('b', [6000, 0, 3000, 0], { t: 300 }),
    ]);
    expect(ringOf(step, 'a')).toEqual([
      [0, -100],
      [3000, -100],
      [3000, 100],
      [0, 100],
    ]);
    expect(kinds(step, 'b')).toEqual(['start none', 'end step a']);
    const cut = solveJoins([wall('a', [0, 0, 3000, 0]), wall('b', [3000, 0, 6000, 0])]);
    expect(kinds(cut, 'a')).toEqual(['start none', 'end miter b']);
  });

  test('nearly straight walls of unequal thickness make a step instead of a spike', () => {
    const walls = [wall('a', [0, 0, 5000, 0]), wall('b', [5000, 0, 10000, 40], { t: 300 })];
    const solved = solveJoins(walls);
    expect(kinds(solved, 'a')).toEqual(['start none', 'end step b']);
    const expected = 5000 * 200 + 5000 * 300;
    expect(Math.abs(areaSum(solved) - expected)).toBeLessThan(1000);
    expect(areaSum(solved) - areaOfUnion(solved)).toBeCloseTo(0, 1);
  });

  test.each([
    [90, 'miter'],
    [60, 'miter'],
    [30, 'miter'],
    [28, 'bevel'],
    [15, 'bevel'],
  ])('the outer corner at %i degrees is a %s', (angle, kind) => {
    const radians = (angle * Math.PI) / 180;
    const far = [
      Math.round(6000 * Math.cos(radians)),
      Math.round(6000 * Math.sin(radians)),
    ] as const;
    const solved = solveJoins([wall('a', [0, 0, 6000, 0]), wall('b', [0, 0, ...far])]);
    expect(kinds(solved, 'a').some((text) => text.includes(`start ${kind}`))).toBe(true);
    expect(areaSum(solved) - areaOfUnion(solved)).toBeCloseTo(0, 1);
  });

  test('an end on the side of a wall stops at its near face, and the wall stays whole', () => {
    const host = wall('h', [0, 0, 6000, 0]);
    for (const y of [0, 100, -100, 37.123]) {
      const solved = solveJoins([host, wall('s', [2000, y, 2000, 3000], { t: 100 })]);
      expect(ringOf(solved, 'h')).toEqual([
        [0, -100],
        [6000, -100],
        [6000, 100],
        [0, 100],
      ]);
      expect(ringOf(solved, 's')).toEqual([
        [2050, 100],
        [2050, 3000],
        [1950, 3000],
        [1950, 100],
      ]);
      expect(kinds(solved, 's')).toEqual(['start tee h', 'end none']);
    }
  });

  test.each([
    [100, true],
    [100.001, true],
    [100.5, true],
    [100.501, false],
  ])('an end %f mm beside the axis of a 200 mm wall is a tee: %s', (y, tee) => {
    const solved = solveJoins([wall('h', [0, 0, 6000, 0]), wall('s', [2000, y, 2000, 3000])]);
    expect(kinds(solved, 's')[0] === 'start tee h').toBe(tee);
  });

  test('the limit of a tee is exact on a diagonal wall', () => {
    // The host has the direction (3, 4), so half its thickness of 100 mm is (40, -30), and 0.5 mm more still touches
    // it.
    const host = wall('h', [0, 0, 3000, 4000], { t: 100 });
    const tee = (x: number) =>
      kinds(solveJoins([host, wall('s', [x, 1970, 5000, 1970])]), 's')[0] === 'start tee h';
    expect(tee(1540.625)).toBe(true);
    expect(tee(1540.626)).toBe(false);
  });

  test('two walls that end at one point of a host are mitred outside it', () => {
    const walls = [
      wall('h', [0, 0, 8000, 0]),
      wall('s', [4000, 0, 6000, 3000]),
      wall('t', [4000, 0, 4500, 3000], { t: 120 }),
      wall('u', [4000, 0, 3000, -3000]),
    ];
    const solved = solveJoins(walls);
    expect(kinds(solved, 's')).toEqual(['start miter t', 'start tee h', 'end none']);
    expect(areaSum(solved) - areaOfUnion(solved)).toBeCloseTo(0, 0);
    expect(kinds(solved, 'u')).toEqual(['start tee h', 'end none']);
  });

  test('the smaller id runs through when two walls end in each other', () => {
    const solved = solveJoins([wall('b', [0, 0, 3050, 0]), wall('a', [3000, -50, 3000, 3000])]);
    expect(kinds(solved, 'a')[0]).toBe('start none');
    expect(kinds(solved, 'b')[1]).toBe('end tee a');
    expect(areaSum(solved) - areaOfUnion(solved)).toBeCloseTo(0, 6);
  });

  test.each([
    [
      'a',
      [
        [0, -100],
        [2850, -100],
        [2850, 100],
        [0, 100],
      ],
      [
        [3150, -100],
        [3150, 2000],
        [2850, 2000],
        [2850, -100],
      ],
    ],
    [
      'b',
      [
        [0, -100],
        [3150, -100],
        [3150, 100],
        [0, 100],
      ],
      [
        [3150, 100],
        [3150, 2000],
        [2850, 2000],
        [2850, 100],
      ],
    ],
  ])('a wall marked `butt` stops and the other runs through: %s', (which, ringA, ringB) => {
    const solved = solveJoins([
      wall('a', [0, 0, 3000, 0], { join: which === 'a' ? 'butt' : 'miter' }),
      wall('b', [3000, 0, 3000, 2000], { t: 300, join: which === 'b' ? 'butt' : 'miter' }),
    ]);
    expect(ringOf(solved, 'a')).toEqual(ringA);
    expect(ringOf(solved, 'b')).toEqual(ringB);
    expect(areaSum(solved) - areaOfUnion(solved)).toBeCloseTo(0, 6);
  });

  test('a wall with `join: none` ends square and is ignored by its neighbour', () => {
    const solved = solveJoins([
      wall('a', [0, 0, 3000, 0], { join: 'none' }),
      wall('b', [3000, 0, 3000, 2000]),
    ]);
    expect(ringOf(solved, 'a')).toEqual([
      [0, -100],
      [3000, -100],
      [3000, 100],
      [0, 100],
    ]);
    expect(kinds(solved, 'b')).toEqual(['start none', 'end none']);
  });

  test('a wall shorter than its joints still has a simple outline', () => {
    const solved = solveJoins([
      wall('a', [0, 0, 3000, 0], { t: 400 }),
      wall('b', [3000, 0, 3010, 10], { t: 400 }),
      wall('c', [3010, 10, 3010, 3000], { t: 400 }),
    ]);
    for (const { ring } of solved.values()) {
      expect(validateRing(ring).ok).toBe(true);
    }
  });

  test('a wall shorter than the joint on one side stops at the face of the other', () => {
    const solved = solveJoins([wall('a', [0, 0, 6000, 0]), wall('b', [0, 0, 280, 102])]);
    expect(kinds(solved, 'b')).toEqual(['start tee a', 'end none']);
    expect(solved.get('a')?.startCorners.left.y).toBe(100);
    expect(areaSum(solved) - areaOfUnion(solved)).toBeCloseTo(0, 1);
  });

  test('a wall whose two joints would cross becomes a plain rectangle', () => {
    const solved = solveJoins([
      wall('a', [0, 0, 3000, 0], { t: 120 }),
      wall('b', [3000, 0, 3000, 100]),
      wall('c', [3000, 100, 0, 100], { t: 120 }),
    ]);
    expect(ringOf(solved, 'b')).toEqual([
      [3100, 0],
      [3100, 100],
      [2900, 100],
      [2900, 0],
    ]);
  });

  test('of two equal `butt` walls the smaller id runs through, of unequal ones the thicker', () => {
    const both = (t: number) =>
      solveJoins([
        wall('a', [0, 0, 3000, 0], { join: 'butt' }),
        wall('b', [3000, 0, 3000, 2000], { join: 'butt', t }),
      ]);
    expect(both(200).get('a')?.endCorners.right).toEqual({ x: 3100, y: -100 });
    expect(both(200).get('a')?.endCorners.left).toEqual({ x: 3100, y: 100 });
    expect(both(300).get('a')?.endCorners.left).toEqual({ x: 2850, y: 100 });
  });

  test('throws for walls without length or thickness and for repeated ids', () => {
    expect(() => solveJoins([wall('a', [0, 0, 0.0004, 0])])).toThrow(RangeError);
    expect(() => solveJoins([wall('a', [0, 0, 1, 0], { t: 0 })])).toThrow(RangeError);
    expect(() => solveJoins([wall('a', [0, 0, 1, 0]), wall('a', [0, 0, 2, 0])])).toThrow(
      RangeError,
    );
  });
});

describe('footprints tile the plan', () => {
  test.each([
    { columns: 4, rows: 4, seed: 1, jitter: 0 },
    { columns: 10, rows: 10, seed: 2, jitter: 800 },
    { columns: 10, rows: 10, seed: 3, jitter: 1600 },
    { columns: 16, rows: 16, seed: 4, jitter: 2200 },
    // Slightly displaced nodes make nearly collinear walls of unequal thickness everywhere.
    { columns: 12, rows: 12, seed: 5, jitter: 15 },
    { columns: 12, rows: 12, seed: 6, jitter: 1600, tees: 0.6, drop: 0.3 },
    { columns: 12, rows: 12, seed: 7, jitter: 15, tees: 0.6, drop: 0.3 },
  ])('footprints tile the plan of %o', (options) => {
    const walls = gridPlan(options);
    const solved = solveJoins(walls);
    expect(Math.abs(areaSum(solved) - areaOfUnion(solved))).toBeLessThan(TOLERANCE_MM2);
    const rooms = findRooms(walls);
    const outer = (options.columns * 5000 + 300) * (options.rows * 5000 + 300);
    const net = rooms.reduce((sum, room) => sum + room.area_mm2, 0);
    expect(Math.abs(areaSum(solved) + net - outer)).toBeLessThan(TOLERANCE_MM2);
    expect(rooms.every((room) => room.simple)).toBe(true);
  });

  test('footprints tile stars of 2 to 8 walls at 15 degrees or more, of any thickness', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 2, max: 8 }), (seed, count) => {
        const random = seededNumbers(seed);
        const gaps = Array.from({ length: count }, () => random());
        const total = gaps.reduce((a, b) => a + b, 0);
        const spare = 360 - 15 * count;
        let angle = 360 * random();
        const walls = gaps.map((gap, i) => {
          angle += 15.1 + (gap / total) * (spare - 1);
          const radians = (angle * Math.PI) / 180;
          const far = [
            Math.round(9000 * Math.cos(radians)),
            Math.round(9000 * Math.sin(radians)),
          ] as const;
          return wall(`w${i}`, random() < 0.5 ? [0, 0, ...far] : [...far, 0, 0], {
            t: 50 + Math.round(350 * random()),
          });
        });
        const solved = solveJoins(walls);
        expect(Math.abs(areaSum(solved) - areaOfUnion(solved))).toBeLessThan(100);
        for (const { ring } of solved.values()) {
          expect(validateRing(ring).ok).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('footprints of a plan with nearly collinear walls of unequal thickness add up to their union', () => {
    const walls = gridPlan({ columns: 50, rows: 50, seed: 1, jitter: 800 });
    const solved = solveJoins(walls);
    expect(walls.length).toBeGreaterThan(4000);
    expect(Math.abs(areaSum(solved) - areaOfUnion(solved))).toBeLessThan(TOLERANCE_MM2);
  });
});

describe('laws of joints', () => {
  const plan = gridPlan({ columns: 6, rows: 6, seed: 11, jitter: 1200, tees: 0.5 });

  test('footprints do not depend on the order of the walls', () => {
    const forwards = solveJoins(plan);
    const backwards = solveJoins(plan.toReversed());
    for (const { id } of plan) {
      expect(backwards.get(id)).toEqual(forwards.get(id));
    }
  });

  test('quarter turns and translations move outlines exactly, mirroring keeps areas', () => {
    const solved = solveJoins(plan);
    const map = (move: (p: { x: number; y: number }) => { x: number; y: number }) =>
      solveJoins(plan.map((w) => ({ ...w, start: move(w.start), end: move(w.end) })));
    const shifted = map(({ x, y }) => ({ x: x + 128000, y: y - 64000 }));
    const turned = map(({ x, y }) => ({ x: -y, y: x }));
    const mirrored = map(({ x, y }) => ({ x: -x, y }));
    for (const { id } of plan) {
      const area = signedArea(solved.get(id)?.ring ?? []);
      for (const other of [shifted, turned, mirrored]) {
        expect(Math.abs(signedArea(other.get(id)?.ring ?? []) - area)).toBeLessThan(10);
      }
    }
  });

  test('splitting a straight wall in two does not change the plan', () => {
    const before = areaSum(solveJoins(plan));
    const [first, ...rest] = plan;
    const from = first?.start ?? { x: 0, y: 0 };
    const to = first?.end ?? { x: 0, y: 0 };
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const split = [
      { ...plan[0], id: 'one', start: from, end: middle },
      { ...plan[0], id: 'two', start: middle, end: to },
    ] as StraightWall[];
    expect(Math.abs(areaSum(solveJoins([...split, ...rest])) - before)).toBeLessThan(10);
  });

  test('solving some walls is bit-identical to solving all', () => {
    const all = solveJoins(plan);
    for (const { id } of plan) {
      const own = plan.filter((w) => w.id === id);
      const candidates = plan.filter((w) =>
        own.some((o) => planBoxIntersects(wallReach(o), wallReach(w))),
      );
      expect(candidates.length).toBeLessThan(plan.length / 2);
      const some = solveJoinsFor([id], candidates.toReversed());
      expect([...some.keys()]).toEqual([id]);
      expect(some.get(id)).toStrictEqual(all.get(id));
    }
  });

  test('a change affects only the walls that `affectedWalls` returns', () => {
    const before = solveJoins(plan);
    for (const [i, old] of plan.entries()) {
      const now = {
        ...old,
        thickness: old.thickness + 60,
        end: { x: old.end.x + 70, y: old.end.y },
      };
      const next = plan.with(i, now);
      const named = new Set([
        ...affectedWalls([old, now], next),
        ...affectedWalls([old, now], plan),
      ]);
      const after = solveJoins(next);
      for (const { id } of plan) {
        const same = JSON.stringify(after.get(id)) === JSON.stringify(before.get(id));
        expect(same || named.has(id)).toBe(true);
      }
    }
  });
});
