/** @module ring overlap tests: intersections of outlines against areas of manifold-3d. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Ring, signedArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { ringOverlap } from '../../../../../kernel/building/geometry/plan/ring-overlap.ts';
import { solveJoins } from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import { unionArea } from '../manifold-plan.ts';
import { gridPlan } from '../walls/wall-plans.ts';

const box = (x: number, y: number, w: number, h: number): Ring => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
];
const L_SHAPE: Ring = [
  { x: 0, y: 0 },
  { x: 3000, y: 0 },
  { x: 3000, y: 1000 },
  { x: 1000, y: 1000 },
  { x: 1000, y: 3000 },
  { x: 0, y: 3000 },
];

describe('overlaps with known results', () => {
  test.each([
    ['crossing strips', box(0, 0, 1000, 200), box(400, -500, 300, 1200), [60_000, 550, 100]],
    ['one in the other', box(0, 0, 1000, 1000), box(100, 100, 200, 200), [40_000, 200, 200]],
    ['equal', box(5, 5, 10, 10), box(5, 5, 10, 10), [100, 10, 10]],
    // A square of 1,000 around (1000, 1000) without its quarter around (1250, 1250).
    [
      'over the inner corner of an L',
      L_SHAPE,
      box(500, 500, 1000, 1000),
      [750_000, 2750 / 3, 2750 / 3],
    ],
  ] as const)('intersection of outlines: %s', (_, a, b, [area, x, y]) => {
    for (const found of [ringOverlap(a, b), ringOverlap(b, a)]) {
      expect(found?.area_mm2).toBeCloseTo(area, 6);
      expect(found?.centre.x).toBeCloseTo(x, 6);
      expect(found?.centre.y).toBeCloseTo(y, 6);
    }
  });

  test.each([
    ['side by side', box(0, 0, 1000, 200), box(1000, 0, 1000, 200)],
    ['at a corner', box(0, 0, 1000, 200), box(1000, 200, 1000, 200)],
    ['apart', box(0, 0, 1000, 200), box(5000, 0, 1000, 200)],
    ['in the notch of an L', L_SHAPE, box(1000, 1000, 2000, 2000)],
  ] as const)('no intersection of outlines: %s', (_, a, b) => {
    expect(ringOverlap(a, b)).toBeNull();
    expect(ringOverlap(b, a)).toBeNull();
  });
});

test('the overlap is the sum of two areas less their union, anywhere in the plane', () => {
  const place = fc.integer({ min: -6000, max: 6000 });
  const far = fc.constantFrom(0, 9_000_000, -7_654_321);
  fc.assert(
    fc.property(fc.tuple(place, place, place, place), far, ([x1, y1, x2, y2], shift) => {
      fc.pre(Math.abs(x1 - x2) + Math.abs(y1 - y2) > 1000);
      const at = (x: number, y: number) => ({ x: x + shift, y: y - shift });
      const corner = { id: 'a', start: at(0, 0), end: at(5000, 0), thickness: 300 };
      const sharp = { id: 'b', start: at(0, 0), end: at(5000, 1500), thickness: 200 };
      const [bevelled] = [...solveJoins([corner, sharp]).values()];
      const line = { id: 'c', start: at(x1, y1), end: at(x2, y2), thickness: 250 };
      const [strip] = [...solveJoins([line]).values()];
      const [a, b] = [bevelled?.ring ?? [], strip?.ring ?? []];
      const local = [a, b].map((ring) => ring.map((p) => ({ x: p.x - shift, y: p.y + shift })));
      const shared = signedArea(a) + signedArea(b) - unionArea(local);
      expect(Math.abs((ringOverlap(a, b)?.area_mm2 ?? 0) - shared)).toBeLessThan(10);
    }),
    { numRuns: 300 },
  );
});

test('properly joined walls overlap by rounding only', () => {
  const rings = [
    ...solveJoins(gridPlan({ columns: 8, rows: 8, seed: 6, jitter: 1600, tees: 0.6 })).values(),
  ].map(({ ring }) => ring);
  let most = 0;
  for (const [i, a] of rings.entries()) {
    for (const b of rings.slice(i + 1)) {
      most = Math.max(most, ringOverlap(a, b)?.area_mm2 ?? 0);
    }
  }
  expect(most).toBeLessThan(10);
});
