/** @module cell: convex cells that are split by planes: polyhedra and flat polygons. */

import { at, cyclic, doubleAt } from '../indexed.ts';
import { ON_PLANE_MM, ROUND_OFF_MM } from '../tolerances.ts';
import { cross, dot, minus, type Point3 } from '../vector.ts';
import { type Bounds, type ConvexPiece, hullOf } from './convex-piece.ts';

/** A plane: the points with `x · normal = offset`, mm. */
export type Plane = { readonly normal: Point3; readonly offset: number };

/** A convex cell: the faces of a polyhedron, or one flat polygon. */
export type Cell = { readonly flat: boolean; readonly faces: readonly (readonly Point3[])[] };

function cornerOf(corners: readonly number[], i: number): Point3 {
  const [x, y, z] = [3 * i, 3 * i + 1, 3 * i + 2].map((k) => doubleAt(corners, k));
  return { x: x ?? 0, y: y ?? 0, z: z ?? 0 };
}

/** A piece as a cell. */
export function cellOf(piece: ConvexPiece): Cell {
  const { corners, faces } = hullOf(piece);
  return { flat: false, faces: faces.map((face) => face.map((i) => cornerOf(corners, i))) };
}

/** The box around a cell. */
export function cellBounds({ faces }: Cell): Bounds {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { x, y, z } of faces.flat()) {
    for (const [k, value] of [x, y, z].entries()) {
      low[k] = Math.min(at(low, k), value);
      high[k] = Math.max(at(high, k), value);
    }
  }
  return [at(low, 0), at(low, 1), at(low, 2), at(high, 0), at(high, 1), at(high, 2)];
}

/** Least and greatest signed distance of the corners of a cell from a plane, mm. */
export function extentAlong({ faces }: Cell, { normal, offset }: Plane): readonly [number, number] {
  let [least, greatest] = [Infinity, -Infinity];
  for (const face of faces) {
    for (const corner of face) {
      const off = dot(normal, corner) - offset;
      least = Math.min(least, off);
      greatest = Math.max(greatest, off);
    }
  }
  return [least, greatest];
}

/** The parts of a cell on the negative and the positive side of a plane that has corners on both sides. */
export function splitCell(cell: Cell, plane: Plane): readonly [Cell, Cell] {
  const { normal, offset } = plane;
  return [
    keptBelow(cell, plane),
    keptBelow(cell, { normal: { x: -normal.x, y: -normal.y, z: -normal.z }, offset: -offset }),
  ];
}

function keptBelow({ flat, faces }: Cell, { normal, offset }: Plane): Cell {
  const kept: Point3[][] = [];
  const rim: Point3[] = [];
  for (const face of faces) {
    const part: Point3[] = [];
    for (let k = 0; k < face.length; k++) {
      const [p, q] = [at(face, k), cyclic(face, k + 1)];
      const [a, b] = [dot(normal, p) - offset, dot(normal, q) - offset];
      if (a <= ON_PLANE_MM) {
        part.push(p);
        if (a >= -ON_PLANE_MM) rim.push(p);
      }
      if ((a < -ON_PLANE_MM && b > ON_PLANE_MM) || (a > ON_PLANE_MM && b < -ON_PLANE_MM)) {
        const share = a / (a - b);
        const { x, y, z } = minus(q, p);
        const met = { x: p.x + x * share, y: p.y + y * share, z: p.z + z * share };
        part.push(met);
        rim.push(met);
      }
    }
    if (part.length >= 3) kept.push(part);
  }
  if (!flat) {
    const cap = orderedRim(rim, normal);
    if (cap.length >= 3) kept.push(cap);
  }
  return { flat, faces: kept };
}

/** The corners of the face in the cutting plane, in order around its middle. */
function orderedRim(rim: readonly Point3[], normal: Point3): Point3[] {
  const distinct: Point3[] = [];
  for (const p of rim) {
    const isKnown = distinct.some((q) => {
      const off = minus(p, q);
      return dot(off, off) <= ROUND_OFF_MM * ROUND_OFF_MM;
    });
    if (!isKnown) distinct.push(p);
  }
  if (distinct.length < 3) return distinct;
  const share = 1 / distinct.length;
  const middle = distinct.reduce(
    (sum, { x, y, z }) => ({ x: sum.x + x * share, y: sum.y + y * share, z: sum.z + z * share }),
    { x: 0, y: 0, z: 0 },
  );
  const first = minus(at(distinct, 0), middle);
  const second = cross(normal, first);
  const angle = (p: Point3): number => {
    const off = minus(p, middle);
    return Math.atan2(dot(off, second), dot(off, first));
  };
  return distinct
    .map((p) => [angle(p), p] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, p]) => p);
}

const PLANES = new WeakMap<ConvexPiece, readonly Plane[]>();

/** The planes of the faces of a piece; of a flat piece also those through its edges, at right angles to it. */
export function planesOf(piece: ConvexPiece): readonly Plane[] {
  const known = PLANES.get(piece);
  if (known !== undefined) return known;
  const planes: Plane[] = [];
  const { corners, faces } = hullOf(piece);
  const isFlat = faces.length === 2;
  for (const face of faces) {
    const [a, b, c] = [0, 1, 2].map((k) => cornerOf(corners, at(face, k)));
    if (a === undefined || b === undefined || c === undefined) continue;
    addPlane(planes, a, cross(minus(b, a), minus(c, a)));
    if (!isFlat) continue;
    for (let k = 0; k < face.length; k++) {
      const [p, q] = [cornerOf(corners, at(face, k)), cornerOf(corners, cyclic(face, k + 1))];
      addPlane(planes, p, cross(minus(q, p), cross(minus(b, a), minus(c, a))));
    }
  }
  PLANES.set(piece, planes);
  return planes;
}

function addPlane(planes: Plane[], through: Point3, { x, y, z }: Point3): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length === 0) return;
  const normal = { x: x / length, y: y / length, z: z / length };
  planes.push({ normal, offset: dot(normal, through) });
}
