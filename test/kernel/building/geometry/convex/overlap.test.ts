/**
 * @module overlap tests: overlap volumes against manifold-3d, separations and distances of convex pieces.
 * `npm run test:laws` tests all 10,000 random and 1,000 coplanar pairs; a normal run tests a few of them.
 */
import { describe, expect, test } from 'vitest';

import type { ConvexPiece } from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import {
  hullOf,
  hullPiece,
  pieceVolume,
} from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import { convexRings } from '../../../../../kernel/building/geometry/convex/convex-rings.ts';
import { overlapOf } from '../../../../../kernel/building/geometry/convex/overlap.ts';
import { pieceDistance } from '../../../../../kernel/building/geometry/convex/piece-distance.ts';
import { separation } from '../../../../../kernel/building/geometry/convex/separation.ts';
import { loadSolidKernel } from '../../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import type { Point3 } from '../../../../../kernel/building/geometry/vector.ts';
import {
  anyFrame,
  anyShape,
  box,
  gridShape,
  LEVEL,
  meshOf,
  prismIn,
  randomOf,
  roundRing,
} from './shapes.ts';

const solids = await loadSolidKernel();
const given = process.env['LAW_SEED'];
const seed = Number(given ?? 7);
const isFirst = given !== undefined && Number(process.env['LAW_ROUND'] ?? 0) === 0;
const counts = !isFirst ? { random: 100, coplanar: 60 } : { random: 10_000, coplanar: 1000 };

/**
 * Tests `least` pairs, and up to ten times as many until `holds` has returned true for `wanted` of them, because the law
 * applies to a random share of the pairs.
 */
function overPairs(
  { least, wanted }: { readonly least: number; readonly wanted: number },
  holds: (pair: number) => boolean,
): void {
  let found = 0;
  for (let pair = 0; pair < least || (found < wanted && pair < 10 * least); pair += 1) {
    if (holds(pair)) found += 1;
  }
  expect(found).toBeGreaterThanOrEqual(wanted);
}

function shared(a: ConvexPiece, b: ConvexPiece): number {
  return overlapOf(a, b)?.volume_mm3 ?? 0;
}

/** Expects the volume of manifold-3d within one part in a million; volumes below 1 mm³ are not compared. */
function expectAsManifold(a: ConvexPiece, b: ConvexPiece, name: string): number {
  const wanted = solids.boolean(meshOf(a), meshOf(b), 'intersect').volume_mm3;
  const found = shared(a, b);
  expect([name, found, wanted, Math.abs(found - wanted) <= 1e-6 * wanted + 1]).toEqual([
    name,
    found,
    wanted,
    true,
  ]);
  expect(Math.abs(shared(b, a) - found)).toBeLessThanOrEqual(1e-9 * found + 1e-3);
  return wanted;
}

describe('overlap', () => {
  test('overlap volume equals that of manifold-3d for random shapes', () => {
    const random = randomOf(seed);
    overPairs(
      { least: counts.random, wanted: counts.random / 5 },
      (pair) => expectAsManifold(anyShape(random), anyShape(random), `pair ${pair}`) > 0,
    );
  });

  test('overlap volume equals that of manifold-3d for coplanar faces, level and rotated', () => {
    const random = randomOf(seed + 1);
    overPairs({ least: counts.coplanar, wanted: counts.coplanar / 5 }, (pair) => {
      const frame = pair % 2 === 0 ? LEVEL : anyFrame(random);
      const [a, b] = [gridShape(random, frame), gridShape(random, frame)];
      const volume = expectAsManifold(a, b, `pair ${pair}`);
      // The general computation gives the same volume as the shortcut for upright pieces.
      const [p, q] = [a, b].map((piece) => hullPiece(hullOf(piece).corners, hullOf(piece).faces));
      if (p === undefined || q === undefined) throw new Error('two pieces');
      expect(Math.abs(shared(p, q) - shared(a, b))).toBeLessThanOrEqual(1);
      return volume > 0;
    });
  });

  test('overlap of a piece with itself is its own volume', () => {
    const random = randomOf(seed + 2);
    for (let i = 0; i < 60; i += 1) {
      const piece = anyShape(random);
      expect(shared(piece, piece) / pieceVolume(piece)).toBeCloseTo(1, 9);
    }
  });
});

/** A piece translated by a vector. */
function moved(piece: ConvexPiece, { x, y, z }: Point3): ConvexPiece {
  const { corners, faces } = hullOf(piece);
  const by = [x, y, z];
  return hullPiece(
    corners.map((value, i) => value + (by[i % 3] ?? 0)),
    faces,
  );
}

