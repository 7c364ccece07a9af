/** @module section at: level sections of convex pieces. */
import { at } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import type { Point2 } from '../vector.ts';
import type { ConvexPiece, HullPiece } from './convex-piece.ts';

/** The section of a piece at a height, counter-clockwise, mm; null if it does not reach the height or has no area there. */
export function sectionAt(piece: ConvexPiece, z: number): Ring | null {
  const [, , low, , , high] = piece.bounds;
  if (z < low || z > high) return null;
  return piece.shape === 'upright' ? ringOf(piece.ring) : hullSection(piece, z);
}

/** The outline of a piece in plan, counter-clockwise, mm; null if it has no area. */
export function outlineOfPiece(piece: ConvexPiece): Ring | null {
  if (piece.shape === 'upright') return ringOf(piece.ring);
  const points: Point2[] = [];
  for (let i = 0; i < piece.corners.length; i += 3) {
    points.push({ x: at(piece.corners, i), y: at(piece.corners, i + 1) });
  }
  return hullAround(points);
}

/** Heights of the corners of a piece, mm; between two neighbouring ones its section changes smoothly. */
export function heightsOfPiece(piece: ConvexPiece): readonly number[] {
  const [, , low, , , high] = piece.bounds;
  if (piece.shape === 'upright') return [low, high];
  return piece.corners.filter((_, i) => i % 3 === 2);
}

function ringOf(flat: readonly number[]): Ring {
  const ring: Point2[] = [];
  for (let i = 0; i < flat.length; i += 2) ring.push({ x: at(flat, i), y: at(flat, i + 1) });
  return ring;
}

function hullSection({ corners, faces }: HullPiece, z: number): Ring | null {
  const points: Point2[] = [];
  for (const face of faces) {
    for (const [i, a] of face.entries()) {
      const b = at(face, (i + 1) % face.length);
      const [az, bz] = [at(corners, 3 * a + 2), at(corners, 3 * b + 2)];
      if (az === bz || Math.min(az, bz) > z || Math.max(az, bz) < z) continue;
      const share = (z - az) / (bz - az);
      const along = (axis: 0 | 1): number => {
        const from = at(corners, 3 * a + axis);
        return from + (at(corners, 3 * b + axis) - from) * share;
      };
      points.push({ x: along(0), y: along(1) });
    }
  }
  return hullAround(points);
}

/** The convex hull of points (monotone chain), counter-clockwise; null if it has no area. */
function hullAround(points: readonly Point2[]): Ring | null {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const ring = [...lowerChain(sorted), ...lowerChain(sorted.toReversed())];
  return ring.length < 3 ? null : ring;
}

/** The corners of the hull on one side of sorted points, without the last. */
function lowerChain(sorted: readonly Point2[]): readonly Point2[] {
  const chain: Point2[] = [];
  for (const point of sorted) {
    for (let end = chain.length; end > 1; end -= 1) {
      if (turn(at(chain, end - 2), at(chain, end - 1), point) > 0) break;
      chain.pop();
    }
    chain.push(point);
  }
  return chain.slice(0, -1);
}

/** Positive if the path turns left at `b`. */
function turn(a: Point2, b: Point2, c: Point2): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
