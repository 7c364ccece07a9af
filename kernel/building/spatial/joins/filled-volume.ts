/** @module filled volume: the volume of convex pieces that others fill, halved in space until few pieces meet. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { planesOf } from '../../geometry/convex/cell.ts';
import { type Bounds, type ConvexPiece, pieceVolume } from '../../geometry/convex/convex-piece.ts';
import { piecesOutside, pieceWithin } from '../../geometry/convex/half-space-cut.ts';
import { at } from '../../geometry/indexed.ts';

/** Maximum number of pieces that are removed at once: each may divide what is left by the others. */
const AT_ONCE = 12;
/** Maximum number of halvings, for pieces that all meet at one place. */
const MAX_DEPTH = 24;

/**
 * Volume of `pieces`, which share no volume, that `others` fill together, mm³.
 * @throws {RangeError} if the rest would consist of more than 20,000 pieces.
 */
export function filledVolume(
  pieces: readonly ConvexPiece[],
  others: readonly ConvexPiece[],
  depth = 0,
): number {
  const near = others.filter((other) => pieces.some((piece) => meet(piece.bounds, other.bounds)));
  if (near.length === 0) return 0;
  const cut = near.length > AT_ONCE && depth < MAX_DEPTH ? halving(near) : null;
  if (cut === null) {
    checkpoint({ done: 0, total: 1, doing: 'overlaps' });
    const rest = piecesOutside(
      pieces,
      near.map((piece) => planesOf(piece)),
    );
    return volumeOf(pieces) - volumeOf(rest);
  }
  return (
    filledVolume(halves(pieces, cut, 1), cut.below, depth + 1) +
    filledVolume(halves(pieces, cut, -1), cut.above, depth + 1)
  );
}

/** Volume of pieces that share none, mm³. */
export function volumeOf(pieces: readonly ConvexPiece[]): number {
  return pieces.reduce((sum, piece) => sum + pieceVolume(piece), 0);
}

/** Whether the interiors of two boxes meet. */
function meet(a: Bounds, b: Bounds): boolean {
  return a[0] < b[3] && b[0] < a[3] && a[1] < b[4] && b[1] < a[4] && a[2] < b[5] && b[2] < a[5];
}

/** A plane across an axis in plan (0 for x, 1 for y), and the pieces on each side of it; some are on both. */
type Halving = {
  readonly axis: 0 | 1;
  readonly place: number;
  readonly below: readonly ConvexPiece[];
  readonly above: readonly ConvexPiece[];
};

/** The halving at the median of the pieces, along the better axis; null if neither leaves fewer pieces on a side. */
function halving(pieces: readonly ConvexPiece[]): Halving | null {
  const [x, y] = ([0, 1] as const).map((axis): Halving => {
    const middles = pieces.map(({ bounds }) => (bounds[axis] + at(bounds, axis + 3)) / 2);
    const place = at(
      middles.toSorted((a, b) => a - b),
      middles.length >> 1,
    );
    return {
      axis,
      place,
      below: pieces.filter(({ bounds }) => bounds[axis] < place),
      above: pieces.filter(({ bounds }) => at(bounds, axis + 3) > place),
    };
  });
  if (x === undefined || y === undefined) return null;
  const most = ({ below, above }: Halving): number => Math.max(below.length, above.length);
  const better = most(x) <= most(y) ? x : y;
  return most(better) < pieces.length ? better : null;
}

/** The parts of pieces below (`side` 1) or above (-1) a place along an axis. */
function halves(
  pieces: readonly ConvexPiece[],
  { axis, place }: Halving,
  side: 1 | -1,
): readonly ConvexPiece[] {
  const normal = { x: axis === 0 ? side : 0, y: axis === 1 ? side : 0, z: 0 };
  return pieces.flatMap((piece) => pieceWithin(piece, [{ normal, offset: side * place }]) ?? []);
}
