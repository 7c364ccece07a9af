/** @module clip: clipping of convex polygons. */
import { at, cyclic } from '../../../building/geometry/indexed.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';

/** A corner of a convex polygon. `h`: a quantity that is linear over the plane, such as a height or distance. */
export type Corner = { readonly x: number; readonly y: number; readonly h: number };
export type Piece = readonly Corner[];

/** The part of the piece where `side` is not negative; `side` must be linear over the piece. */
export function clip(piece: Piece, side: (corner: Corner) => number): Piece {
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

/** The part of the piece inside a convex counter-clockwise ring. */
export function clipToConvex(
  piece: Piece,
  ring: readonly { readonly x: number; readonly y: number }[],
): Piece {
  let rest = piece;
  for (let i = 0; i < ring.length && rest.length > 0; i++) {
    const [p, q] = [at(ring, i), cyclic(ring, i + 1)];
    rest = clip(rest, ({ x, y }) => (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x));
  }
  return rest;
}

/** Unsigned plan area of the piece, in the square of its unit. */
export function planArea(piece: Piece): number {
  let twice = 0;
  for (let i = 0; i < piece.length; i++) {
    const [a, b] = [at(piece, i), cyclic(piece, i + 1)];
    twice += a.x * b.y - a.y * b.x;
  }
  return Math.abs(twice) / 2;
}

/** The point of a convex piece (possibly a line or a point) that is nearest to another point. */
export function nearestIn(piece: Piece, { x, y }: Point2): Point2 {
  let nearest: Point2 = at(piece, 0);
  let least = Infinity;
  let [left, right] = [0, 0];
  for (let i = 0; i < piece.length; i++) {
    const [a, b] = [at(piece, i), cyclic(piece, i + 1)];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length2 = dx * dx + dy * dy;
    const share = length2 === 0 ? 0 : ((x - a.x) * dx + (y - a.y) * dy) / length2;
    const t = Math.max(0, Math.min(1, share));
    const foot = { x: a.x + dx * t, y: a.y + dy * t };
    const off = (foot.x - x) ** 2 + (foot.y - y) ** 2;
    if (off < least) [nearest, least] = [foot, off];
    const side = dx * (y - a.y) - dy * (x - a.x);
    if (side >= 0) left += 1;
    if (side <= 0) right += 1;
  }
  const within = piece.length > 2 && (left === piece.length || right === piece.length);
  return within ? { x, y } : nearest;
}
