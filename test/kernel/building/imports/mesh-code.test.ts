/** @module tests of encoded meshes: decoding gives the mesh back, equal meshes have equal bytes, malformed bytes are refused. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  isWatertight,
  type Mesh,
  meshBounds,
  meshVolume,
  translateMesh,
} from '../../../../kernel/building/geometry/mesh/mesh.ts';
import { onGrid } from '../../../../kernel/building/geometry/vector.ts';
import { decodeMesh, encodeMesh } from '../../../../kernel/building/imports/mesh-code.ts';
import { anyMesh, block } from './meshes.ts';

/** The mesh on the grid. */
function gridMesh({ positions, triangles }: Mesh): Mesh {
  return { positions: positions.map(onGrid), triangles };
}

/** The largest distance of equal vertices along an axis, mm. */
function farthest(a: Mesh, b: Mesh): number {
  expect(b.positions.length).toBe(a.positions.length);
  return a.positions.reduce((most, x, i) => Math.max(most, Math.abs(x - (b.positions[i] ?? 0))), 0);
}

const OFFSET = { x: 12_345.678, y: -7_890_123.456, z: 3000 };

describe('an encoded mesh', () => {
  test('is decoded to the same mesh from the lowest corner of its box', () => {
    fc.assert(
      fc.property(anyMesh.map(gridMesh), (mesh) => {
        const { bytes, box } = encodeMesh(mesh);
        const decoded = translateMesh(decodeMesh(bytes), box.min);
        expect(farthest(mesh, decoded)).toBeLessThan(1e-6);
        expect(decoded.triangles).toEqual(mesh.triangles);
        const around = meshBounds(mesh);
        for (const axis of ['x', 'y', 'z'] as const) {
          expect(box.min[axis]).toBeCloseTo(around.min[axis], 6);
          expect(box.max[axis]).toBeCloseTo(around.max[axis], 6);
        }
      }),
    );
  });

  test('between the points of the grid is off by at most one step', () => {
    fc.assert(
      fc.property(anyMesh, (mesh) => {
        const { bytes, box } = encodeMesh(mesh);
        expect(farthest(mesh, translateMesh(decodeMesh(bytes), box.min))).toBeLessThan(0.001_001);
      }),
    );
  });

  test('has the same bytes for the same shape anywhere, and others for another shape', () => {
    const here = encodeMesh(block(100, 200, 300));
    const there = encodeMesh(translateMesh(block(100, 200, 300), OFFSET));
    expect(there.bytes).toEqual(here.bytes);
    expect(there.box.min).toEqual(OFFSET);
    expect(encodeMesh(block(100, 200, 300.001)).bytes).not.toEqual(here.bytes);
    expect(encodeMesh(decodeMesh(here.bytes)).bytes).toEqual(here.bytes);
  });

  test('is as closed as the mesh, even if vertices become one point', () => {
    const thin = translateMesh(block(1000, 1000, 0.0004), OFFSET);
    const decoded = decodeMesh(encodeMesh(thin).bytes);
    expect(isWatertight(decoded)).toBe(true);
    expect(meshVolume(decoded)).toBe(0);
  });

  test('of more than 2 km has floating-point coordinates', () => {
    const limit = 2_147_483.647;
    expect(encodeMesh(block(limit, 1, 1)).bytes[4]).toBe(0);
    const long = encodeMesh(block(limit + 0.001, 1, 1));
    expect(long.bytes[4]).toBe(1);
    expect(meshBounds(decodeMesh(long.bytes)).max.x).toBe(limit + 0.001);
  });

  test('has indices of 16 bits up to 65,536 vertices', () => {
    const strip = (vertices: number): Mesh => ({
      positions: Float64Array.from({ length: 3 * vertices }, (_, i) => i),
      triangles: Uint32Array.of(0, 1, vertices - 1),
    });
    expect(encodeMesh(strip(65_536)).bytes.length).toBe(16 + 12 * 65_536 + 6);
    const wide = encodeMesh(strip(65_537));
    expect(wide.bytes.length).toBe(16 + 12 * 65_537 + 12);
    expect(decodeMesh(wide.bytes).triangles).toEqual(Uint32Array.of(0, 1, 65_536));
  });

  test.each([
    ['without triangles', { positions: new Float64Array(9), triangles: new Uint32Array(0) }],
    ['with half a triangle', { positions: new Float64Array(9), triangles: Uint32Array.of(0, 1) }],
    ['of missing vertices', { positions: new Float64Array(9), triangles: Uint32Array.of(0, 1, 3) }],
    [
      'without a number',
      { positions: Float64Array.of(0, 0, NaN), triangles: Uint32Array.of(0, 0, 0) },
    ],
  ])('is not made from a mesh %s', (_what, mesh) => {
    expect(() => encodeMesh(mesh)).toThrow(RangeError);
  });
});

/** Whether bytes are a mesh, or are refused with a RangeError; any other error is thrown. */
function triesToDecode(bytes: Uint8Array): boolean {
  try {
    return decodeMesh(bytes).triangles.length > 0;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

describe('malformed bytes', () => {
  const { bytes } = encodeMesh(block(1, 2, 3));
  const changed = (at: number, ...to: readonly number[]): Uint8Array => {
    const copy = Uint8Array.from(bytes);
    copy.set(to, at);
    return copy;
  };

  test.each([
    ['nothing', new Uint8Array(0)],
    ['another header', changed(0, 0x51)],
    ['an unknown form', changed(4, 2)],
    ['wide indices for few vertices', changed(5, 4)],
    ['bytes that are reserved', changed(7, 1)],
    ['more vertices than bytes', changed(8, 255, 255, 255, 255)],
    ['more triangles than bytes', changed(12, 255, 255, 255, 255)],
    ['no triangles', changed(12, 0)],
    ['a byte less', bytes.subarray(0, -1)],
    ['a byte more', Uint8Array.from([...bytes, 0])],
    ['a coordinate below its box', changed(19, 0x80)],
    ['a vertex that is missing', changed(bytes.length - 2, 8)],
  ])('with %s are refused with what was received', (_what, malformed) => {
    expect(() => decodeMesh(malformed)).toThrow(/a malformed mesh: got .+, want /u);
  });

  test('never crash or hang', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 4 }),
        (random, flips) => {
          const copy = Uint8Array.from(bytes);
          for (const [at, value] of flips) copy[at] = value;
          for (const tried of [random, copy]) {
            expect(triesToDecode(tried)).toBe(true);
          }
        },
      ),
    );
  });
});
