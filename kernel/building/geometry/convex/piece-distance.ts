/** @module piece distance: distance between two convex pieces, and the midpoint of the shortest connection. */

import { at } from '../indexed.ts';
import { BEHIND_FACE_MM } from '../tolerances.ts';
import type { Point3 } from '../vector.ts';
import { type ConvexPiece, hullOf, type HullPiece, type UprightPiece } from './convex-piece.ts';

/** The distance of two pieces; `middle` is the midpoint of their nearest points. */
export type Distance = { readonly distance_mm: number; readonly middle: Point3 };

type Nearest = { square: number; readonly from: number[]; readonly to: number[] };

/** Distance between two convex pieces that share no volume, mm. */
export function pieceDistance(a: ConvexPiece, b: ConvexPiece): Distance {
  return a.shape === 'upright' && b.shape === 'upright'
    ? uprightDistance(a, b)
    : hullDistance(hullOf(a), hullOf(b));
}

function uprightDistance(a: UprightPiece, b: UprightPiece): Distance {
  const rise = Math.max(b.bounds[2] - a.bounds[5], a.bounds[2] - b.bounds[5], 0);
  const [low, high] = [Math.max(a.bounds[2], b.bounds[2]), Math.min(a.bounds[5], b.bounds[5])];
  const { square, from, to } = ringDistance(a.ring, b.ring);
  return {
    distance_mm: Math.sqrt(square + rise * rise),
    middle: { ...midpoint(from, to), z: (low + high) / 2 },
  };
}

/** Nearest points of two convex outlines; the same point twice if they intersect. */
function ringDistance(a: readonly number[], b: readonly number[]): Nearest {
  const inside = cornerInside(a, b) ?? cornerInside(b, a);
  if (inside !== null) return { square: 0, from: inside, to: inside };
  const best: Nearest = { square: Infinity, from: [0, 0, 0], to: [0, 0, 0] };
  for (let i = 0; i < a.length; i += 2) {
    const i2 = i + 2 === a.length ? 0 : i + 2;
    for (let k = 0; k < b.length; k += 2) {
      const k2 = k + 2 === b.length ? 0 : k + 2;
      const side = [at(a, i), at(a, i + 1), 0, at(a, i2), at(a, i2 + 1), 0] as const;
      const other = [at(b, k), at(b, k + 1), 0, at(b, k2), at(b, k2 + 1), 0] as const;
      segmentDistance(side, other, best);
    }
  }
  return best;
}

/** A corner of `ring` that lies within `outline`. */
function cornerInside(ring: readonly number[], outline: readonly number[]): number[] | null {
  for (let k = 0; k < ring.length; k += 2) {
    const [x, y] = [at(ring, k), at(ring, k + 1)];
    let within = true;
    for (let i = 0; i < outline.length && within; i += 2) {
      const j = i + 2 === outline.length ? 0 : i + 2;
      const [px, py] = [at(outline, i), at(outline, i + 1)];
      within = (at(outline, j) - px) * (y - py) - (at(outline, j + 1) - py) * (x - px) >= 0;
    }
    if (within) return [x, y, 0];
  }
  return null;
}

function hullDistance(a: HullPiece, b: HullPiece): Distance {
  const best: Nearest = { square: Infinity, from: [0, 0, 0], to: [0, 0, 0] };
  cornersToFaces(a, b, best);
  cornersToFaces(b, a, best);
  for (const first of edgesOf(a)) {
    for (const second of edgesOf(b)) segmentDistance(first, second, best);
  }
  const { from, to, square } = best;
  return { distance_mm: Math.sqrt(square), middle: midpoint(from, to) };
}

function midpoint(from: readonly number[], to: readonly number[]): Point3 {
  return {
    x: (at(from, 0) + at(to, 0)) / 2,
    y: (at(from, 1) + at(to, 1)) / 2,
    z: (at(from, 2) + at(to, 2)) / 2,
  };
}

type Segment = readonly [number, number, number, number, number, number];

function edgesOf({ corners, faces }: HullPiece): readonly Segment[] {
  const edges: Segment[] = [];
  for (const face of faces) {
    for (let k = 0; k < face.length; k++) {
      const [p, q] = [3 * at(face, k), 3 * at(face, k + 1 === face.length ? 0 : k + 1)];
      if (p > q) continue;
      edges.push([
        at(corners, p),
        at(corners, p + 1),
        at(corners, p + 2),
        at(corners, q),
        at(corners, q + 1),
        at(corners, q + 2),
      ]);
    }
  }
  return edges;
}

