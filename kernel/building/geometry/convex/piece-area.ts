/** @module piece area: the surface area of a convex piece. */

import { at } from '../indexed.ts';
import { type ConvexPiece, hullOf } from './convex-piece.ts';

/** Surface area in mm². */
export function pieceArea(piece: ConvexPiece): number {
  const { corners, faces, planes } = hullOf(piece);
  let twice = 0;
  for (const [f, face] of faces.entries()) {
    const a = 3 * at(face, 0);
    for (let k = 1; k + 1 < face.length; k++) {
      const [b, c] = [3 * at(face, k), 3 * at(face, k + 1)];
      const [ux, uy, uz] = [0, 1, 2].map((axis) => at(corners, b + axis) - at(corners, a + axis));
      const [vx, vy, vz] = [0, 1, 2].map((axis) => at(corners, c + axis) - at(corners, a + axis));
      if (ux === undefined || uy === undefined || uz === undefined) continue;
      if (vx === undefined || vy === undefined || vz === undefined) continue;
      twice +=
        at(planes, 4 * f) * (uy * vz - uz * vy) +
        at(planes, 4 * f + 1) * (uz * vx - ux * vz) +
        at(planes, 4 * f + 2) * (ux * vy - uy * vx);
    }
  }
  return twice / 2;
}
