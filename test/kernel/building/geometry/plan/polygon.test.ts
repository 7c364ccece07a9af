/** @module polygon tests: faults, normal form, areas, containment, offsets and triangulation. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Region } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import {
  locatePoint,
  offsetRing,
  pointInRing,
  regionArea,
  ringBounds,
  ringPerimeter,
  signedArea,
  validateRegion,
  validateRing,
} from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { triangulateRegion } from '../../../../../kernel/building/geometry/plan/triangulate.ts';
import type { Point2 } from '../../../../../kernel/building/geometry/vector.ts';
import { manifoldTriangles } from '../manifold-plan.ts';
import { seededNumbers } from '../walls/wall-plans.ts';

const points = (...pairs: readonly (readonly [number, number])[]): Point2[] =>
  pairs.map(([x, y]) => ({ x, y }));
const rectangle = (x: number, y: number, w: number, h: number): Point2[] =>
  points([x, y], [x + w, y], [x + w, y + h], [x, y + h]);

describe('validateRing', () => {
  test.each([
    ['empty', points(), 'too_few_points', []],
    ['two points', points([0, 0], [1, 0]), 'too_few_points', [0, 1]],
    ['two points closed', points([0, 0], [1, 0], [0, 0]), 'too_few_points', [0, 1]],
    ['repeated point', points([0, 0], [1, 0], [1, 0], [1, 1]), 'duplicate_point', [1, 2]],
    ['same on the grid', points([0, 0], [1, 0], [1.0004, 0], [1, 1]), 'duplicate_point', [1, 2]],
    [
      'touching itself',
      points([0, 0], [4, 0], [2, 2], [4, 4], [0, 4], [2, 2]),
      'duplicate_point',
      [2, 5],
    ],
    ['on one line', points([0, 0], [1, 0], [2, 0]), 'zero_area', [0, 1, 2]],
    ['bow tie', points([0, 0], [2, 2], [2, 0], [0, 2]), 'self_intersecting', [0, 2]],
    ['spike', points([0, 0], [4, 0], [4, 4], [4, -2]), 'self_intersecting', [0, 2]],
    ['spike back', points([0, 0], [4, 0], [2, 0], [2, 3]), 'self_intersecting', [0, 1]],
    [
      'corner on a side',
      points([0, 0], [4, 0], [4, 4], [2, 0], [0, 4]),
      'self_intersecting',
      [0, 3],
    ],
  ])('validateRing reports %s', (_, ring, fault, at) => {
    const check = validateRing(ring);
    expect(check.ok ? null : check.fault).toBe(fault);
    expect(check.ok ? null : check.at).toEqual(at);
  });

  test('validateRing reverses a clockwise ring, drops a closing point and keeps collinear points', () => {
    const ring = points([0, 0], [0, 2], [2, 2], [2, 1], [2, 0], [0, 0]);
    const check = validateRing(ring);
    expect(check.ok && check.ring.length).toBe(5);
    expect(check.ok && signedArea(check.ring)).toBe(4);
  });

  test('validateRing accepts a corner 0.001 mm off a side and refuses one on it', () => {
    const notch = (y: number) => points([0, 0], [4, 0], [4, 4], [2, y], [0, 4]);
    expect(validateRing(notch(0.001)).ok).toBe(true);
    expect(validateRing(notch(0)).ok).toBe(false);
  });
});

describe('validateRegion', () => {
  const outer = rectangle(0, 0, 100, 100);
  test.each([
    ['no hole', [], null],
    ['hole inside', [rectangle(10, 10, 5, 5)], null],
    ['two holes', [rectangle(10, 10, 5, 5), rectangle(15.001, 10, 5, 5)], null],
    ['hole touching the outline', [rectangle(0, 10, 5, 5)], 'hole_outside'],
    ['hole across the outline', [rectangle(95, 10, 10, 5)], 'hole_outside'],
    ['hole outside', [rectangle(200, 10, 10, 5)], 'hole_outside'],
    ['holes touching', [rectangle(10, 10, 5, 5), rectangle(15, 10, 5, 5)], 'holes_overlap'],
    ['hole in hole', [rectangle(10, 10, 50, 50), rectangle(20, 20, 5, 5)], 'holes_overlap'],
    ['flat hole', [points([1, 1], [2, 2], [3, 3])], 'zero_area'],
  ])('validateRegion reports %s', (_, holes, fault) => {
    const check = validateRegion(outer, holes);
    expect(check.ok ? null : check.fault).toBe(fault);
  });

  test('validateRegion refuses a hole that spans a notch of the outline', () => {
    const notched = points([0, 0], [100, 0], [100, 100], [60, 100], [50, 20], [40, 100], [0, 100]);
    expect(validateRegion(notched, [rectangle(10, 50, 80, 10)])).toMatchObject({
      fault: 'hole_outside',
      hole: 0,
    });
  });

  test('validateRegion returns clockwise holes, which reduce the area', () => {
    const check = validateRegion(outer, [rectangle(10, 10, 5, 4)]);
    expect(check.ok && check.region.holes.map((hole) => signedArea(hole))).toEqual([-20]);
    expect(check.ok && regionArea(check.region)).toBe(9980);
  });
});

test('locatePoint distinguishes boundary and inside', () => {
  const ring = points([0, 0], [10, 0], [10, 10], [5, 5], [0, 10]);
  expect(locatePoint({ x: 5, y: 5 }, ring)).toBe('boundary');
  expect(locatePoint({ x: 5, y: 5.001 }, ring)).toBe('outside');
  expect(locatePoint({ x: 5, y: 4.999 }, ring)).toBe('inside');
  expect(locatePoint({ x: -1, y: 0 }, ring)).toBe('outside');
  expect(pointInRing({ x: 0, y: 10 }, ring)).toBe(true);
  expect(ringBounds(ring)).toEqual({ min: { x: 0, y: 0 }, max: { x: 10, y: 10 } });
});

test('offsetRing moves every side by the distance', () => {
  expect(offsetRing(rectangle(0, 0, 10, 20), 2)).toEqual(rectangle(-2, -2, 14, 24));
  expect(offsetRing(rectangle(0, 0, 10, 20), -2)).toEqual(rectangle(2, 2, 6, 16));
  const notched = points([0, 0], [10, 0], [10, 10], [5, 10], [5, 5], [0, 5]);
  expect(offsetRing(notched, 1)).toEqual(
    points([-1, -1], [11, -1], [11, 11], [4, 11], [4, 6], [-1, 6]),
  );
});

/** A star-shaped ring, which is always simple. */
function star(seed: number, corners: number, radius: number): Point2[] {
  const random = seededNumbers(seed);
  return Array.from({ length: corners }, (_, i) => {
    const angle = ((i + 0.6 * random()) / corners) * 2 * Math.PI;
    const reach = radius * (0.3 + 0.7 * random());
    return {
      x: Math.round(Math.cos(angle) * reach * 1000) / 1000,
      y: Math.round(Math.sin(angle) * reach * 1000) / 1000,
    };
  });
}