/** Updates `best` with corners of `body` whose projection is inside a face of `to`. */
function cornersToFaces(body: HullPiece, to: HullPiece, best: Nearest): void {
  const [ox, oy, oz] = [at(to.corners, 0), at(to.corners, 1), at(to.corners, 2)];
  for (const [f, face] of to.faces.entries()) {
    const normal = [at(to.planes, 4 * f), at(to.planes, 4 * f + 1), at(to.planes, 4 * f + 2)];
    const [nx, ny, nz] = [at(normal, 0), at(normal, 1), at(normal, 2)];
    for (let k = 0; k < body.corners.length; k += 3) {
      const [x, y, z] = [at(body.corners, k), at(body.corners, k + 1), at(body.corners, k + 2)];
      const height = nx * (x - ox) + ny * (y - oy) + nz * (z - oz) - at(to.planes, 4 * f + 3);
      if (height < 0 - BEHIND_FACE_MM) continue;
      const over = Math.max(height, 0);
      if (over * over >= best.square) continue;
      const foot = [x - nx * over, y - ny * over, z - nz * over];
      if (!isInFace(face, to.corners, normal, foot)) continue;
      best.square = over * over;
      best.from.splice(0, 3, x, y, z);
      best.to.splice(0, 3, ...foot);
    }
  }
}

/** Whether a point in the plane of a face is inside the face. */
function isInFace(
  face: readonly number[],
  corners: readonly number[],
  normal: readonly number[],
  point: readonly number[],
): boolean {
  const [nx, ny, nz] = [at(normal, 0), at(normal, 1), at(normal, 2)];
  for (let k = 0; k < face.length; k++) {
    const [p, q] = [3 * at(face, k), 3 * at(face, k + 1 === face.length ? 0 : k + 1)];
    const dx = at(corners, q) - at(corners, p);
    const dy = at(corners, q + 1) - at(corners, p + 1);
    const dz = at(corners, q + 2) - at(corners, p + 2);
    const rx = at(point, 0) - at(corners, p);
    const ry = at(point, 1) - at(corners, p + 1);
    const rz = at(point, 2) - at(corners, p + 2);
    const side = nx * (dy * rz - dz * ry) + ny * (dz * rx - dx * rz) + nz * (dx * ry - dy * rx);
    if (side < 0) return false;
  }
  return true;
}

/** Updates `best` with the nearest points of two segments (Ericson, "Real-time collision detection", 5.1.9). */
function segmentDistance(p: Segment, q: Segment, best: Nearest): void {
  const [ux, uy, uz] = [p[3] - p[0], p[4] - p[1], p[5] - p[2]];
  const [vx, vy, vz] = [q[3] - q[0], q[4] - q[1], q[5] - q[2]];
  const [rx, ry, rz] = [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
  const [uu, vv] = [ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz];
  const dot = ux * vx + uy * vy + uz * vz;
  const [ur, vr] = [ux * rx + uy * ry + uz * rz, vx * rx + vy * ry + vz * rz];
  if (uu === 0 || vv === 0) return;
  const spread = uu * vv - dot * dot;
  let s = spread > 0 ? clamp((dot * vr - ur * vv) / spread) : 0;
  let t = (dot * s + vr) / vv;
  if (t < 0) {
    t = 0;
    s = clamp((0 - ur) / uu);
  } else if (t > 1) {
    t = 1;
    s = clamp((dot - ur) / uu);
  }
  const [fx, fy, fz] = [p[0] + ux * s, p[1] + uy * s, p[2] + uz * s];
  const [tx, ty, tz] = [q[0] + vx * t, q[1] + vy * t, q[2] + vz * t];
  const square = (fx - tx) ** 2 + (fy - ty) ** 2 + (fz - tz) ** 2;
  if (square >= best.square) return;
  best.square = square;
  best.from.splice(0, 3, fx, fy, fz);
  best.to.splice(0, 3, tx, ty, tz);
}

function clamp(share: number): number {
  return share < 0 ? 0 : share > 1 ? 1 : share;
}
