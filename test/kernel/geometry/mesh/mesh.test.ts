/** @module mesh measures, closedness and motions; prisms and roofs. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { RoofKind, RoofSpec } from '../../../../kernel/geometry/members/roof.ts';
import { roofMesh } from '../../../../kernel/geometry/members/roof.ts';
import { extrudeRegion } from '../../../../kernel/geometry/mesh/extrude.ts';
import {
  boxDistance,
  measureMesh,
  pointDistance,
} from '../../../../kernel/geometry/mesh/measure.ts';
import type { Mesh } from '../../../../kernel/geometry/mesh/mesh.ts';
import {
  boxMesh,
  emptyMesh,
  isWatertight,
  mergeMeshes,
  meshArea,
  meshBounds,
  meshCentroid,
  meshVolume,
  mirrorMeshX,
  rotateMeshZ,
  translateMesh,
} from '../../../../kernel/geometry/mesh/mesh.ts';
import { validateRegion } from '../../../../kernel/geometry/plan/polygon.ts';
import type { Point2 } from '../../../../kernel/geometry/vector.ts';

const brick = boxMesh({ min: { x: 0, y: 0, z: 0 }, max: { x: 10, y: 20, z: 30 } });
const rectangle = (w: number, h: number): Point2[] => [
  { x: 0, y: 0 },
  { x: w, y: 0 },
  { x: w, y: h },
  { x: 0, y: h },
];

describe('meshes', () => {
  test('measures of a box', () => {
    expect(measureMesh(brick)).toEqual({
      volume_mm3: 6000,
      surface_area_mm2: 2200,
      bounds: { min: { x: 0, y: 0, z: 0 }, max: { x: 10, y: 20, z: 30 } },
      centroid: { x: 5, y: 10, z: 15 },
    });
  });

  test('closed or not', () => {
    const { positions, triangles } = brick;
    expect(isWatertight(brick)).toBe(true);
    expect(isWatertight(emptyMesh)).toBe(false);
    expect(isWatertight({ positions, triangles: triangles.slice(3) })).toBe(false);
    expect(isWatertight({ positions, triangles: Uint32Array.from([...triangles, 0, 1, 2]) })).toBe(
      false,
    );
    expect(
      isWatertight({ positions, triangles: triangles.map((v, i) => (i === 0 ? 99 : v)) }),
    ).toBe(false);
    expect(isWatertight({ positions, triangles: triangles.map((v, i) => (i < 3 ? 0 : v)) })).toBe(
      false,
    );
    expect(isWatertight({ positions, triangles: triangles.slice(0, 35) })).toBe(false);
  });

  test('motions keep volume and area; mirrors keep faces outwards; merging adds up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 719 }),
        fc.integer({ min: -1000, max: 1000 }),
        (angle, shift) => {
          const variants = [
            translateMesh(brick, { x: shift, y: shift, z: -shift }),
            rotateMeshZ(brick, angle / 2, { x: 3, y: shift / 1e6 }),
            mirrorMeshX(brick, shift),
          ];
          for (const variant of variants) {
            expect(meshVolume(variant) / 6000).toBeCloseTo(1, 7);
            expect(meshArea(variant) / 2200).toBeCloseTo(1, 7);
            expect(isWatertight(variant)).toBe(true);
          }
          const merged = mergeMeshes(variants);
          expect(meshVolume(merged) / 18000).toBeCloseTo(1, 6);
          expect(isWatertight(merged)).toBe(true);
        },
      ),
    );
  });

  test('quarter turns are exact', () => {
    const turned = rotateMeshZ(brick, 90);
    expect(meshBounds(turned)).toEqual({
      min: { x: -20, y: 0, z: 0 },
      max: { x: 0, y: 10, z: 30 },
    });
    expect(rotateMeshZ(rotateMeshZ(turned, 180), 90).positions).toEqual(brick.positions);
  });

  test('far from the origin no digit is lost', () => {
    const far = translateMesh(brick, { x: 5_000_000, y: 4_000_000, z: 100_000 });
    expect(meshVolume(far)).toBe(6000);
    expect(meshCentroid(far)).toEqual({ x: 5_000_005, y: 4_000_010, z: 100_015 });
  });

  test('bounds of nothing are a fault', () => {
    expect(() => meshBounds(emptyMesh)).toThrow(RangeError);
  });
});

describe('prisms', () => {
  test('with holes', () => {
    const check = validateRegion(rectangle(100, 100), [
      rectangle(10, 10).map(({ x, y }) => ({ x: x + 5, y: y + 5 })),
      rectangle(20, 10).map(({ x, y }) => ({ x: x + 50, y: y + 50 })),
    ]);
    const region = check.ok ? check.region : { boundary: [], holes: [] };
    const mesh = extrudeRegion(region, -50, 150);
    expect(meshVolume(mesh)).toBe((10_000 - 100 - 200) * 200);
    expect(meshArea(mesh)).toBeCloseTo(2 * 9700 + 200 * (400 + 40 + 60), 6);
    expect(isWatertight(mesh)).toBe(true);
  });

  test.each([
    [0, 0],
    [1, 0],
    [0, Number.NaN],
  ])('from %f to %f is a fault', (z0, z1) => {
    expect(() => extrudeRegion({ boundary: rectangle(1, 1), holes: [] }, z0, z1)).toThrow(
      RangeError,
    );
  });
});

describe('roofs', () => {
  const spec = (kind: RoofKind, change: Partial<RoofSpec> = {}): RoofSpec => ({
    kind,
    boundary: rectangle(10_000, 6000),
    elevation: 3000,
    slope_deg: 45,
    thickness: 250,
    overhang: 500,
    ...change,
  });
  const mesh = (kind: RoofKind, change: Partial<RoofSpec> = {}): Mesh => {
    const result = roofMesh(spec(kind, change));
    if (!result.ok) {
      throw new Error(result.fault);
    }
    return result.mesh;
  };
  const plan = 11_000 * 7000;

  test.each([
    ['flat', 250, 3000, 3250],
    ['shed', 250 * Math.SQRT2, 2500, 9500 + 250 * Math.SQRT2],
    ['gable', 250 * Math.SQRT2, 2500, 6000 + 250 * Math.SQRT2],
    ['hip', 250 * Math.SQRT2, 2500, 6000 + 250 * Math.SQRT2],
  ] as const)('%s over a rectangle', (kind, depth, low, high) => {
    const roof = mesh(kind);
    expect(isWatertight(roof)).toBe(true);
    expect(meshVolume(roof) / (plan * depth)).toBeCloseTo(1, 12);
    const { min, max } = meshBounds(roof);
    expect(min).toEqual({ x: -500, y: -500, z: expect.closeTo(low, 6) });
    expect(max).toEqual({ x: 10_500, y: 6500, z: expect.closeTo(high, 6) });
  });

  test.each(['shed', 'gable', 'hip'] as const)(
    '%s turned by a quarter has the ridge along the longer side',
    (kind) => {
      const tall = mesh(kind, { boundary: rectangle(6000, 10_000) });
      expect(isWatertight(tall)).toBe(true);
      expect(meshVolume(tall) / (plan * 250 * Math.SQRT2)).toBeCloseTo(1, 12);
      // A shed rises from its first side over 10 m and the overhang, the others from the longer sides.
      const rise = kind === 'shed' ? 10_500 : 3000;
      expect(meshBounds(tall).max.z).toBeCloseTo(3000 + rise + 250 * Math.SQRT2, 6);
    },
  );

  test('the ridge of a hip starts half the width inside, so that all slopes are equal', () => {
    const { positions } = mesh('hip');
    const ridge = [...positions.keys()].filter((i) => i % 3 === 1 && positions[i] === 3000);
    expect(ridge.map((i) => Math.round((positions[i - 1] ?? 0) * 1e6) / 1e6)).toEqual([
      3000, 7000, 3000, 7000,
    ]);
  });

  test('a hip on a square has an apex', () => {
    const roof = mesh('hip', { boundary: rectangle(6000, 6000) });
    expect(isWatertight(roof)).toBe(true);
    expect(roof.positions.length / 3).toBe(10);
  });

  test('slope 0 is flat, 89.9 is built, 90 and below 0 are faults', () => {
    expect(meshVolume(mesh('gable', { slope_deg: 0 }))).toBeCloseTo(plan * 250, 3);
    expect(isWatertight(mesh('gable', { slope_deg: 89.9 }))).toBe(true);
    for (const slope_deg of [90, -0.1, Number.NaN]) {
      expect(roofMesh(spec('gable', { slope_deg }))).toEqual({
        ok: false,
        fault: 'slope_out_of_range',
      });
    }
  });

  test('an L takes flat and shed, no gable or hip; a notch narrower than the overhang is a fault', () => {
    const l = [
      { x: 0, y: 0 },
      { x: 9000, y: 0 },
      { x: 9000, y: 4000 },
      { x: 4000, y: 4000 },
      { x: 4000, y: 9000 },
      { x: 0, y: 9000 },
    ];
    expect(isWatertight(mesh('flat', { boundary: l }))).toBe(true);
    expect(isWatertight(mesh('shed', { boundary: l }))).toBe(true);
    expect(roofMesh(spec('gable', { boundary: l }))).toEqual({
      ok: false,
      fault: 'needs_rectangle',
    });
    expect(roofMesh(spec('hip', { boundary: l }))).toEqual({ ok: false, fault: 'needs_rectangle' });
    const u = [
      { x: 0, y: 0 },
      { x: 9000, y: 0 },
      { x: 9000, y: 9000 },
      { x: 5000, y: 9000 },
      { x: 5000, y: 3000 },
      { x: 4100, y: 3000 },
      { x: 4100, y: 9000 },
      { x: 0, y: 9000 },
    ];
    expect(roofMesh(spec('flat', { boundary: u }))).toEqual({
      ok: false,
      fault: 'overhang_collides',
    });
    expect(roofMesh(spec('flat', { boundary: u, overhang: 449 })).ok).toBe(true);
  });
});

describe('distances', () => {
  const at = (x: number, y: number, z: number) => ({
    min: { x, y, z },
    max: { x: x + 1, y: y + 1, z: z + 1 },
  });
  test.each([
    [at(0, 0, 0), 0],
    [at(1, 0, 0), 0],
    [at(3, 0, 0), 2],
    [at(4, 5, 0), 5],
    [at(-3, -3, -2), Math.sqrt(4 + 4 + 1)],
  ])('box %#', (other, distance) => {
    expect(boxDistance(at(0, 0, 0), other)).toBe(distance);
    expect(boxDistance(other, at(0, 0, 0))).toBe(distance);
  });
  test('points', () => {
    expect(pointDistance({ x: 0, y: 0, z: 0 }, { x: 2, y: 3, z: 6 })).toBe(7);
  });
});
