/** @module arc tees tests: T-joints of walls at the side of an arc, and of arcs at the side of a wall. */
import { expect, test } from 'vitest';

import { withCornersOn } from '../../../../../kernel/building/geometry/plan/corners-on.ts';
import { signedArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../../../kernel/building/geometry/vector.ts';
import { someNearPieces } from '../../../../../kernel/building/geometry/walls/arcs/facet-boxes.ts';
import { axisUnder } from '../../../../../kernel/building/geometry/walls/location-line.ts';
import { findRooms } from '../../../../../kernel/building/geometry/walls/rooms.ts';
import type { StraightWall } from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';
import { solveJoins } from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import { cellsOf } from '../../../../servers/geometry/whole-building/plane-cells.ts';

/** 1e-8 m². */
const EXACT_MM2 = 0.01;

type Coordinates = readonly [number, number];
const at = ([x, y]: Coordinates): Point2 => ({ x, y });

function straight(id: string, start: Coordinates, end: Coordinates, thickness = 200): StraightWall {
  return { id, start: at(start), end: at(end), thickness };
}

function arc(
  id: string,
  [start, via, end]: readonly [Coordinates, Coordinates, Coordinates],
  thickness = 200,
): StraightWall {
  return { id, start: at(start), via: at(via), end: at(end), thickness };
}

/** Walls around a rectangle with a corner at the origin. */
function shell(width: number, depth: number): readonly StraightWall[] {
  return [
    straight('s0', [0, 0], [width, 0]),
    straight('s1', [width, 0], [width, depth]),
    straight('s2', [width, depth], [0, depth]),
    straight('s3', [0, depth], [0, 0]),
  ];
}

/** The plan itself, mirrored, rotated, and with the direction of every wall reversed. */
function ways(plan: readonly StraightWall[]): readonly (readonly StraightWall[])[] {
  const moved = (to: (point: Point2) => Point2, turn: 1 | -1): readonly StraightWall[] =>
    plan.map((one) => {
      const { start, via, end, line = 0 } = one;
      const ends = { start: to(start), end: to(end), line: turn * line };
      return { ...one, ...ends, ...(via === undefined || via === null ? {} : { via: to(via) }) };
    });
  return [
    plan,
    moved(({ x, y }) => ({ x: 0 - x, y }), -1),
    moved(({ x, y }) => ({ x: 0 - y, y: x }), 1),
    plan.map((one) => ({ ...one, start: one.end, end: one.start, line: 0 - (one.line ?? 0) })),
  ];
}

/** Areas in plan by id, mm²; they do not depend on the motion of the plan or the directions of its walls. */
function areasOf(plan: readonly StraightWall[]): ReadonlyMap<string, number> {
  const [first, ...others] = ways(plan).map(
    (one) => new Map([...solveJoins(one)].map(([id, { ring }]) => [id, signedArea(ring)] as const)),
  );
  for (const other of others) {
    for (const [id, area] of other) expect(area / (first?.get(id) ?? 0)).toBeCloseTo(1, 4);
  }
  return first ?? new Map();
}

/** Expects walls to overlap by `twice` mm² and rooms to fill the rest of the plan, in every orientation. */
function expectParted(plan: readonly StraightWall[], twice = 0): void {
  areasOf(plan);
  for (const one of ways(plan)) {
    const rings = [...solveJoins(one).values()].map(({ ring }) => ring);
    const { overlap_mm2, free } = cellsOf(rings.map((ring) => withCornersOn(ring, rings.flat())));
    expect(Math.abs(overlap_mm2 - twice)).toBeLessThan(twice === 0 ? EXACT_MM2 : 1);
    const rooms = findRooms(one).map(({ area_mm2 }) => area_mm2);
    const cells = free.map(({ area_mm2 }) => area_mm2).filter((area) => area > 1);
    const rising = (areas: readonly number[]): readonly number[] => areas.toSorted((a, b) => a - b);
    const off = rising(rooms).map((area, i) => area - (rising(cells)[i] ?? 0));
    expect(off).toHaveLength(cells.length);
    // Corners of crossings without a joint are rounded to the grid.
    expect(Math.max(...off.map(Math.abs))).toBeLessThan(twice === 0 ? EXACT_MM2 : 3);
  }
}

test('a wall whose line meets an arc twice stops at the face where it ends', () => {
  const bow = arc(
    'a',
    [
      [-5341, -1655],
      [-933, -376],
      [799, 3875],
    ],
    240,
  );
  const chord = straight('b', [669, 3925], [-4083, -1687], 80);
  const length = Math.hypot(669 + 4083, 3925 + 1687);
  expect(areasOf([bow, chord]).get('b')).toBeLessThan(length * 80);
  expect(areasOf([bow, chord]).get('b')).toBeGreaterThan((length - 200) * 80);
});

test.each<readonly [string, readonly [Coordinates, Coordinates, Coordinates], number]>([
  [
    'on its axis',
    [
      [7000, 0],
      [5500, 500],
      [4000, 3000],
    ],
    80,
  ],
  [
    'on its axis, towards its other side',
    [
      [7000, 0],
      [5500, 300],
      [4000, 3000],
    ],
    80,
  ],
  [
    'at its face',
    [
      [7000, 100],
      [5500, 400],
      [4000, 3000],
    ],
    80,
  ],
  [
    'beyond its axis',
    [
      [7000, -60],
      [5500, 300],
      [4000, 3000],
    ],
    80,
  ],
  [
    'beyond its axis and as thick',
    [
      [7000, -60],
      [5500, 300],
      [4000, 3000],
    ],
    200,
  ],
])(
  'an arc that starts along a wall, %s, ends where both its faces leave it',
  (_, points, thickness) => {
    const plan = [...shell(10_000, 6000), arc('a', points, thickness)];
    expect(solveJoins(plan).get('a')?.joins).toEqual([
      { end: 'start', with: ['s0'], kind: 'tee' },
      { end: 'end', with: [], kind: 'none' },
    ]);
    expectParted(plan);
  },
);

test('a straight wall that starts tangentially to an arc ends where it leaves it', () => {
  const bow = arc('a', [
    [0, 3000],
    [5000, 4000],
    [10_000, 3000],
  ]);
  expectParted([...shell(10_000, 6000), bow, straight('b', [5000, 4050], [9900, 3950], 100)]);
});

test('the facets of an arc bound the room between two walls that end at one point of it', () => {
  const bow = arc(
    'a',
    [
      [0, 5700],
      [4625, 5031],
      [9250, 5700],
    ],
    240,
  );
  const [one, other] = [
    straight('b', [9250, 2471], [5979.302, 5088.178], 115),
    straight('c', [5979.302, 5088.178], [0, 3490], 150),
  ];
  expectParted([...shell(9250, 8000), bow, one, other]);
});

test('an arc and a wall drawn by their faces to a corner cross only in that corner', () => {
  const drawn = { start: at([1850, 4729]), via: at([1200, 6404]), end: at([1850, 8079]) };
  const bow = { id: 'a', thickness: 240, line: -120, ...axisUnder(drawn, -120) };
  const lined = (id: string, start: Coordinates, end: Coordinates): StraightWall => {
    const ends = { start: at(start), end: at(end) };
    return { id, thickness: 240, line: 120, ...axisUnder(ends, 120) };
  };
  const ring: readonly Coordinates[] = [
    [1850, 4729],
    [0, 4729],
    [0, 0],
    [5000, 0],
    [5000, 8079],
    [1850, 8079],
  ];
  const sides = ring.slice(1).map((end, i) => lined(`s${i}`, ring[i] ?? end, end));
  expectParted([bow, ...sides]);
});

test('rooms are the free areas if an arc overlaps a wall outside their joint', () => {
  const through = arc(
    'a',
    [
      [2000, 0],
      [4000, 1500],
      [6000, 0],
    ],
    200,
  );
  const along = straight('b', [0, 1450], [10_000, 1650], 200);
  const plan = [...shell(10_000, 6000), through, along];
  const rings = [...solveJoins(plan).values()].map(({ ring }) => ring);
  const { overlap_mm2 } = cellsOf(rings.map((ring) => withCornersOn(ring, rings.flat())));
  expect(overlap_mm2).toBeGreaterThan(1000);
  expectParted(plan, overlap_mm2);
});

test('finds near pieces of polylines of any length', () => {
  const path = (count: number, from: number): readonly Point2[] =>
    Array.from({ length: count + 1 }, (_, i) => at([from + 37 * i, (i * i * 7919) % 400]));
  for (const [one, other] of [
    [1, 1],
    [1, 9],
    [13, 6],
    [40, 33],
  ] as const) {
    const [a, b] = [path(one, 0), path(other, 90)];
    const found: string[] = [];
    someNearPieces(a, b, 25, (i, k) => found.push(`${i} ${k}`) === 0);
    const near = (i: number, k: number): boolean =>
      (['x', 'y'] as const).every((axis) => {
        const [own, its] = [a.slice(i, i + 2), b.slice(k, k + 2)].map((ends) =>
          ends.map((end) => end[axis]),
        );
        return (
          Math.max(...(own ?? [])) + 25 >= Math.min(...(its ?? [])) &&
          Math.max(...(its ?? [])) + 25 >= Math.min(...(own ?? []))
        );
      });
    const wanted = Array.from({ length: one }, (_, i) =>
      Array.from({ length: other }, (__, k) => (near(i, k) ? [`${i} ${k}`] : [])),
    ).flat(2);
    expect(found.toSorted()).toEqual(wanted.toSorted());
  }
});
