/** @module point near: whether a point is inside a convex piece or within a distance of it. */

import { at, doubleAt } from '../indexed.ts';
import type { Point3 } from '../vector.ts';
import type { ConvexPiece, HullPiece, UprightPiece } from './convex-piece.ts';

/** Whether a point is inside a piece or no more than `reach` mm from it. */
export function isNear(piece: ConvexPiece, point: Point3, reach: number): boolean {
  const [x0, y0, z0, x1, y1, z1] = piece.bounds;
  const { x, y, z } = point;
  if (x < x0 - reach || x > x1 + reach || y < y0 - reach || y > y1 + reach) return false;
  if (z < z0 - reach || z > z1 + reach) return false;
  return piece.shape === 'upright'
    ? isNearUpright(piece, point, reach)
    : isNearHull(piece, point, reach);
}

function isNearUpright(
  { ring, bounds }: UprightPiece,
  { x, y, z }: Point3,
  reach: number,
): boolean {
  const rise = Math.max(bounds[2] - z, z - bounds[5], 0);
  let [inside, nearest] = [true, Infinity];
  for (let i = 0; i < ring.length; i += 2) {
    const j = i + 2 === ring.length ? 0 : i + 2;
    const [ax, ay] = [doubleAt(ring, i), doubleAt(ring, i + 1)];
    const [dx, dy] = [doubleAt(ring, j) - ax, doubleAt(ring, j + 1) - ay];
    const [px, py] = [x - ax, y - ay];
    if (dx * py - dy * px < 0) inside = false;
    const share = Math.max(0, Math.min(1, (px * dx + py * dy) / (dx * dx + dy * dy)));
    nearest = Math.min(nearest, (px - dx * share) ** 2 + (py - dy * share) ** 2);
  }
  return (inside ? 0 : nearest) + rise * rise <= reach * reach;
}

function isNearHull(hull: HullPiece, { x, y, z }: Point3, reach: number): boolean {
  const { corners, faces, planes } = hull;
  const [ox, oy, oz] = [doubleAt(corners, 0), doubleAt(corners, 1), doubleAt(corners, 2)];
  const beyond: number[] = [];
  for (let f = 0; f < faces.length; f++) {
    const over =
      doubleAt(planes, 4 * f) * (x - ox) +
      doubleAt(planes, 4 * f + 1) * (y - oy) +
      doubleAt(planes, 4 * f + 2) * (z - oz) -
      doubleAt(planes, 4 * f + 3);
    if (over > reach) return false;
    if (over > 0) beyond.push(f);
  }
  // From outside, the nearest point is on a face that the point is in front of.
  return (
    beyond.length === 0 || beyond.some((f) => faceDistance2(hull, f, { x, y, z }) <= reach * reach)
  );
}

/** Square of the distance from a point in front of a face to the face, mm². */
function faceDistance2({ corners, faces, planes }: HullPiece, f: number, point: Point3): number {
  const face = at(faces, f);
  const [nx, ny, nz] = [
    doubleAt(planes, 4 * f),
    doubleAt(planes, 4 * f + 1),
    doubleAt(planes, 4 * f + 2),
  ];
  let [inside, nearest, height] = [true, Infinity, 0];
  for (let k = 0; k < face.length; k++) {
    const [p, q] = [3 * at(face, k), 3 * at(face, k + 1 === face.length ? 0 : k + 1)];
    const [ax, ay, az] = [doubleAt(corners, p), doubleAt(corners, p + 1), doubleAt(corners, p + 2)];
    const [dx, dy, dz] = [
      doubleAt(corners, q) - ax,
      doubleAt(corners, q + 1) - ay,
      doubleAt(corners, q + 2) - az,
    ];
    const [px, py, pz] = [point.x - ax, point.y - ay, point.z - az];
    height = nx * px + ny * py + nz * pz;
    // Outside the edge if the point is on the right of it, seen from in front of the face.
    const aside = nx * (dy * pz - dz * py) + ny * (dz * px - dx * pz) + nz * (dx * py - dy * px);
    if (aside < 0) inside = false;
    const length2 = dx * dx + dy * dy + dz * dz;
    const along = length2 === 0 ? 0 : (px * dx + py * dy + pz * dz) / length2;
    const share = Math.max(0, Math.min(1, along));
    nearest = Math.min(
      nearest,
      (px - dx * share) ** 2 + (py - dy * share) ** 2 + (pz - dz * share) ** 2,
    );
  }
  return inside ? height * height : nearest;
}