test('area, perimeter and validity of rings are invariant under motions', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer({ min: 3, max: 40 }),
      fc.integer({ min: -1e6, max: 1e6 }),
      (seed, corners, shift) => {
        const check = validateRing(star(seed, corners, 9000));
        if (!check.ok) {
          return;
        }
        const { ring } = check;
        const variants = [
          ring.map(({ x, y }) => ({ x: x + shift, y: y - shift })),
          ring.map(({ x, y }) => ({ x: -y, y: x })),
          ring.map(({ x, y }) => ({ x: -x, y })),
          [...ring.slice(1), ...ring.slice(0, 1)].toReversed(),
        ];
        for (const variant of variants) {
          const other = validateRing(variant);
          expect(other.ok).toBe(true);
          const got = other.ok ? other.ring : [];
          expect(signedArea(got) / signedArea(ring)).toBeCloseTo(1, 9);
          expect(ringPerimeter(got)).toBeCloseTo(ringPerimeter(ring), 4);
        }
      },
    ),
    { numRuns: 200 },
  );
});

function triangleAreas(region: Region, triangles: Uint32Array): number[] {
  const all = [region.boundary, ...region.holes].flat();
  return Array.from({ length: triangles.length / 3 }, (_, i) =>
    signedArea([0, 1, 2].map((k) => all[triangles[3 * i + k] ?? 0] ?? { x: 0, y: 0 })),
  );
}

function expectTriangulated(region: Region): void {
  const triangles = triangulateRegion(region);
  const areas = triangleAreas(region, triangles);
  const corners = region.boundary.length + region.holes.flat().length;
  expect(areas.length).toBe(corners + 2 * region.holes.length - 2);
  expect(Math.min(...areas)).toBeGreaterThan(0);
  expect(areas.reduce((a, b) => a + b, 0) / regionArea(region)).toBeCloseTo(1, 12);
  expect(new Set(triangles).size).toBe(corners);
}

describe('triangulation', () => {
  test('triangulation uses collinear points', () => {
    expectTriangulated({
      boundary: points([0, 0], [1, 0], [2, 0], [2, 1], [2, 2], [1, 2], [0, 2], [0, 1]),
      holes: [],
    });
    expectTriangulated({ boundary: points([0, 0], [1, 0], [2, 0], [1, 5]), holes: [] });
  });

  test('triangulation of stars and grids of holes has the area that manifold-3d finds', () => {
    for (let seed = 0; seed < 60; seed++) {
      const check = validateRing(star(seed, 5 + (seed % 50), 9000));
      if (check.ok) {
        expectTriangulated({ boundary: check.ring, holes: [] });
      }
    }
    for (const holes of [1, 2, 4, 9, 25]) {
      const side = Math.ceil(Math.sqrt(holes));
      const check = validateRegion(
        rectangle(0, 0, side * 10, side * 10),
        Array.from({ length: holes }, (_, i) =>
          rectangle((i % side) * 10 + 2, Math.floor(i / side) * 10 + 3, 4, 5),
        ),
      );
      const region = check.ok ? check.region : { boundary: [], holes: [] };
      expectTriangulated(region);
      const theirs = triangleAreas(region, manifoldTriangles(region));
      expect(theirs.reduce((a, b) => a + b, 0)).toBeCloseTo(regionArea(region), 6);
    }
  });

  test('triangulation covers stars with random holes', () => {
    let tried = 0;
    for (let seed = 0; seed < 200; seed++) {
      const random = seededNumbers(seed);
      const holes = Array.from({ length: 1 + (seed % 5) }, (_, i) =>
        star(seed * 7 + i, 3 + (i % 4), 700).map(({ x, y }) => ({
          x: x + Math.round((random() - 0.5) * 5000),
          y: y + Math.round((random() - 0.5) * 5000),
        })),
      );
      const boundary = star(seed, 20, 9000);
      const valid = holes.filter((hole) => validateRegion(boundary, [hole]).ok);
      const check = validateRegion(boundary, valid);
      if (check.ok && valid.length > 0) {
        tried += 1;
        expectTriangulated(check.region);
      }
    }
    expect(tried).toBeGreaterThan(50);
  });
});
