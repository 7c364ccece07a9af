/** @module rigid-motion: the turn about the vertical and the move between two bodies of the same form. */
import { at } from '../../../../building/geometry/indexed.ts';
import type { Mesh } from '../../../../building/geometry/mesh/mesh.ts';
import { SAME_PLACE_MM } from '../../../../building/geometry/tolerances.ts';
import { type Point3, segmentLengthMm } from '../../../../building/geometry/vector.ts';
import { type Matrix, pointThrough } from '../../shape/matrix.ts';

/** Shortest distance in plan between two corners that give a direction, mm. */
const LEAST_MM = 1;

/** The motion of the corners of a body to those of another one, mm; null if it has another form. */
export function rigidMotion(was: Mesh, is: Mesh): Matrix | null {
  const count = was.positions.length / 3;
  if (count === 0 || was.positions.length !== is.positions.length) return null;
  if (was.triangles.length !== is.triangles.length) return null;
  const [a, b] = [cornerOf(was, 0), cornerOf(is, 0)];
  const far = farthest(was, a, count);
  const [p, q] = [cornerOf(was, far), cornerOf(is, far)];
  const [ux, uy, vx, vy] = [p.x - a.x, p.y - a.y, q.x - b.x, q.y - b.y];
  const size = Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
  if (!(size >= LEAST_MM * LEAST_MM)) return null;
  const turned = { cosine: (ux * vx + uy * vy) / size, sine: (ux * vy - uy * vx) / size };
  // Without a turn, the motion keeps the directions of placements.
  const isStraight = Math.abs(turned.sine) * Math.sqrt(size) <= SAME_PLACE_MM && turned.cosine > 0;
  const { cosine, sine } = isStraight ? { cosine: 1, sine: 0 } : turned;
  const [x, y] = [b.x - cosine * a.x + sine * a.y, b.y - sine * a.x - cosine * a.y];
  const motion: Matrix = [cosine, 0 - sine, 0, x, sine, cosine, 0, y, 0, 0, 1, b.z - a.z];
  for (let i = 0; i < count; i += 1) {
    const [moved, there] = [pointThrough(motion, cornerOf(was, i)), cornerOf(is, i)];
    const isThere =
      Math.abs(moved.z - there.z) <= SAME_PLACE_MM &&
      segmentLengthMm(moved, there) <= SAME_PLACE_MM;
    if (!isThere) return null;
  }
  return motion;
}

function cornerOf({ positions }: Mesh, i: number): Point3 {
  return { x: at(positions, 3 * i), y: at(positions, 3 * i + 1), z: at(positions, 3 * i + 2) };
}

/** The corner farthest from a point in plan. */
function farthest(mesh: Mesh, from: Point3, count: number): number {
  let [best, most] = [0, 0];
  for (let i = 0; i < count; i += 1) {
    const distance = segmentLengthMm(cornerOf(mesh, i), from);
    if (distance > most) [best, most] = [i, distance];
  }
  return best;
}
