/** @module ceiling extent tests: the extent is the bounding box of the body. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Ceiling } from '../../../../../kernel/building/geometry/ceilings/ceiling.ts';
import {
  ceilingOfRoof,
  levelCeiling,
} from '../../../../../kernel/building/geometry/ceilings/ceiling.ts';
import {
  extentOfSpace,
  meshOfSpace,
} from '../../../../../kernel/building/geometry/ceilings/space-under.ts';
import { at } from '../../../../../kernel/building/geometry/indexed.ts';
import { meshBounds } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { type Ring, ringBounds } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { roofShape } from '../../../../../kernel/building/geometry/roofs/roof-shape.ts';
import { type Point2, pointOnGrid } from '../../../../../kernel/building/geometry/vector.ts';
import { randomOf } from '../convex/shapes.ts';

function box(x: number, y: number, width: number, depth: number): Ring {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + depth },
    { x, y: y + depth },
  ];
}

const WALL = { boundary: box(0, 0, 9000, 300), holes: [] };

test('a strip above its ceiling extends only over its end outside the ceiling', () => {
  const ceiling = levelCeiling(box(-500, -500, 9200, 1000), 2000);
  const extent = extentOfSpace({ region: WALL, base: 2500, beyond: 5000, ceiling });
  expect(extent?.high).toBe(5000);
  expect(ringBounds(extent?.points ?? [])).toEqual({
    min: { x: 8700, y: 0 },
    max: { x: 9000, y: 300 },
  });
});

test('a strip outside its ceiling on both sides extends over the part removed between', () => {
  const ceiling = levelCeiling(box(4000, -500, 1000, 1000), 2000);
  const extent = extentOfSpace({ region: WALL, base: 2500, beyond: 5000, ceiling });
  expect(ringBounds(extent?.points ?? [])).toEqual({
    min: { x: 0, y: 0 },
    max: { x: 9000, y: 300 },
  });
});

test('a ceiling at the base leaves nothing', () => {
  const over = levelCeiling(box(-500, -500, 9200, 1000), 2500);
  const extent = extentOfSpace({ region: WALL, base: 2500, beyond: 5000, ceiling: over });
  expect(ringBounds(extent?.points ?? []).min.x).toBe(8700);
  const all = levelCeiling(box(-500, -500, 10_000, 1000), 2500);
  expect(extentOfSpace({ region: WALL, base: 2500, beyond: 5000, ceiling: all })).toBeNull();
});

test('ceiling parts 0.001 mm apart by rounding leave no sliver between them', () => {
  const parts = [0, 3000, 6000].flatMap(
    (x) => levelCeiling(box(x + 0.001, -500, 2999.999, 1000), 2000).parts,
  );
  const region = { boundary: box(1, 0, 9499, 300), holes: [] };
  const extent = extentOfSpace({ region, base: 2500, beyond: 5000, ceiling: { parts } });
  expect(ringBounds(extent?.points ?? []).min.x).toBe(9000);
});

type Random = ReturnType<typeof randomOf>;

function randomCeiling(random: Random, place: (p: Point2) => Point2): Ceiling {
  const [width, depth] = [random.between(2000, 9000), random.between(2000, 9000)];
  const made = roofShape({
    kind: at(['gable', 'hip', 'shed', 'flat', 'mansard'] as const, random.below(5)),
    boundary: box(random.between(-3000, 3000), random.between(-3000, 3000), width, depth).map(
      place,
    ),
    holes: [],
    slope_deg: random.between(5, 60),
    upper_slope_deg: 4,
    break_height: 700,
    edges: null,
    overhang: 100 * random.below(4),
  });
  if (!made.ok) throw new Error(made.why.fault);
  return ceilingOfRoof(made.shape, random.between(-500, 3000));
}

test('the extent under random roofs is the bounding box of the body', () => {
  const holds = (seed: number): void => {
    const random = randomOf(seed);
    const turn = random.below(3) === 0 ? 0 : random.between(0, 6);
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const place = ({ x, y }: Point2): Point2 =>
      pointOnGrid({ x: x * cos - y * sin, y: x * sin + y * cos });
    const ceiling = randomCeiling(random, place);
    const [length, deep] = [random.between(500, 12_000), random.between(50, 5000)];
    const ring = box(random.between(-6000, 3000), random.between(-4000, 4000), length, deep);
    const region = { boundary: ring.map(place), holes: [] };
    const space = { region, base: 1000 * random.below(4), beyond: 6000, ceiling };
    const [extent, mesh] = [extentOfSpace(space), meshOfSpace(space)];
    if (extent === null || mesh.triangles.length === 0) return;
    const [plan, body] = [ringBounds(extent.points), meshBounds(mesh)];
    // The body omits parts lower than 0.05 mm above its foot, which at 4 degrees is less than 1 mm in plan.
    for (const [found, wanted] of [
      [plan.min.x, body.min.x],
      [plan.min.y, body.min.y],
      [plan.max.x, body.max.x],
      [plan.max.y, body.max.y],
    ] as const) {
      expect(Math.abs(found - wanted)).toBeLessThan(1);
    }
    expect(Math.abs(extent.high - body.max.z)).toBeLessThan(0.1);
  };
  fc.assert(fc.property(fc.nat(), holds), { numRuns: 300 });
});
