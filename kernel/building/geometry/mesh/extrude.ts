/** @module extrude: upright prisms over plan regions. */

import { at } from '../indexed.ts';
import type { Region, Ring } from '../plan/polygon.ts';
import { triangulateRegion } from '../plan/triangulate.ts';
import type { Point2 } from '../vector.ts';
import type { Mesh } from './mesh.ts';

/**
 * Closed prism over a valid region between elevations `z0` < `z1`, mm. Throws `RangeError` otherwise.
 */
export function extrudeRegion(region: Region, z0: number, z1: number): Mesh {
  return extrudeAll([{ region, low: z0, high: z1 }]);
}

/** A prism over a valid region from `low` to `high` mm. */
export type Prism = { readonly region: Region; readonly low: number; readonly high: number };

/** The closed prisms of `extrudeRegion` in one mesh, in the given order; overlaps are not resolved. */
export function extrudeAll(prisms: readonly Prism[]): Mesh {
  return written(
    prisms.map(({ region, low, high }) => {
      if (!(low < high)) throw notRising(low, high);
      return {
        rings: [region.boundary, ...region.holes],
        triangles: triangulateRegion(region),
        bottomAt: () => low,
        topAt: () => high,
      };
    }),
  );
}

/** Closed solid over a valid region between two surfaces given as elevations over the plan, mm. */
export function extrudeBetween(
  region: Region,
  bottomAt: (point: Point2) => number,
  topAt: (point: Point2) => number,
): Mesh {
  const rings = [region.boundary, ...region.holes];
  return written([{ rings, triangles: triangulateRegion(region), bottomAt, topAt }]);
}

/**
 * Closed prism over a ring from `z0` to `z1` mm with the given triangles (counter-clockwise, indices into the ring)
 * as caps.
 */
export function extrudeTriangles(ring: Ring, triangles: Uint32Array, z0: number, z1: number): Mesh {
  return written([{ rings: [ring], triangles, bottomAt: () => z0, topAt: () => z1 }]);
}

function notRising(low: number, high: number): RangeError {
  return new RangeError(`the prism runs from ${low} to ${high} mm, expected a rising interval`);
}

/** Rings with the triangles of their caps, counter-clockwise, between two surfaces. */
type Solid = {
  readonly rings: readonly Ring[];
  readonly triangles: Uint32Array;
  readonly bottomAt: (point: Point2) => number;
  readonly topAt: (point: Point2) => number;
};

function sizeOf({ rings }: Solid): number {
  return rings.reduce((sum, ring) => sum + ring.length, 0);
}

/** The solids in one mesh; each has the vertices of its bottom, then those of its top. */
function written(solids: readonly Solid[]): Mesh {
  const size = solids.reduce((sum, solid) => sum + sizeOf(solid), 0);
  const caps = solids.reduce((sum, { triangles }) => sum + triangles.length, 0);
  const positions = new Float64Array(6 * size);
  const triangles = new Uint32Array(2 * caps + 6 * size);
  let [vertex, corner] = [0, 0];
  for (const solid of solids) {
    writePositions(solid, positions.subarray(3 * vertex));
    corner = writeFaces(solid, { triangles, corner, vertex });
    vertex += 2 * sizeOf(solid);
  }
  return { positions, triangles };
}

function writePositions(solid: Solid, positions: Float64Array): void {
  const top = 3 * sizeOf(solid);
  let next = 0;
  for (const ring of solid.rings) {
    for (const point of ring) {
      positions[next] = point.x;
      positions[next + 1] = point.y;
      positions[next + 2] = solid.bottomAt(point);
      positions[top + next] = point.x;
      positions[top + next + 1] = point.y;
      positions[top + next + 2] = solid.topAt(point);
      next += 3;
    }
  }
}

type FacesSoFar = {
  readonly triangles: Uint32Array;
  /** Number of corners so far. */
  readonly corner: number;
  /** The first vertex of the solid. */
  readonly vertex: number;
};

/** Writes caps and sides; returns the number of corners after them. */
function writeFaces(solid: Solid, { triangles, corner, vertex }: FacesSoFar): number {
  const size = sizeOf(solid);
  let next = corner;
  const face = (a: number, b: number, c: number): void => {
    triangles[next] = vertex + a;
    triangles[next + 1] = vertex + b;
    triangles[next + 2] = vertex + c;
    next += 3;
  };
  const caps = solid.triangles;
  for (let i = 0; i < caps.length; i += 3) {
    const [a, b, c] = [at(caps, i), at(caps, i + 1), at(caps, i + 2)];
    face(a, c, b);
    face(a + size, b + size, c + size);
  }
  let first = 0;
  for (const ring of solid.rings) {
    for (let i = 0; i < ring.length; i++) {
      const a = first + i;
      const b = first + ((i + 1) % ring.length);
      face(a, b, b + size);
      face(a, b + size, a + size);
    }
    first += ring.length;
  }
  return next;
}
