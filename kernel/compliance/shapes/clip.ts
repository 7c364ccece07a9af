/** @module clip: convex pieces of triangles. */
import { at, cyclic } from '../../geometry/indexed.ts';

/** Corners of a convex polygon, each with a number for it that is linear over the plane: a height, a distance. */
export type Corner = { readonly x: number; readonly y: number; readonly h: number };
export type Piece = readonly Corner[];

/** The part of the piece where `side` is not negative; `side` must be linear over it. */
export function clipped(piece: Piece, side: (corner: Corner) => number): Piece {
  const kept: Corner[] = [];
  for (let i = 0; i < piece.length; i++) {
    const [a, b] = [at(piece, i), cyclic(piece, i + 1)];
    const [da, db] = [side(a), side(b)];
    if (da >= 0) kept.push(a);
    if (da >= 0 !== db >= 0) {
      const t = da / (da - db);
      kept.push({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, h: a.h + (b.h - a.h) * t });
    }
  }
  return kept;
}

/** The part within a convex counter-clockwise ring. */
export function clippedToConvex(
  piece: Piece,
  ring: readonly { readonly x: number; readonly y: number }[],
): Piece {
  let rest = piece;
  for (let i = 0; i < ring.length && rest.length > 0; i++) {
    const [p, q] = [at(ring, i), cyclic(ring, i + 1)];
    rest = clipped(rest, ({ x, y }) => (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x));
  }
  return rest;
}

/** Plan area of the piece without sign, in the square of its unit. */
export function planArea(piece: Piece): number {
  let twice = 0;
  for (let i = 0; i < piece.length; i++) {
    const [a, b] = [at(piece, i), cyclic(piece, i + 1)];
    twice += a.x * b.y - a.y * b.x;
  }
  return Math.abs(twice) / 2;
}
