/** @module mesh measures, closedness and motions; prisms and roofs. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { extrudeRegion } from '../../../../kernel/geometry/mesh/extrude.ts';
import {
  boxDistance,
  measureMesh,
  pointDistance,
} from '../../../../kernel/geometry/mesh/measure.ts';
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
