/** @module tests of known areas: cached results equal computed ones, and the cache is bounded. */
import { expect, test } from 'vitest';

import type { Ring } from '../../../../kernel/building/geometry/plan/polygon.ts';
import { furthestPlace } from '../../../../kernel/checks/compliance/shapes/furthest.ts';
import { walkedArea, waysFrom } from '../../../../kernel/checks/compliance/shapes/geodesic.ts';
import {
  knownArea,
  knownFurthest,
  knownWays,
} from '../../../../kernel/checks/compliance/shapes/known-areas.ts';

/** An L of 6 by 4 m with wings of this width and a column in it. */
const outline = (wing: number): Ring => [
  { x: 0, y: 0 },
  { x: 6000, y: 0 },
  { x: 6000, y: wing },
  { x: wing, y: wing },
  { x: wing, y: 4000 },
  { x: 0, y: 4000 },
];
const COLUMN: Ring = [
  { x: 500, y: 500 },
  { x: 500, y: 800 },
  { x: 800, y: 800 },
  { x: 800, y: 500 },
];
const DOOR = { x: 5000, y: 10 };
const PLACES = [
  { x: 100, y: 3900 },
  { x: 700, y: 900 },
];

test('equal outlines and holes give the same area object, others a different one', () => {
  const area = knownArea(outline(2000), [COLUMN]);
  expect(knownArea(structuredClone(outline(2000)), [structuredClone(COLUMN)])).toBe(area);
  expect(area).toEqual(walkedArea(outline(2000), [COLUMN]));
  expect(knownArea(outline(2001), [COLUMN])).not.toBe(area);
  expect(knownArea(outline(2000), [])).not.toBe(area);
});

test('cached paths and furthest points depend on area, source and rest', () => {
  for (const wing of [1500, 2000]) {
    const [known, fresh] = [
      knownArea(outline(wing), [COLUMN]),
      walkedArea(outline(wing), [COLUMN]),
    ];
    for (const x of [5000, 5500]) {
      const from = { ...DOOR, x };
      const ways = waysFrom(fresh, from, PLACES);
      expect(knownWays(known, from, PLACES)).toEqual(ways);
      expect(knownWays(known, from, PLACES)).toBe(knownWays(known, { ...from }, [...PLACES]));
      expect(knownWays(known, from, PLACES.slice(1))).toEqual(ways.slice(1));
      for (const rest_mm of [0, 300]) {
        const sources = [{ point: from, rest_mm }];
        expect(knownFurthest(known, sources)).toEqual(furthestPlace(fresh, sources));
        expect(knownFurthest(known, sources)).toBe(knownFurthest(known, structuredClone(sources)));
      }
    }
  }
});

/** A room of more than 800 corners, which takes a quarter of a megabyte in the cache. */
const comb = (depth: number): Ring => {
  const teeth = Array.from({ length: 200 }, (_, i): Ring => {
    const x = 1000 * i;
    return [
      { x: x + 1000, y: depth },
      { x: x + 500, y: depth },
      { x: x + 500, y: 0 },
      { x, y: 0 },
    ];
  });
  const foot = { x: 200_000, y: 0 };
  return [{ x: 0, y: -5000 }, { ...foot, y: -5000 }, foot, ...teeth.toReversed().flat()];
};

/** Number of areas of these depths that are still cached; the last ones are requested first. */
function stillKept(made: ReadonlyMap<number, unknown>): number {
  const depths = [...made.keys()].toReversed();
  const gone = depths.findIndex((depth) => knownArea(comb(depth), []) !== made.get(depth));
  return gone < 0 ? depths.length : gone;
}

test('large areas are bounded by their corners, and recently used ones stay', () => {
  const requested = knownArea(outline(1000), []);
  const first = knownArea(outline(1001), []);
  const made = new Map<number, unknown>();
  for (let depth = 1000; depth < 1300; depth++) {
    made.set(depth, knownArea(comb(depth), []));
    expect(knownArea(outline(1000), [])).toBe(requested);
  }
  // 32 MB: about a hundred of them.
  const kept = stillKept(made);
  expect(kept).toBeGreaterThan(60);
  expect(kept).toBeLessThan(140);
  const again = knownArea(outline(1001), []);
  expect(again).not.toBe(first);
  expect(again).toEqual(first);
});

test('small areas are bounded by their number', () => {
  const first = knownArea(outline(1000), []);
  const made = Array.from({ length: 15_000 }, (_, i) => knownArea(outline(1001 + i / 8), []));
  expect(knownArea(outline(1001 + 10_000 / 8), [])).toBe(made[10_000]);
  expect(knownArea(outline(1000), [])).not.toBe(first);
});

test('results are bounded by their points, the oldest are dropped first, and recomputed ones are equal', () => {
  const area = knownArea(outline(2000), []);
  const points = Array.from({ length: 2000 }, (_, i) => ({ x: 10 + i / 8, y: 100 }));
  const oldest = knownWays(area, DOOR, PLACES);
  const furthest = knownFurthest(area, [{ point: DOOR, rest_mm: 0 }]);
  const lists = new Map<number, readonly number[]>();
  for (let i = 0; i < 600; i++) {
    const from = { ...DOOR, x: 5000 + i / 8 };
    lists.set(i, knownWays(area, from, points));
    expect(knownFurthest(area, [{ point: DOOR, rest_mm: 0 }])).toBe(furthest);
  }
  const gone = [...lists].toReversed().findIndex(([i, list]) => {
    return knownWays(area, { ...DOOR, x: 5000 + i / 8 }, points) !== list;
  });
  // 2,000 points: about 70 kB of key and result.
  expect(gone).toBeGreaterThan(250);
  expect(gone).toBeLessThan(599);
  const again = knownWays(area, DOOR, PLACES);
  expect(again).not.toBe(oldest);
  expect(again).toEqual(oldest);
  expect(knownArea(outline(2000), [])).not.toBe(area);
});

test('a result larger than the whole cache is recomputed and displaces nothing', () => {
  const area = knownArea(outline(2000), []);
  const huge = Array.from({ length: 90_000 }, (_, i): { x: number; y: number } => {
    const angle = (2 * Math.PI * i) / 90_000;
    return { x: 1e6 * Math.cos(angle), y: 1e6 * Math.sin(angle) };
  });
  const first = knownArea(huge, []);
  const again = knownArea(huge, []);
  expect(again).not.toBe(first);
  expect(again.sides).toHaveLength(first.sides.length);
  expect(knownArea(outline(2000), [])).toBe(area);
});
