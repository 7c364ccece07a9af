/** @module wall under a ceiling: a wall whose top is the underside of what is over it. */

import type { ConvexPiece } from '../convex/convex-piece.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { emptyMesh } from '../mesh/mesh.ts';
import type { SolidKernel } from '../mesh/solid-kernel.ts';
import type { Ring } from '../plan/polygon.ts';
import type { WallSolid } from '../walls/wall-mesh.ts';
import { wallPieces, wallSolid } from '../walls/wall-mesh.ts';
import type { Ceiling } from './ceiling.ts';
import type { Cover } from './cover.ts';
import { coverOf } from './cover.ts';
import type { Extent } from './cut-under.ts';
import { cutUnder, extentBelow, LEVEL_MM, wedge } from './cut-under.ts';

/** A wall, as high as it says where nothing is over it, and the ceiling that it ends under. */
export type WallUnder = { readonly spec: WallSolid; readonly ceiling: Ceiling };

/** How far the body reaches: exactly, but for what openings take. Null where the ceiling leaves nothing. */
export function extentUnder({ spec, ceiling }: WallUnder): Extent | null {
  return extentOf(spec, coverOf(spec.footprint.ring, ceiling));
}

function extentOf({ footprint, base, height }: WallSolid, cover: Cover): Extent | null {
  return extentBelow({ outline: footprint.ring, base, beyond: base + height }, cover);
}

/** The closed body; empty where the ceiling leaves nothing. Throws `RangeError` where the ceiling does not close. */
export function meshUnder(kernel: SolidKernel, { spec, ceiling }: WallUnder): Mesh {
  const cover = coverOf(spec.footprint.ring, ceiling);
  const extent = extentOf(spec, cover);
  const { base, height, footprint } = spec;
  if (extent === null || extent.high <= base) return emptyMesh;
  const { high } = extent;
  const tall = wallSolid(kernel, { ...spec, height: high - base });
  const outline = footprint.ring;
  const beyond = cover.isOpen ? base + height : null;
  return cutUnder(kernel, tall, { ceiling, outline, high, beyond });
}

/** The same body as convex pieces that share no volume; null where only a boolean cuts it. */
export function piecesUnder({ spec, ceiling }: WallUnder): readonly ConvexPiece[] | null {
  const cover = coverOf(spec.footprint.ring, ceiling);
  if (cover.isOpen) return null;
  const extent = extentOf(spec, cover);
  if (extent === null || extent.high <= spec.base) return [];
  const level = wallPieces({ ...spec, height: extent.high - spec.base });
  if (level === null) return null;
  return level.flatMap((piece): readonly ConvexPiece[] => {
    if (piece.shape !== 'upright' || piece.bounds[5] < extent.high - LEVEL_MM) return [piece];
    const low = piece.bounds[2];
    return coverOf(pointsOf(piece.ring), ceiling).tops.flatMap((top) => wedge(top, low) ?? []);
  });
}

function pointsOf(flat: ArrayLike<number>): Ring {
  return Array.from({ length: flat.length / 2 }, (_, i) => ({
    x: flat[2 * i] ?? 0,
    y: flat[2 * i + 1] ?? 0,
  }));
}
