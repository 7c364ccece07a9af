/** @module ceiling body tests: closed bodies without degenerate triangles and with exact volumes. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  type BodyUnder,
  bodyUnder,
} from '../../../../../kernel/building/geometry/ceilings/ceiling-body.ts';
import {
  ceilingOfRoof,
  levelCeiling,
} from '../../../../../kernel/building/geometry/ceilings/ceiling.ts';
import { coverOfRegion } from '../../../../../kernel/building/geometry/ceilings/cover.ts';
import { volumeOfSpace } from '../../../../../kernel/building/geometry/ceilings/space-under.ts';
import { at, cyclic } from '../../../../../kernel/building/geometry/indexed.ts';
import {
  type Mesh,
  isWatertight,
  meshVolume,
} from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import {
  type Region,
  type Ring,
  signedArea,
} from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { roofShape } from '../../../../../kernel/building/geometry/roofs/roof-shape.ts';
import { type Point2, pointOnGrid } from '../../../../../kernel/building/geometry/vector.ts';
import { randomOf } from '../convex/shapes.ts';
import { meshArea } from '../mesh-area.ts';

type Random = ReturnType<typeof randomOf>;
type Place = (p: Point2) => Point2;

function box(x: number, y: number, width: number, depth: number): Ring {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + depth },
    { x, y: y + depth },
  ];
}

/** The smallest height of a triangle above its longest side, mm. */
function flattest({ positions, triangles }: Mesh): number {
  const point = (i: number): readonly number[] =>
    [0, 1, 2].map((axis) => at(positions, 3 * at(triangles, i) + axis));
  const length = (p: readonly number[], q: readonly number[]): number =>
    Math.hypot(...p.map((value, axis) => value - at(q, axis)));
  let least = Infinity;
  for (let i = 0; i < triangles.length; i += 3) {
    const three = [point(i), point(i + 1), point(i + 2)];
    const area = meshArea({
      positions: Float64Array.from(three.flat()),
      triangles: Uint32Array.from([0, 1, 2]),
    });
    const longest = Math.max(...three.map((p, k) => length(p, cyclic(three, k + 1))));
    least = Math.min(least, (2 * area) / longest);
  }
  return least;
}

/** A height below 1e-6 mm counts as zero. */
function expectSound(mesh: Mesh, volume: number): void {
  expect(isWatertight(mesh)).toBe(true);
  expect(flattest(mesh)).toBeGreaterThan(1e-6);
  expect(Math.abs(meshVolume(mesh) - volume)).toBeLessThan(0.001 * meshArea(mesh));
}

const ROOFS = ['gable', 'hip', 'mansard', 'shed', 'flat'] as const;

function randomCeiling(random: Random, place: Place): BodyUnder['ceiling'] {
  const [width, depth] = [random.between(3000, 12_000), random.between(3000, 12_000)];
  const corner = { x: random.between(-3000, 3000), y: random.between(-3000, 3000) };
  const boundary = box(corner.x, corner.y, width, depth).map((p) => pointOnGrid(place(p)));
  const made = roofShape({
    kind: at(ROOFS, random.below(ROOFS.length)),
    boundary,
    holes: [],
    slope_deg: random.between(3, 70),
    upper_slope_deg: 2,
    break_height: 700,
    edges: null,
    overhang: 100 * random.below(4),
  });
  if (!made.ok) throw new Error(made.why.fault);
  return ceilingOfRoof(made.shape, random.between(-500, 3000));
}

/** A rotated L with a hole. */
function randomRegion(random: Random, place: Place): Region {
  const [width, depth] = [random.between(2000, 9000), random.between(2000, 9000)];
  const corner = { x: random.between(-4000, 4000), y: random.between(-4000, 4000) };
  const { x, y } = corner;
  const ring = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + depth / 2 },
    { x: x + width / 2, y: y + depth / 2 },
    { x: x + width / 2, y: y + depth },
    { x, y: y + depth },
  ];
  const on = (points: Ring): Ring => points.map((p) => pointOnGrid(place(p)));
  const hole = box(x + width / 8, y + depth / 8, width / 8, depth / 4).toReversed();
  return { boundary: on(ring), holes: random.below(2) === 0 ? [] : [on(hole)] };
}

test('bodies over random regions under random roofs are closed and have the volume of their prisms', () => {
  const holds = (seed: number): void => {
    const random = randomOf(seed);
    const turn = random.below(2) === 0 ? 0 : random.between(0, 6);
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const place = ({ x, y }: Point2): Point2 => ({ x: x * cos - y * sin, y: x * sin + y * cos });
    const region = randomRegion(random, place);
    const ceiling = randomCeiling(random, place);
    const [base, beyond] = [0, Math.round(random.between(500, 4000))];
    const { isOpen } = coverOfRegion(region, ceiling);
    const body = { region, base, beyond: isOpen ? beyond : null, ceiling, voids: [] };
    const volume = volumeOfSpace({ region, base, beyond, ceiling });
    const mesh = bodyUnder(body);
    if (volume < 1e6) return;
    expectSound(mesh, volume);
  };
  fc.assert(fc.property(fc.nat(), holds), { numRuns: 150 });
});

const REGION = { boundary: box(0, 0, 5000, 300), holes: [] };

test('voids below the ceiling are cut out, and a void up to it divides the body', () => {
  const ceiling = levelCeiling(box(-100, -100, 6000, 500), 3000);
  const voids = [
    { ring: box(1000, -10, 900, 320), low: 0, high: 2100 },
    { ring: box(3000, -10, 500, 320), low: 1000, high: 3000 },
    { ring: box(3500, -10, 500, 320), low: 500, high: 1000 },
  ];
  const mesh = bodyUnder({ region: REGION, base: 0, beyond: null, ceiling, voids });
  const cut = 900 * 2100 + 500 * 2000 + 500 * 500;
  expectSound(mesh, 300 * (5000 * 3000 - cut));
});

test('outside a ceiling that ends inside the region the body has its own height', () => {
  const region = { boundary: box(0, 0, 5000, 5000), holes: [] };
  const ceiling = levelCeiling(box(1000, 1000, 1000, 1000), 2000);
  const mesh = bodyUnder({ region, base: 0, beyond: 3000, ceiling, voids: [] });
  expectSound(mesh, signedArea(region.boundary) * 3000 - 1e9);
});

test('a ceiling below the base leaves nothing', () => {
  const ceiling = levelCeiling(box(-100, -100, 6000, 500), -1);
  const mesh = bodyUnder({ region: REGION, base: 0, beyond: null, ceiling, voids: [] });
  expect(mesh.triangles).toHaveLength(0);
});
