/** @module shared volume: how much of the same space two bodies fill. */
import type { ConvexPiece } from '../../../geometry/convex/convex-piece.ts';
import { pieceVolume } from '../../../geometry/convex/convex-piece.ts';
import { overlapOf } from '../../../geometry/convex/overlap.ts';

/** Volume that bodies of convex pieces share, mm³. */
export function sharedVolume(some: readonly ConvexPiece[], others: readonly ConvexPiece[]): number {
  let sum = 0;
  for (const a of some) for (const b of others) sum += overlapOf(a, b)?.volume_mm3 ?? 0;
  return sum;
}

/** Volume of a body of convex pieces, mm³. */
export function volumeOf(pieces: readonly ConvexPiece[]): number {
  return pieces.reduce((sum, piece) => sum + pieceVolume(piece), 0);
}
