/** @module framed: beams that end in a column or in another beam, and columns that end in a beam. */
import type { ConvexPiece } from '../../../building/geometry/convex/convex-piece.ts';
import { at } from '../../../building/geometry/indexed.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { ClashBody } from '../clash-body.ts';
import type { ClashRule } from './clash-rule.ts';

/** Whether a point in plan is within the outline of a piece, or at most `by` mm outside it. */
function isOver(piece: ConvexPiece, { x, y }: Point2, by: number): boolean {
  const [x0, y0, , x1, y1] = piece.bounds;
  if (x < x0 - by || x > x1 + by || y < y0 - by || y > y1 + by) return false;
  if (piece.shape === 'hull') return isOverHull(piece.planes, piece.corners, { x, y }, by);
  const { ring } = piece;
  for (let i = 0; i < ring.length; i += 2) {
    const j = i + 2 === ring.length ? 0 : i + 2;
    const [px, py] = [at(ring, i), at(ring, i + 1)];
    const [dx, dy] = [at(ring, j) - px, at(ring, j + 1) - py];
    if (dy * (x - px) - dx * (y - py) > by * Math.sqrt(dx * dx + dy * dy)) return false;
  }
  return true;
}

/** Tests the vertical faces: a horizontal pipe has two, at its ends. */
function isOverHull(
  planes: readonly number[],
  corners: readonly number[],
  { x, y }: Point2,
  by: number,
): boolean {
  for (let f = 0; f < planes.length; f += 4) {
    if (Math.abs(at(planes, f + 2)) > 1e-9) continue;
    const [dx, dy] = [x - at(corners, 0), y - at(corners, 1)];
    if (at(planes, f) * dx + at(planes, f + 1) * dy > at(planes, f + 3) + by) return false;
  }
  return true;
}

/** Whether the axis of a beam ends in the other body, seen in plan. */
function endsIn({ element }: ClashBody, { pieces }: ClashBody, by: number): boolean {
  if (element.kind !== 'beam' || pieces === null) return false;
  const { start, end } = element.params;
  return pieces.some((piece) => isOver(piece, start, by) || isOver(piece, end, by));
}

/** Whether the head of a column ends within the depth of a beam. */
function headIn(column: ClashBody, beam: ClashBody, by: number): boolean {
  const [head, foot] = [column.bounds[5], column.bounds[2]];
  return head <= beam.bounds[5] + by && foot < beam.bounds[2] - by;
}

/** A column and a beam that rests on it or ends in it. */
export const beamOnColumn: ClashRule = {
  id: 'beam-on-column',
  title: 'A beam on its column',
  why: 'a column ends within the depth of the beam that it carries, or the axis of the beam ends in the column; a beam through a column that continues above it is reported',
  explains({ a, b, type, tolerance_mm }) {
    if (type !== 'hard') return false;
    const [column, beam] = a.element.kind === 'column' ? [a, b] : [b, a];
    return (
      column.element.kind === 'column' &&
      beam.element.kind === 'beam' &&
      (headIn(column, beam, tolerance_mm) || endsIn(beam, column, tolerance_mm))
    );
  },
};

/** Two beams, one of which ends in the other. */
export const beamInBeam: ClashRule = {
  id: 'beam-in-beam',
  title: 'A beam that ends in another',
  why: 'members that meet in a joint are drawn to the intersection of their axes; beams that cross without ending there are reported',
  explains: ({ a, b, type, tolerance_mm }) =>
    type === 'hard' &&
    a.element.kind === 'beam' &&
    b.element.kind === 'beam' &&
    (endsIn(a, b, tolerance_mm) || endsIn(b, a, tolerance_mm)),
};
