/** @module mesh tests: measures, watertightness and motions; prisms. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { extrudeRegion } from '../../../../../kernel/building/geometry/mesh/extrude.ts';
import {
  boxDistance,
  pointDistance,
} from '../../../../../kernel/building/geometry/mesh/measure.ts';
import {
  boxMesh,
  emptyMesh,
  isWatertight,
  mergeMeshes,
  meshBounds,
  meshCentroid,
  meshVolume,
  rotateMeshZ,
  translateMesh,
} from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { validateRegion } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../../../kernel/building/geometry/vector.ts';
import { meshArea } from '../mesh-area.ts';

const brick = boxMesh({ min: { x: 0, y: 0, z: 0 }, max: { x: 10, y: 20, z: 30 } });
const rectangle = (w: number, h: number): Point2[] => [
  { x: 0, y: 0 },
  { x: w, y: 0 },
  { x: w, y: h },
  { x: 0, y: h },
];

describe('meshes', () => {
  test('a box has exact volume, area, bounds and centroid', () => {
    expect(meshVolume(brick)).toBe(6000);
    expect(meshArea(brick)).toBe(2200);
    expect(meshBounds(brick)).toEqual({ min: { x: 0, y: 0, z: 0 }, max: { x: 10, y: 20, z: 30 } });
    expect(meshCentroid(brick)).toEqual({ x: 5, y: 10, z: 15 });
  });

  test('isWatertight distinguishes closed and open meshes', () => {
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

  test('motions keep volume and area, and merging adds volumes up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 719 }),
        fc.integer({ min: -1000, max: 1000 }),
        (angle, shift) => {
          const variants = [
            translateMesh(brick, { x: shift, y: shift, z: -shift }),
            rotateMeshZ(brick, angle / 2, { x: 3, y: shift / 1e6 }),
          ];
          for (const variant of variants) {
            expect(meshVolume(variant) / 6000).toBeCloseTo(1, 7);
            expect(meshArea(variant) / 2200).toBeCloseTo(1, 7);
            expect(isWatertight(variant)).toBe(true);
          }
          const merged = mergeMeshes(variants);
          expect(meshVolume(merged) / 12_000).toBeCloseTo(1, 6);
          expect(isWatertight(merged)).toBe(true);
        },
      ),
    );
  });

  test('rotateMeshZ is exact for quarter turns', () => {
    const turned = rotateMeshZ(brick, 90);
    expect(meshBounds(turned)).toEqual({
      min: { x: -20, y: 0, z: 0 },
      max: { x: 0, y: 10, z: 30 },
    });
    expect(rotateMeshZ(rotateMeshZ(turned, 180), 90).positions).toEqual(brick.positions);
  });

  test('measures of a mesh far from the origin keep their precision', () => {
    const far = translateMesh(brick, { x: 5_000_000, y: 4_000_000, z: 100_000 });
    expect(meshVolume(far)).toBe(6000);
    expect(meshCentroid(far)).toEqual({ x: 5_000_005, y: 4_000_010, z: 100_015 });
  });

  test('meshBounds throws for an empty mesh', () => {
    expect(() => meshBounds(emptyMesh)).toThrow(RangeError);
  });
});

describe('prisms', () => {
  test('a prism with holes is closed and has the exact volume', () => {
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
  ])('extrudeRegion throws for the interval from %f to %f', (z0, z1) => {
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
  ])('boxDistance returns the distance of two boxes: case %#', (other, distance) => {
    expect(boxDistance(at(0, 0, 0), other)).toBe(distance);
    expect(boxDistance(other, at(0, 0, 0))).toBe(distance);
  });
  test('pointDistance returns the distance of two points', () => {
    expect(pointDistance({ x: 0, y: 0, z: 0 }, { x: 2, y: 3, z: 6 })).toBe(7);
  });
});
