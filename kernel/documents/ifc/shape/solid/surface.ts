/** @module surface: bodies by plane faces, and their measures. */
import type { Box3, Point3 } from '../../../../building/geometry/vector.ts';
import { type Matrix } from '../matrix.ts';

/** Rings of point indices, counter-clockwise seen from outside: the boundary, then the holes, which are clockwise. */
export type Face = readonly (readonly number[])[];

/** A body by its faces: x, y, z of each point, mm. */
export type Surface = { readonly points: Float64Array; readonly faces: readonly Face[] };

/** Coordinate `axis` of a point of a surface. */
function coordinate(points: Float64Array, index: number, axis: number): number {
  return points[3 * index + axis] ?? NaN;
}

/** A point of a surface. */
export function pointAt(points: Float64Array, index: number): Point3 {
  return {
    x: coordinate(points, index, 0),
    y: coordinate(points, index, 1),
    z: coordinate(points, index, 2),
  };
}

/** The coordinates of points in one list. */
export function flattened(points: readonly Point3[]): Float64Array {
  const list = new Float64Array(3 * points.length);
  for (const [i, { x, y, z }] of points.entries()) list.set([x, y, z], 3 * i);
  return list;
}

/** The faces seen from the other side. */
export function flippedFaces(faces: readonly Face[]): readonly Face[] {
  return faces.map((face) => face.map((ring) => ring.toReversed()));
}

/** The image of a surface. Faces are flipped by a map that mirrors. */
export function throughMatrix({ points, faces }: Surface, matrix: Matrix): Surface {
  const [a, b, c, d, e, f, g, h, i, j, k, l] = matrix;
  const image = new Float64Array(points.length);
  for (let at = 0; at < points.length; at += 3) {
    const [x, y, z] = [points[at] ?? NaN, points[at + 1] ?? NaN, points[at + 2] ?? NaN];
    image[at] = a * x + b * y + c * z + d;
    image[at + 1] = e * x + f * y + g * z + h;
    image[at + 2] = i * x + j * y + k * z + l;
  }
  return { points: image, faces: determinant(matrix) < 0 ? flippedFaces(faces) : faces };
}

/** The volume of the image of a unit cube: negative for a map that mirrors. */
function determinant([a, b, c, , e, f, g, , i, j, k]: Matrix): number {
  return a * (f * k - g * j) - b * (e * k - g * i) + c * (e * j - f * i);
}

/** The volume by the divergence theorem, mm³: positive if the faces are seen from outside. Faces may be concave. */
export function surfaceVolume({ points, faces }: Surface): number {
  const [first] = faces[0]?.[0] ?? [0];
  const origin = pointAt(points, first ?? 0);
  let sum = 0;
  for (const face of faces) {
    for (const ring of face) sum += fanVolume(points, ring, origin);
  }
  return sum / 6;
}

/** Six times the volume between a ring and a point. */
function fanVolume(points: Float64Array, ring: readonly number[], origin: Point3): number {
  const start = 3 * (ring[0] ?? 0);
  const ax = (points[start] ?? NaN) - origin.x;
  const ay = (points[start + 1] ?? NaN) - origin.y;
  const az = (points[start + 2] ?? NaN) - origin.z;
  let sum = 0;
  let [bx, by, bz] = [NaN, NaN, NaN];
  for (let i = 1; i < ring.length; i += 1) {
    const at = 3 * (ring[i] ?? 0);
    const cx = (points[at] ?? NaN) - origin.x;
    const cy = (points[at + 1] ?? NaN) - origin.y;
    const cz = (points[at + 2] ?? NaN) - origin.z;
    if (i > 1) {
      sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    }
    [bx, by, bz] = [cx, cy, cz];
  }
  return sum;
}

/** The box of the corners of all faces; null without faces. */
export function surfaceBox({ points, faces }: Surface): Box3 | null {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (const [outer = []] of faces) {
    for (const index of outer) {
      for (let axis = 0; axis < 3; axis += 1) {
        const value = points[3 * index + axis] ?? NaN;
        if (value < (low[axis] ?? NaN)) low[axis] = value;
        if (value > (high[axis] ?? NaN)) high[axis] = value;
      }
    }
  }
  const [minX = NaN, minY = NaN, minZ = NaN] = low;
  const [maxX = NaN, maxY = NaN, maxZ = NaN] = high;
  if (!(minX <= maxX && minY <= maxY && minZ <= maxZ)) return null;
  return { min: { x: minX, y: minY, z: minZ }, max: { x: maxX, y: maxY, z: maxZ } };
}

/** Twice the vector area of a ring (Newell): its normal, as long as twice its area in mm². */
export function ringNormal(points: Float64Array, ring: readonly number[]): Point3 {
  const origin = 3 * (ring[0] ?? 0);
  const [ox, oy, oz] = [
    points[origin] ?? NaN,
    points[origin + 1] ?? NaN,
    points[origin + 2] ?? NaN,
  ];
  let [x, y, z] = [0, 0, 0];
  const last = 3 * (ring.at(-1) ?? 0);
  let [px, py, pz] = [
    (points[last] ?? NaN) - ox,
    (points[last + 1] ?? NaN) - oy,
    (points[last + 2] ?? NaN) - oz,
  ];
  for (const index of ring) {
    const at = 3 * index;
    const qx = (points[at] ?? NaN) - ox;
    const qy = (points[at + 1] ?? NaN) - oy;
    const qz = (points[at + 2] ?? NaN) - oz;
    x += py * qz - pz * qy;
    y += pz * qx - px * qz;
    z += px * qy - py * qx;
    [px, py, pz] = [qx, qy, qz];
  }
  return { x, y, z };
}

/** The surface with only the points of its faces, in their order. The work grows with the faces, not with the points. */
export function compacted({ points, faces }: Surface): Surface {
  const indices = new Map<number, number>();
  const kept = faces.map((face) =>
    face.map((ring) =>
      ring.map((index) => {
        const known = indices.get(index) ?? indices.size;
        if (known === indices.size) indices.set(index, known);
        return known;
      }),
    ),
  );
  const list = new Float64Array(3 * indices.size);
  for (const [from, to] of indices) list.set(points.subarray(3 * from, 3 * from + 3), 3 * to);
  return { points: list, faces: kept };
}

/** Several surfaces as one. */
export function mergedSurfaces(surfaces: readonly Surface[]): Surface {
  const [only, second] = surfaces;
  if (only !== undefined && second === undefined) return only;
  const points = new Float64Array(surfaces.reduce((sum, one) => sum + one.points.length, 0));
  const faces: Face[] = [];
  let at = 0;
  for (const surface of surfaces) {
    points.set(surface.points, at);
    const base = at / 3;
    for (const face of surface.faces) {
      faces.push(face.map((ring) => ring.map((index) => index + base)));
    }
    at += surface.points.length;
  }
  return { points, faces };
}
