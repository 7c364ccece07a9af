/** @module meshes: meshes for tests of imports. */
import * as fc from 'fast-check';

import { boxMesh, type Mesh } from '../../../../kernel/building/geometry/mesh/mesh.ts';
import type { MeshPlace } from '../../../../kernel/building/geometry/mesh/stored-mesh.ts';
import { MeshBlobBuilder } from '../../../../kernel/building/imports/mesh-blob-builder.ts';

/** A closed box with its lowest corner at the origin, mm. */
export function block(x: number, y: number, z: number): Mesh {
  return boxMesh({ min: { x: 0, y: 0, z: 0 }, max: { x, y, z } });
}

/** A block without its top: an open surface. */
export function openBlock(x: number, y: number, z: number): Mesh {
  const { positions, triangles } = block(x, y, z);
  return {
    positions,
    triangles: Uint32Array.from([...triangles.slice(0, 6), ...triangles.slice(12)]),
  };
}

const coordinate = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }).map((um) => um / 4000);

/** Random triangles on the grid of a micrometre or between its points; not closed. */
export const anyMesh: fc.Arbitrary<Mesh> = fc
  .array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 40 })
  .chain((points) => {
    const corner = fc.integer({ min: 0, max: points.length - 1 });
    return fc
      .array(fc.tuple(corner, corner, corner), { minLength: 1, maxLength: 60 })
      .map((triangles) => ({
        positions: Float64Array.from(points.flat()),
        triangles: Uint32Array.from(triangles.flat()),
      }));
  });

/** A blob with blocks of these heights, mm, one after the other: each has a place of 184 bytes. */
export function blocksBlob(...heights_mm: readonly number[]): {
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly place: (n: number) => MeshPlace;
} {
  const builder = new MeshBlobBuilder();
  const added = heights_mm.map((height_mm) => builder.add(block(500, 500, height_mm)));
  const blob = builder.finish();
  if (blob === null) throw new Error('expected a height');
  const place = (n: number): MeshPlace => {
    const mesh = added[n];
    if (mesh === undefined) throw new Error(`there is no block ${n}`);
    const { offset, length, digest } = mesh;
    return { blob: blob.sha256, offset, length, digest };
  };
  return { ...blob, place };
}
