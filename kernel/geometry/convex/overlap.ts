/** @module overlap: volume and middle of what two convex pieces share. */
import { realAt } from '../indexed.ts';
import type { Point3 } from '../vector.ts';
import { CutBody } from './clip-hull.ts';
import type { ConvexPiece, HullPiece, UprightPiece } from './convex-piece.ts';
import { hullOf } from './convex-piece.ts';

/** `centre` is the centre of mass, which lies inside both pieces. */
export type Overlap = { readonly volume_mm3: number; readonly centre: Point3 };

/** What two convex pieces share; null where that has no volume. */
export function overlapOf(a: ConvexPiece, b: ConvexPiece): Overlap | null {
  return a.shape === 'upright' && b.shape === 'upright'
    ? uprightOverlap(a, b)
    : hullOverlap(hullOf(a), hullOf(b));
}

function uprightOverlap(a: UprightPiece, b: UprightPiece): Overlap | null {
  const [low, high] = [Math.max(a.bounds[2], b.bounds[2]), Math.min(a.bounds[5], b.bounds[5])];
  if (!(low < high)) return null;
  const z = (low + high) / 2;
  if (a.aligned && b.aligned) {
    const [x0, x1] = [Math.max(a.bounds[0], b.bounds[0]), Math.min(a.bounds[3], b.bounds[3])];
    const [y0, y1] = [Math.max(a.bounds[1], b.bounds[1]), Math.min(a.bounds[4], b.bounds[4])];
    if (!(x0 < x1 && y0 < y1)) return null;
    const volume_mm3 = (x1 - x0) * (y1 - y0) * (high - low);
    return { volume_mm3, centre: { x: (x0 + x1) / 2, y: (y0 + y1) / 2, z } };
  }
  const common = commonRing(a.ring, b.ring);
  const { area, x, y } = ringMoments(common);
  return area > 0 ? { volume_mm3: area * (high - low), centre: { x, y, z } } : null;
}

/** What two convex counter-clockwise rings share (Sutherland and Hodgman 1974). */
function commonRing(ring: readonly number[], by: readonly number[]): readonly number[] {
  let left: number[] = [...ring];
  for (let i = 0; i < by.length && left.length > 0; i += 2) {
    const j = i + 2 === by.length ? 0 : i + 2;
    const [px, py] = [realAt(by, i), realAt(by, i + 1)];
    const [nx, ny] = [realAt(by, j + 1) - py, px - realAt(by, j)];
    const next: number[] = [];
    const end = left.length;
    let [qx, qy] = [realAt(left, end - 2), realAt(left, end - 1)];
    let before = nx * (qx - px) + ny * (qy - py);
    for (let k = 0; k < end; k += 2) {
      const [x, y] = [realAt(left, k), realAt(left, k + 1)];
      const here = nx * (x - px) + ny * (y - py);
      if (here <= 0 !== before <= 0) {
        const share = before / (before - here);
        next.push(qx + (x - qx) * share, qy + (y - qy) * share);
      }
      if (here <= 0) next.push(x, y);
      [qx, qy, before] = [x, y, here];
    }
    left = next;
  }
  return left;
}

function ringMoments(ring: readonly number[]): {
  readonly area: number;
  readonly x: number;
  readonly y: number;
} {
  if (ring.length < 6) return { area: 0, x: 0, y: 0 };
  const [ox, oy] = [realAt(ring, 0), realAt(ring, 1)];
  let [twice, x, y] = [0, 0, 0];
  for (let i = 2; i + 3 < ring.length; i += 2) {
    const [ax, ay] = [realAt(ring, i) - ox, realAt(ring, i + 1) - oy];
    const [bx, by] = [realAt(ring, i + 2) - ox, realAt(ring, i + 3) - oy];
    const det = ax * by - ay * bx;
    twice += det;
    x += det * (ax + bx);
    y += det * (ay + by);
  }
  if (!(twice > 0)) return { area: 0, x: 0, y: 0 };
  return { area: twice / 2, x: ox + x / (3 * twice), y: oy + y / (3 * twice) };
}

const LEFT = new CutBody();

/** The piece of more faces is cut by the planes of the other; of equal ones the first. */
function hullOverlap(a: HullPiece, b: HullPiece): Overlap | null {
  const [body, by] = a.faces.length >= b.faces.length ? [a, b] : [b, a];
  // Near the origin, where numbers have the most digits.
  const [ox, oy, oz] = [realAt(by.corners, 0), realAt(by.corners, 1), realAt(by.corners, 2)];
  LEFT.begin(body.corners, body.faces, [ox, oy, oz]);
  const { planes } = by;
  for (let f = 0; f < planes.length; f += 4) {
    const [nx, ny, nz] = [realAt(planes, f), realAt(planes, f + 1), realAt(planes, f + 2)];
    if (!LEFT.keepBelow(nx, ny, nz, realAt(planes, f + 3))) return null;
  }
  const { volume, centre } = LEFT.moments();
  if (!(volume > 0)) return null;
  return { volume_mm3: volume, centre: { x: centre.x + ox, y: centre.y + oy, z: centre.z + oz } };
}
