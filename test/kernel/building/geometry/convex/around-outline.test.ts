/** @module around outline tests: the complement of an outline in its box. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  aroundOutline,
  pastEdges,
  spansAt,
} from '../../../../../kernel/building/geometry/convex/around-outline.ts';
import { convexRings } from '../../../../../kernel/building/geometry/convex/convex-rings.ts';
import {
  ringBounds,
  signedArea,
  validateRing,
} from '../../../../../kernel/building/geometry/plan/polygon.ts';

const P = (x: number, y: number) => ({ x, y });

test('the complement of a triangle in its box is two triangles', () => {
  const rings = aroundOutline([P(0, 0), P(2000, 0), P(1000, 1500)]);
  expect(rings.map((ring) => signedArea(ring))).toEqual([750_000, 750_000]);
  expect(rings.every(({ length }) => length === 3)).toBe(true);
});

test('the complement of a comb is its gaps', () => {
  const comb = [
    P(0, 0),
    P(900, 0),
    P(900, 600),
    P(600, 600),
    P(600, 200),
    P(300, 200),
    P(300, 600),
    P(0, 600),
  ];
  const rings = aroundOutline(comb);
  expect(rings.reduce((sum, ring) => sum + signedArea(ring), 0)).toBe(300 * 400);
  expect(spansAt(comb, 400)).toEqual([
    [0, 300],
    [600, 900],
  ]);
  expect(spansAt(comb, 100)).toEqual([[0, 900]]);
});

test('the complement of a star is convex pieces that complete its box', () => {
  const star = fc
    .array(fc.integer({ min: 200, max: 1000 }), { minLength: 3, maxLength: 12 })
    .map((radii) =>
      radii.map((radius, i) => {
        const angle = (2 * Math.PI * i) / radii.length;
        return P(Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle)));
      }),
    );
  fc.assert(
    fc.property(star, (ring) => {
      fc.pre(validateRing(ring).ok);
      const { min, max } = ringBounds(ring);
      const rest = aroundOutline(ring);
      const area = rest.reduce((sum, one) => sum + signedArea(one), 0);
      const box = (max.x - min.x) * (max.y - min.y);
      expect(Math.abs(area + signedArea(ring) - box)).toBeLessThan(1e-6 * box);
      for (const one of rest) expect(convexRings({ boundary: one, holes: [] })).toHaveLength(1);
    }),
  );
});

test('pastEdges extends a side on an edge and no corner', () => {
  const edges = { left: null, right: null, low: 0, high: 3000 };
  expect(pastEdges([P(0, 0), P(2000, 0), P(1000, 3000)], edges, 10)).toEqual([
    P(0, 0),
    P(0, -10),
    P(2000, -10),
    P(2000, 0),
    P(1000, 3000),
  ]);
});
