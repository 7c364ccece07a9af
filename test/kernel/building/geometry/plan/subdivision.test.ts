/** @module subdivision tests: cells fill each outline, share whole edges and have no degenerate triangles. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { at, cyclic } from '../../../../../kernel/building/geometry/indexed.ts';
import { signedArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import type { Subdivision, Way } from '../../../../../kernel/building/geometry/plan/subdivision.ts';
import { subdivide } from '../../../../../kernel/building/geometry/plan/subdivision.ts';
import { triangulatedCell } from '../../../../../kernel/building/geometry/plan/triangulated-cell.ts';
import type { Point2 } from '../../../../../kernel/building/geometry/vector.ts';
import { randomOf } from '../convex/shapes.ts';

function box(x: number, y: number, width: number, depth: number): readonly Point2[] {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + depth },
    { x, y: y + depth },
  ];
}

function ringOf({ points }: Subdivision, corners: readonly number[]): readonly Point2[] {
  return corners.map((corner) => {
    const { x, y } = at(points, corner);
    return { x: x / 1000, y: y / 1000 };
  });
}

function areasIn(made: Subdivision, of: number): readonly number[] {
  return made.cells
    .filter(({ within }) => within.has(of))
    .map(({ corners }) => signedArea(ringOf(made, corners)))
    .toSorted((a, b) => a - b);
}

test('two crossing outlines make three cells', () => {
  const made = subdivide([
    { ring: box(0, 0, 200, 100), of: 0 },
    { ring: box(100, 50, 200, 100), of: 1 },
  ]);
  expect(areasIn(made, 0)).toEqual([5000, 15_000]);
  expect(areasIn(made, 1)).toEqual([5000, 15_000]);
  expect(made.cells).toHaveLength(3);
});

test('a corner off an edge by less than a grid step is on it', () => {
  const ring = [
    { x: 0, y: 0 },
    { x: 3000, y: 1000 },
    { x: 0, y: 2000 },
  ];
  const beyond = [
    { x: 0, y: 0 },
    { x: 0, y: -500 },
    { x: 1000, y: -500 },
    { x: 1000.001, y: 333.333 },
  ];
  const { cells } = subdivide([
    { ring, of: 0 },
    { ring: beyond, of: 1 },
  ]);
  expect(cells.map(({ corners }) => corners.length)).toEqual([4, 4]);
});

test('a dangling line divides nothing, and unconnected outlines are omitted', () => {
  const { cells } = subdivide([
    { ring: box(0, 0, 100, 100), of: 0 },
    {
      line: [
        { x: 50, y: -10 },
        { x: 50, y: 50 },
      ],
    },
    { ring: box(500, 0, 100, 100), of: 1 },
  ]);
  expect(cells.map(({ within }) => within)).toEqual([new Set([0])]);
});

test('a line connects an inner outline, which is not part of the surrounding cell', () => {
  const made = subdivide([
    { ring: box(0, 0, 100, 100), of: 0 },
    { ring: box(40, 40, 20, 20), of: 1 },
    {
      line: [
        { x: 40, y: 40 },
        { x: -10, y: 40 },
      ],
    },
  ]);
  expect(areasIn(made, 0)).toEqual([400, 9600]);
  const around = made.cells.find(({ within }) => !within.has(1));
  const triangles = triangulatedCell(made.points, around?.corners ?? []);
  expect(triangles).toHaveLength(3 * ((around?.corners.length ?? 0) - 2));
});

test('corners one grid step apart are identified, corners two steps apart are not', () => {
  const beside = (x: number, y: number): Subdivision =>
    subdivide([
      { ring: box(0, 0, 100, 100), of: 0 },
      { ring: box(100 + x, 100 + y, 50, 50), of: 1 },
    ]);
  for (const [x, y] of [
    [0.001, 0.001],
    [-0.001, 0.001],
    [0, -0.001],
  ] as const) {
    expect(beside(x, y).points).toHaveLength(7);
  }
  expect(beside(0.002, 0).points).toHaveLength(8);
});

test('each cell of a row of outlines is in its own outline, in any direction of the row', () => {
  for (const turn of [false, true]) {
    const place = (ring: readonly Point2[]): readonly Point2[] =>
      turn ? ring.map(({ x, y }) => ({ x: 0 - y, y: x })) : ring;
    const count = 60;
    const row = Array.from({ length: count }, (_, i): Way => {
      return { ring: place(box(300 + 600 * i, -10, 400, 320)), of: 1 + i };
    });
    const wall = place(box(0, 0, 600 * count + 300, 300));
    const made = subdivide([{ ring: wall, of: 0 }, ...row]);
    const own = made.cells.filter(({ within }) => within.has(0));
    const numbers = own.map(({ within }) => [...within].filter((of) => of !== 0));
    expect(numbers.filter((list) => list.length === 0)).toHaveLength(count + 1);
    expect(numbers.flat().toSorted((a, b) => a - b)).toEqual(row.map((_, i) => 1 + i));
  }
});

/** A convex outline off the grid, often with corners near those of other outlines. */
function randomRing(random: ReturnType<typeof randomOf>): readonly Point2[] {
  const centre = { x: random.between(-2000, 2000), y: random.between(-2000, 2000) };
  const [size, count] = [random.between(500, 4000), 3 + random.below(5)];
  const turn = random.below(3) === 0 ? 0 : random.between(0, 1);
  return Array.from({ length: count }, (_, i) => {
    const angle = turn + (2 * Math.PI * i) / count;
    return { x: centre.x + size * Math.cos(angle), y: centre.y + size * Math.sin(angle) };
  });
}

test('cells of random outlines fill them, share whole edges and have no degenerate triangles', () => {
  const holds = (seed: number): void => {
    const random = randomOf(seed);
    const first = randomRing(random);
    const nudged = first.map(({ x, y }) => ({ x: x + random.between(-0.002, 0.002), y }));
    const rings = [first, nudged, ...Array.from({ length: 4 }, () => randomRing(random))];
    const made = subdivide(rings.map((ring, of): Way => ({ ring, of })));
    const whole = areasIn(made, 0).reduce((sum, area) => sum + area, 0);
    expect(Math.abs(whole - signedArea(first))).toBeLessThan(100);
    const edges = made.cells.flatMap(({ corners }) =>
      corners.map((from, i) => `${from},${cyclic(corners, i + 1)}`),
    );
    expect(new Set(edges).size).toBe(edges.length);
    for (const { corners } of made.cells) {
      const triangles = triangulatedCell(made.points, corners);
      const areas = Array.from({ length: triangles.length / 3 }, (_, i) => {
        const three = [0, 1, 2].map((k) => at(made.points, at(corners, at(triangles, 3 * i + k))));
        const sides = three.map((p, k) => {
          const q = cyclic(three, k + 1);
          return Math.hypot(q.x - p.x, q.y - p.y);
        });
        expect((2 * signedArea(three)) / Math.max(...sides)).toBeGreaterThan(0.01);
        return signedArea(three);
      });
      const ring = corners.map((corner) => at(made.points, corner));
      const sum = areas.reduce((a, b) => a + b, 0);
      expect(sum / signedArea(ring)).toBeCloseTo(1, 9);
    }
  };
  fc.assert(fc.property(fc.nat(), holds), { numRuns: 150 });
});