describe('separation', () => {
  test('separation moves pieces until they touch, and less leaves an overlap', () => {
    const random = randomOf(seed + 3);
    overPairs({ least: 120, wanted: 26 }, () => {
      const [a, b] = [anyShape(random), anyShape(random)];
      const { gap_mm, away } = separation(a, b);
      expect(Math.hypot(away.x, away.y, away.z)).toBeCloseTo(1, 9);
      // Not all axes of round pieces are tested, so the separation of a pair that barely misses may be negative.
      expect(shared(a, b) > 1e-3 && gap_mm >= -1e-6).toBe(false);
      if (shared(a, b) === 0 || gap_mm > -1) return false;
      const by = (mm: number): Point3 => ({ x: away.x * mm, y: away.y * mm, z: away.z * mm });
      expect(shared(a, moved(b, by(0.01 - gap_mm)))).toBe(0);
      const round = [a, b].some((piece) => hullOf(piece).faces.length > 20);
      expect(round || shared(a, moved(b, by(-0.5 - gap_mm))) > 0).toBe(true);
      return true;
    });
  });

  test('separation of crossing pipes is along their common perpendicular', () => {
    const pipe = (frame: typeof LEVEL, height: number): ConvexPiece =>
      prismIn(frame, { x: 0, y: 0, z: height }, roundRing(50, 64), 2000);
    const along_x = moved(
      pipe(
        [
          { x: 0, y: 1, z: 0 },
          { x: 0, y: 0, z: 1 },
          { x: 1, y: 0, z: 0 },
        ],
        0,
      ),
      { x: -1000, y: 0, z: 0 },
    );
    const along_y = moved(
      pipe(
        [
          { x: 0, y: 0, z: 1 },
          { x: 1, y: 0, z: 0 },
          { x: 0, y: 1, z: 0 },
        ],
        90,
      ),
      { x: 0, y: -1000, z: 0 },
    );
    const { gap_mm, away } = separation(along_x, along_y);
    expect(gap_mm).toBeCloseTo(-10, 6);
    expect(away.z).toBeCloseTo(1, 6);
  });
});

describe('distance', () => {
  test('distance is at least every axis gap, and pieces touch when moved by it', () => {
    const random = randomOf(seed + 4);
    overPairs({ least: 40, wanted: 16 }, () => {
      const [a, near] = [anyShape(random), anyShape(random)];
      const b = moved(near, { x: random.between(-5000, 5000), y: 3000, z: 500 });
      const { gap_mm } = separation(a, b);
      if (gap_mm < 1) return false;
      const { distance_mm, middle } = pieceDistance(a, b);
      expect(distance_mm).toBeGreaterThanOrEqual(gap_mm - 1e-6);
      expect(pieceDistance(b, a).distance_mm).toBeCloseTo(distance_mm, 6);
      // The middle is half the distance from each piece, and so is a small cube around it, except for its size.
      const cube = box(
        { x: middle.x - 0.5, y: middle.y - 0.5, z: middle.z - 0.5 },
        { x: 1, y: 1, z: 1 },
      );
      for (const piece of [a, b]) {
        const half = pieceDistance(piece, cube).distance_mm;
        expect(half).toBeLessThanOrEqual(distance_mm / 2 + 1e-6);
        expect(half).toBeGreaterThanOrEqual(distance_mm / 2 - 1);
      }
      return true;
    });
  });

  test.each([
    ['side by side', { x: 1250, y: 300, z: 0 }, 250],
    ['corner to corner', { x: 1030, y: 1040, z: 0 }, 50],
    ['above', { x: 200, y: 200, z: 1007 }, 7],
    ['corner to corner in space', { x: 1002, y: 1003, z: 1006 }, 7],
  ])('distance of boxes %s', (_, from, wanted) => {
    const size = { x: 1000, y: 1000, z: 1000 };
    const [a, b] = [box({ x: 0, y: 0, z: 0 }, size), box(from, size)];
    expect(pieceDistance(a, b).distance_mm).toBeCloseTo(wanted, 9);
    expect(pieceDistance(moved(a, { x: 0, y: 0, z: 0 }), b).distance_mm).toBeCloseTo(wanted, 9);
  });
});

test('convexRings divides a region into convex outlines with its area', () => {
  const boundary = [
    [0, 0],
    [6000, 0],
    [6000, 4000],
    [3000, 4000],
    [3000, 2000],
    [0, 2000],
  ].map(([x = 0, y = 0]) => ({ x, y }));
  const hole = [
    [500, 500],
    [500, 1500],
    [1500, 1500],
    [1500, 500],
  ].map(([x = 0, y = 0]) => ({ x, y }));
  const rings = convexRings({ boundary, holes: [hole] });
  expect(rings.length).toBeLessThanOrEqual(6);
  const area = rings.reduce(
    (sum, ring) => sum + pieceVolume(prismIn(LEVEL, { x: 0, y: 0, z: 0 }, ring, 1)),
    0,
  );
  expect(area).toBeCloseTo(17e6, 3);
  expect(convexRings({ boundary: boundary.slice(0, 3), holes: [] })).toHaveLength(1);
});
