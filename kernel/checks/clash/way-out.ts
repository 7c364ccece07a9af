/** @module way out: the shortest translation that separates two bodies of several pieces. */
import type { ConvexPiece } from '../../building/geometry/convex/convex-piece.ts';
import type { Overlap } from '../../building/geometry/convex/overlap.ts';
import { type Separation, pieceSpan } from '../../building/geometry/convex/separation.ts';
import { at } from '../../building/geometry/indexed.ts';
import type { Point3 } from '../../building/geometry/vector.ts';

/** A piece of the first body and one of the second that share volume. */
export type OverlappingPieces = {
  readonly pair: readonly [ConvexPiece, ConvexPiece];
  readonly way: Separation;
  readonly shared: Overlap;
};

/**
 * The shortest translation that separates all pairs. A single pair has its own separation. For several pairs the normals
 * of all their faces are tried, each with the distance that the deepest pair needs. So the cuts between the pieces of one
 * body do not shorten the result.
 */
export function wayOut(overlapping: readonly OverlappingPieces[]): Separation {
  const [only] = overlapping;
  if (only !== undefined && overlapping.length === 1) return only.way;
  let best: Separation = { gap_mm: -Infinity, away: { x: 0, y: 0, z: 1 } };
  for (const away of directionsOf(overlapping)) {
    const gap_mm = 0 - wayAlong(away, overlapping, 0 - best.gap_mm);
    if (gap_mm > best.gap_mm) best = { gap_mm, away };
  }
  return best;
}

/** Smallest cosine of the angle between two directions that share a component. */
const MIN_COSINE = 1e-6;

/** Distance that the second body must move along a direction, mm; the search stops above `enough`. */
function wayAlong(away: Point3, overlapping: readonly OverlappingPieces[], enough: number): number {
  let most = 0;
  for (const { pair, way, shared } of overlapping) {
    const [, reaches] = pieceSpan(pair[0], away, shared.centre);
    const [begins] = pieceSpan(pair[1], away, shared.centre);
    // Along an oblique direction the pair separates at depth / cos θ.
    const cosine = away.x * way.away.x + away.y * way.away.y + away.z * way.away.z;
    const oblique = cosine > MIN_COSINE ? (0 - way.gap_mm) / cosine : Infinity;
    most = Math.max(most, Math.min(reaches - begins, oblique));
    if (most > enough) return most;
  }
  return most;
}

/** Two directions with a greater cosine count as one. */
const SAME = 1 - 1e-12;

function directionsOf(overlapping: readonly OverlappingPieces[]): readonly Point3[] {
  const found: Point3[] = [];
  const add = (x: number, y: number, z: number): void => {
    if (found.every((known) => known.x * x + known.y * y + known.z * z < SAME)) {
      found.push({ x, y, z });
    }
  };
  for (const { pair, way } of overlapping) {
    add(way.away.x, way.away.y, way.away.z);
    for (const piece of pair) {
      for (const { x, y, z } of normalsOf(piece)) {
        add(x, y, z);
        add(0 - x, 0 - y, 0 - z);
      }
    }
  }
  return found;
}

function normalsOf(piece: ConvexPiece): readonly Point3[] {
  const normals: Point3[] = [];
  if (piece.shape === 'hull') {
    const { planes } = piece;
    for (let f = 0; f < planes.length; f += 4) {
      normals.push({ x: at(planes, f), y: at(planes, f + 1), z: at(planes, f + 2) });
    }
    return normals;
  }
  const { ring } = piece;
  normals.push({ x: 0, y: 0, z: 1 });
  for (let i = 0; i < ring.length; i += 2) {
    const j = i + 2 === ring.length ? 0 : i + 2;
    const [dx, dy] = [at(ring, j) - at(ring, i), at(ring, j + 1) - at(ring, i + 1)];
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length > 0) normals.push({ x: dy / length, y: (0 - dx) / length, z: 0 });
  }
  return normals;
}
