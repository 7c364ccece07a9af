/** @module facets: the triangles of a mesh with their normals, and outlines of those that share a plane. */
import type { Mesh } from '../../../../building/geometry/mesh/mesh.ts';
import { type Area, united } from '../../../../building/geometry/plan/regions.ts';
import type { Point2, Point3 } from '../../../../building/geometry/vector.ts';

/** A triangle. */
export type Facet = {
  readonly corners: readonly [Point3, Point3, Point3];
  /** Unit vector outwards. */
  readonly normal: Point3;
  /** mm². */
  readonly area: number;
};

/** Maximum number of triangles of a body that is recognised from its faces. */
const MAX_TRIANGLES = 5000;
/** Smallest area of a triangle, mm²: smaller ones have no reliable normal. */
const LEAST_AREA_MM2 = 1e-3;

/** The triangles of a mesh; null if it has too many. */
export function facetsOf({ positions, triangles }: Mesh): readonly Facet[] | null {
  if (triangles.length > 3 * MAX_TRIANGLES) return null;
  const corner = (i: number): Point3 => {
    const at = 3 * (triangles[i] ?? 0);
    return { x: positions[at] ?? 0, y: positions[at + 1] ?? 0, z: positions[at + 2] ?? 0 };
  };
  const facets: Facet[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [corner(i), corner(i + 1), corner(i + 2)];
    const [ux, uy, uz] = [b.x - a.x, b.y - a.y, b.z - a.z];
    const [vx, vy, vz] = [c.x - a.x, c.y - a.y, c.z - a.z];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const twice = Math.sqrt(x * x + y * y + z * z);
    if (twice < 2 * LEAST_AREA_MM2) continue;
    facets.push({
      corners: [a, b, c],
      normal: { x: x / twice, y: y / twice, z: z / twice },
      area: twice / 2,
    });
  }
  return facets;
}

/** The area of triangles in a plane, counter-clockwise as seen through the projection. */
export function areaOn(facets: readonly Facet[], project: (point: Point3) => Point2): Area {
  return united(facets.map(({ corners }) => [corners.map((corner) => project(corner))]));
}

/** Convex hull of points, counter-clockwise (Andrew's monotone chain). */
export function hullOf(points: readonly Point2[]): readonly Point2[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const lower = chain(sorted);
  const upper = chain(sorted.toReversed());
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

function chain(points: readonly Point2[]): readonly Point2[] {
  const kept: Point2[] = [];
  for (const point of points) {
    while (kept.length > 1 && !turnsLeft(kept.at(-2), kept.at(-1), point)) kept.pop();
    kept.push(point);
  }
  return kept;
}

function turnsLeft(a: Point2 | undefined, b: Point2 | undefined, c: Point2): boolean {
  if (a === undefined || b === undefined) return true;
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
}
