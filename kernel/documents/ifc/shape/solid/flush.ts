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

/** What a face of a cutter asks of a corner: to move this far along its normal, mm. */
type Wish = { readonly normal: Point3; readonly by: number };

/**
 * A cutter with its faces that are flush with the body moved out by `FLUSH_MM`. The other faces stay in their planes:
 * corners move along them.
 */
export function widened(cutter: Surface, body: readonly Plane[]): Surface {
  const { points, faces } = cutter;
  if (body.length === 0 || faces.length * body.length > MAX_PAIRS) return cutter;
  const wishes = new Map<number, Wish[]>();
  const moved = new Set<number>();
  for (const face of faces) {
    const [outer = []] = face;
    const normal = unit(ringNormal(points, outer));
    if (normal === null) continue;
    const distance = dot(normal, pointAt(points, outer[0] ?? 0));
    const wish = { normal, by: isFlush({ normal, distance }, body) ? FLUSH_MM : 0 };
    for (const index of face.flat()) {
      if (wish.by > 0) moved.add(index);
      const known = wishes.get(index);
      if (known === undefined) wishes.set(index, [wish]);
      else known.push(wish);
    }
  }
  if (moved.size === 0) return cutter;
  const image = points.slice();
  for (const index of moved) {
    const move = movement(wishes.get(index) ?? []);
    image.set(flattened([plus(pointAt(points, index), move)]), 3 * index);
  }
  return { points: image, faces };
}

/** The shortest movement that satisfies the flush faces first, then the others as far as they are independent. */
function movement(wishes: readonly Wish[]): Point3 {
  let move: Point3 = { x: 0, y: 0, z: 0 };
  const axes: Point3[] = [];
  for (const { normal, by } of wishes.toSorted((a, b) => b.by - a.by)) {
    const rest = axes.reduce((left, axis) => plus(left, scaled(axis, -dot(left, axis))), normal);
    const size = Math.hypot(rest.x, rest.y, rest.z);
    if (axes.length === 3 || size < MIN_INDEPENDENT) continue;
    const axis = scaled(rest, 1 / size);
    move = plus(move, scaled(axis, (by - dot(move, normal)) / size));
    axes.push(axis);
  }
  return move;
}

/** Sine of the smallest angle of two faces between which a corner moves along both: 3°, 20 times `FLUSH_MM`. */
const MIN_INDEPENDENT = 0.05;
