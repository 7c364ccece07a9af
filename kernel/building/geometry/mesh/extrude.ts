/** @module extrude: upright prisms over plan regions. */

import { at } from '../indexed.ts';
import type { Region, Ring } from '../plan/polygon.ts';
import { triangulateRegion } from '../plan/triangulate.ts';
import type { Point2 } from '../vector.ts';
import { createMeshBuilder, type Mesh } from './mesh.ts';

/**
 * Closed prism over a valid region between elevations `z0` < `z1`, mm. Throws `RangeError` otherwise.
 */
export function extrudeRegion(region: Region, z0: number, z1: number): Mesh {
  if (!(z0 < z1)) {
    throw new RangeError(`the prism runs from ${z0} to ${z1} mm, expected a rising interval`);
  }
  return extrudeBetween(
    region,
    () => z0,
    () => z1,
  );
}

/** Closed solid over a valid region between two surfaces given as elevations over the plan, mm. */
export function extrudeBetween(
  region: Region,
  bottomAt: (point: Point2) => number,
  topAt: (point: Point2) => number,
): Mesh {
  return prism([region.boundary, ...region.holes], triangulateRegion(region), { bottomAt, topAt });
}

/**
 * Closed prism over a ring from `z0` to `z1` mm with the given triangles (counter-clockwise, indices into the ring)
 * as caps.
 */
export function extrudeTriangles(ring: Ring, triangles: Uint32Array, z0: number, z1: number): Mesh {
  return prism([ring], triangles, { bottomAt: () => z0, topAt: () => z1 });
}

type Surfaces = {
  readonly bottomAt: (point: Point2) => number;
  readonly topAt: (point: Point2) => number;
};

function prism(
  rings: readonly Ring[],
  triangles: Uint32Array,
  { bottomAt, topAt }: Surfaces,
): Mesh {
  const points = rings.flat();
  const size = points.length;
  const builder = createMeshBuilder();
  for (const point of points) {
    builder.add(point.x, point.y, bottomAt(point));
  }
  for (const point of points) {
    builder.add(point.x, point.y, topAt(point));
  }
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [at(triangles, i), at(triangles, i + 1), at(triangles, i + 2)];
    builder.triangle(a, c, b);
    builder.triangle(a + size, b + size, c + size);
  }
  let first = 0;
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i++) {
      const a = first + i;
      const b = first + ((i + 1) % ring.length);
      builder.quad([a, b, b + size, a + size]);
    }
    first += ring.length;
  }
  return builder.finish();
}
