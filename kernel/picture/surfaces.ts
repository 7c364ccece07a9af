/** @module surfaces: the plane faces of what is drawn, by numbers that stand for them in each dot. */
import type { Mesh } from '../geometry/mesh/mesh.ts';
import type { Point3 } from '../geometry/vector.ts';

/** A plane face of an element, or where a box cuts it open. */
export type Surface = {
  /** Index among what is drawn. */
  readonly element: number;
  /** Out of the body; of length 1. */
  readonly normal: Point3;
  readonly cut: boolean;
};

/** Surfaces by number; 0 is none. */
export type Surfaces = (Surface | null)[];

/** A triangle with the number of its surface. */
export type Face = {
  readonly corners: readonly [Point3, Point3, Point3];
  readonly surface: number;
};

/** The triangles of a mesh; those of one plane share a surface. Triangles without area are left out. */
export function facesOf(mesh: Mesh, element: number, surfaces: Surfaces): readonly Face[] {
  const { positions, triangles } = mesh;
  const point = (index: number): Point3 => ({
    x: positions[index * 3] ?? 0,
    y: positions[index * 3 + 1] ?? 0,
    z: positions[index * 3 + 2] ?? 0,
  });
  const known = new Map<string, number>();
  const faces: Face[] = [];
  for (let at = 0; at + 2 < triangles.length; at += 3) {
    const a = point(triangles[at] ?? 0);
    const b = point(triangles[at + 1] ?? 0);
    const c = point(triangles[at + 2] ?? 0);
    const normal = normalOf(a, b, c);
    if (normal === null) continue;
    // Planes that differ by less than a thousandth in direction and 1 mm in place are one.
    const { x, y, z } = normal;
    const key = [x * 1000, y * 1000, z * 1000, x * a.x + y * a.y + z * a.z].map(Math.round).join();
    let surface = known.get(key);
    if (surface === undefined) {
      surface = surfaces.push({ element, normal, cut: false }) - 1;
      known.set(key, surface);
    }
    faces.push({ corners: [a, b, c], surface });
  }
  return faces;
}

function normalOf(a: Point3, b: Point3, c: Point3): Point3 | null {
  const [ux, uy, uz] = [b.x - a.x, b.y - a.y, b.z - a.z];
  const [vx, vy, vz] = [c.x - a.x, c.y - a.y, c.z - a.z];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.sqrt(x * x + y * y + z * z);
  return length < 1e-6 ? null : { x: x / length, y: y / length, z: z / length };
}
