/**
 * @module manifold plan: areas and triangulations of plan outlines by manifold-3d, as independent results for tests.
 */
import Module, { type Vec2 } from 'manifold-3d';

import type { Region, Ring } from '../../../../kernel/building/geometry/plan/polygon.ts';

const library = await Module();
library.setup();

function verticesOf(ring: Ring): Vec2[] {
  return ring.map(({ x, y }) => [x, y]);
}

/** Area of the union of rings, in the square of their unit. */
export function unionArea(rings: readonly Ring[]): number {
  if (rings.length === 0) return 0;
  const sections = rings.map((ring) =>
    library.CrossSection.ofPolygons(verticesOf(ring), 'NonZero'),
  );
  const union = library.CrossSection.union(sections);
  const area = union.area();
  for (const handle of [...sections, union]) handle.delete();
  return area;
}

/** Triangles that use every vertex; indices count the vertices of the boundary first, then those of the holes. */
export function manifoldTriangles({ boundary, holes }: Region): Uint32Array {
  const polygons = [boundary, ...holes].map(verticesOf);
  return Uint32Array.from(library.triangulate(polygons, -1, false).flat());
}
