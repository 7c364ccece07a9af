/** @module shared volume: the volume that two bodies have in common. */
import type { ConvexPiece } from '../../../geometry/convex/convex-piece.ts';
import { pieceVolume } from '../../../geometry/convex/convex-piece.ts';
import { overlapOf } from '../../../geometry/convex/overlap.ts';

/** Volume of the intersection of two bodies of convex pieces, mm³. */
export function sharedVolume(some: readonly ConvexPiece[], others: readonly ConvexPiece[]): number {
  let sum = 0;
  for (const a of some) {
    for (const b of others) if (boundsMeet(a, b)) sum += overlapOf(a, b)?.volume_mm3 ?? 0;
  }
  return sum;
}

function boundsMeet({ bounds: a }: ConvexPiece, { bounds: b }: ConvexPiece): boolean {
  return a[0] < b[3] && b[0] < a[3] && a[1] < b[4] && b[1] < a[4] && a[2] < b[5] && b[2] < a[5];
}

/** Volume of a body of convex pieces, mm³. */
export function volumeOf(pieces: readonly ConvexPiece[]): number {
  return pieces.reduce((sum, piece) => sum + pieceVolume(piece), 0);
}
