/** @module flush: bodies that are cut off, widened where their faces are flush with those of the body that they cut. */
import type { Point3 } from '../../../../building/geometry/vector.ts';
import { dot } from '../../../../building/geometry/vector.ts';
import { plus, scaled, unit } from '../axes.ts';
import { flattened, pointAt, ringNormal, type Surface } from './surface.ts';

/**
 * A cutter's face this near to a face of the body on the same side is flush: it is moved out by as much again, mm.
 * Otherwise rounding leaves skins without thickness that are as large as the face.
 */
export const FLUSH_MM = 0.01;
/** Sine between normals of flush faces: `FLUSH_MM` over 10 m. */
const FLUSH_SINE = 1e-6;
/** Largest number of pairs of faces that are compared; larger bodies are not widened. */
const MAX_PAIRS = 4_000_000;

/** The plane of a face: its outward normal, and the distance of the plane from the origin along it, mm. */
export type Plane = { readonly normal: Point3; readonly distance: number };

/** The planes of a surface, equal ones once. */
export function planesOf({ points, faces }: Surface): readonly Plane[] {
  const planes = new Map<string, Plane>();
  for (const [outer = []] of faces) {
    const normal = unit(ringNormal(points, outer));
    if (normal === null) continue;
    const distance = dot(normal, pointAt(points, outer[0] ?? 0));
    const key = [normal.x, normal.y, normal.z, distance / 1000]
      .map((value) => value.toFixed(6))
      .join();
    if (!planes.has(key)) planes.set(key, { normal, distance });
  }
  return [...planes.values()];
}

/** Whether a plane is flush with one of a body: near it, with material on the same side. */
export function isFlush(plane: Plane, body: readonly Plane[]): boolean {
  return body.some(
    ({ normal, distance }) =>
      Math.abs(distance - plane.distance) < FLUSH_MM &&
      Math.hypot(normal.x - plane.normal.x, normal.y - plane.normal.y, normal.z - plane.normal.z) <
        FLUSH_SINE,
  );
}

/** The planes of what a body leaves: with the material on the other side. */
export function turnedPlanes(planes: readonly Plane[]): readonly Plane[] {
  return planes.map(({ normal, distance }) => ({
    normal: scaled(normal, -1),
    distance: -distance,
  }));
}

/** A cutter with its faces that are flush with the body moved out by `FLUSH_MM`; their neighbours follow. */
export function widened(cutter: Surface, body: readonly Plane[]): Surface {
  if (cutter.faces.length * body.length > MAX_PAIRS) return cutter;
  const moves = new Map<number, Point3[]>();
  for (const face of cutter.faces) {
    const [outer = []] = face;
    const normal = unit(ringNormal(cutter.points, outer));
    if (normal === null) continue;
    const distance = dot(normal, pointAt(cutter.points, outer[0] ?? 0));
    if (!isFlush({ normal, distance }, body)) continue;
    for (const index of face.flat()) {
      const known = moves.get(index);
      if (known === undefined) moves.set(index, [normal]);
      else if (known.every((one) => dot(one, normal) < SAME_DIRECTION)) known.push(normal);
    }
  }
  if (moves.size === 0) return cutter;
  const points = cutter.points.slice();
  for (const [index, normals] of moves) {
    const move = normals.reduce((sum, normal) => plus(sum, normal));
    points.set(flattened([plus(pointAt(points, index), scaled(move, FLUSH_MM))]), 3 * index);
  }
  return { points, faces: cutter.faces };
}

/** Cosine of normals that are one direction for the movement of a corner: 8°. */
const SAME_DIRECTION = 0.99;
