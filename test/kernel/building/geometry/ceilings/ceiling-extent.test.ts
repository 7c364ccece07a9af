/** @module tests of extents below ceilings: the box of what is left is that of the body, and none of what the ceiling takes. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Ceiling } from '../../../../kernel/geometry/ceilings/ceiling.ts';
import { ceilingOfRoof, levelCeiling } from '../../../../kernel/geometry/ceilings/ceiling.ts';
import { extentOfSpace, meshOfSpace } from '../../../../kernel/geometry/ceilings/space-under.ts';
import { at } from '../../../../kernel/geometry/indexed.ts';
import { meshBounds } from '../../../../kernel/geometry/mesh/mesh.ts';
import type { Ring } from '../../../../kernel/geometry/plan/polygon.ts';
import { ringBounds } from '../../../../kernel/geometry/plan/polygon.ts';
import { roofShape } from '../../../../kernel/geometry/roofs/roof-shape.ts';
import type { Point2 } from '../../../../kernel/geometry/vector.ts';
import { pointOnGrid } from '../../../../kernel/geometry/vector.ts';
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

test('a strip that is above its ceiling but for an end beyond it reaches no further than that end', () => {
  const ceiling = levelCeiling(box(-500, -500, 9200, 1000), 2000);
  const extent = extentOfSpace({ region: WALL, base: 2500, beyond: 5000, ceiling });
  expect(extent?.high).toBe(5000);
  expect(ringBounds(extent?.points ?? [])).toEqual({
    min: { x: 8700, y: 0 },
    max: { x: 9000, y: 300 },
  });
});

test('a strip beyond its ceiling on both sides reaches over what the ceiling takes between', () => {
  const ceiling = levelCeiling(box(4000, -500, 1000, 1000), 2000);
  const extent = extentOfSpace({ region: WALL, base: 2500, beyond: 5000, ceiling });
  expect(ringBounds(extent?.points ?? [])).toEqual({
    min: { x: 0, y: 0 },
    max: { x: 9000, y: 300 },
  });
});

test('where the ceiling lies on the foot there is nothing', () => {
  const over = levelCeiling(box(-500, -500, 9200, 1000), 2500);
  const extent = extentOfSpace({ region: WALL, base: 2500, beyond: 5000, ceiling: over });
  expect(ringBounds(extent?.points ?? []).min.x).toBe(8700);
  const all = levelCeiling(box(-500, -500, 10_000, 1000), 2500);
  expect(extentOfSpace({ region: WALL, base: 2500, beyond: 5000, ceiling: all })).toBeNull();
});

test('parts of a ceiling that rounding keeps a thousandth apart leave nothing between them', () => {
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

test('the box of what is left under random roofs is that of the body', () => {
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
    // The body takes heights of 0.05 mm over its foot for none: at 4 degrees that is less than a millimetre of plan.
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
