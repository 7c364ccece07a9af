/** @module triangles: faces as triangles. */
import type { ManifoldToplevel } from 'manifold-3d';

import { cross } from '../../../../building/geometry/vector.ts';
import { unit } from '../axes.ts';
import { type Face, pointAt, ringNormal, type Surface } from './surface.ts';

/** The corners of triangles, three for each, counter-clockwise seen from outside. */
export function trianglesOf(library: ManifoldToplevel, { points, faces }: Surface): Uint32Array {
  const triangles: number[] = [];
  for (const face of faces) {
    const [outer = []] = face;
    const [a = 0, b = 0, c = 0, d = 0] = outer;
    const isSingle = face.length === 1;
    if (isSingle && outer.length === 3) {
      triangles.push(a, b, c);
    } else if (isSingle && outer.length === 4 && isConvex(points, outer)) {
      triangles.push(a, b, c, a, c, d);
    } else {
      addPolygon(library, points, face, triangles);
    }
  }
  return Uint32Array.from(triangles);
}

/** Whether a ring of four corners turns in one direction at each, clearly. */
function isConvex(points: Float64Array, ring: readonly number[]): boolean {
  const normal = ringNormal(points, ring);
  const square = normal.x ** 2 + normal.y ** 2 + normal.z ** 2;
  return ring.every((index, i) => {
    const before = ring[(i + 3) % 4] ?? index;
    const after = ring[(i + 1) % 4] ?? index;
    const turn = ringNormal(points, [before, index, after]);
    // Twice the area of the corner's triangle, against twice that of the ring: both directions have the normal's length.
    return turn.x * normal.x + turn.y * normal.y + turn.z * normal.z > CLEAR_TURN * square;
  });
}

/** Share of a ring's area that the triangle of a corner must have to be convex beyond doubt. */
const CLEAR_TURN = 1e-6;

function addPolygon(
  library: ManifoldToplevel,
  points: Float64Array,
  face: Face,
  triangles: number[],
): void {
  const [outer = []] = face;
  const normal = unit(ringNormal(points, outer)) ?? { x: 0, y: 0, z: 1 };
  const helper = Math.abs(normal.x) < 0.6 ? { x: 1, y: 0, z: 0 } : { x: 0, y: 1, z: 0 };
  const u = unit(cross(helper, normal)) ?? helper;
  const v = cross(normal, u);
  const origin = pointAt(points, outer[0] ?? 0);
  const flat = face.map((ring) =>
    ring.map((index): [number, number] => {
      const { x, y, z } = pointAt(points, index);
      const [dx, dy, dz] = [x - origin.x, y - origin.y, z - origin.z];
      return [dx * u.x + dy * u.y + dz * u.z, dx * v.x + dy * v.y + dz * v.z];
    }),
  );
  const indices = face.flat();
  for (const corners of library.triangulate(flat)) {
    for (const corner of corners) triangles.push(indices[corner] ?? 0);
  }
}
