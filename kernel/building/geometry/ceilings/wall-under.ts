/** @module wall under a ceiling: a wall whose top is the underside of what is over it. */

import type { ConvexPiece } from '../convex/convex-piece.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { emptyMesh } from '../mesh/mesh.ts';
import type { SolidKernel } from '../mesh/solid-kernel.ts';
import type { Ring } from '../plan/polygon.ts';
import type { WallSolid } from '../walls/wall-mesh.ts';
import { wallPieces, wallVoids, withoutBoxes, withoutOpenings } from '../walls/wall-mesh.ts';
import { bodyUnder } from './body-under.ts';
import type { Ceiling } from './ceiling.ts';
import type { Cover } from './cover.ts';
import { coverOf } from './cover.ts';
import type { Extent } from './extent-below.ts';
import { extentBelow, LEVEL_MM, wedge } from './extent-below.ts';
import { volumeOfSpace } from './space-under.ts';

/** A wall, as high as it says where nothing is over it, and the ceiling that it ends under. */
export type WallUnder = { readonly spec: WallSolid; readonly ceiling: Ceiling };

/** How far the body reaches: exactly, but for what openings take. Null where the ceiling leaves nothing. */
export function extentUnder({ spec, ceiling }: WallUnder): Extent | null {
  return extentOf(spec, coverOf(spec.footprint.ring, ceiling));
}

function extentOf({ footprint, base, height }: WallSolid, cover: Cover): Extent | null {
  return extentBelow({ outline: footprint.ring, base, beyond: base + height }, cover);
}

/** A volume in mm³ than which that of the body is no less. */
export function leastUnder({ spec, ceiling }: WallUnder): number {
  const { footprint, base, height } = spec;
  const region = { boundary: footprint.ring, holes: [] };
  return withoutBoxes(volumeOfSpace({ region, base, beyond: base + height, ceiling }), spec);
}

/** The closed body; empty where the ceiling leaves nothing. Booleans cut only openings that reach into a slanted end. */
export function meshUnder(solids: () => SolidKernel, { spec, ceiling }: WallUnder): Mesh {
  const { base, height, footprint } = spec;
  const cover = coverOf(footprint.ring, ceiling);
  const extent = extentOf(spec, cover);
  if (extent === null || extent.high <= base) return emptyMesh;
  const tall = { ...spec, height: extent.high - base };
  const { voids, unresolved } = wallVoids(tall);
  const mesh = bodyUnder({
    region: { boundary: footprint.ring, holes: [] },
    base,
    beyond: cover.isOpen ? base + height : null,
    ceiling,
    voids,
  });
  return unresolved.length === 0 ? mesh : withoutOpenings(solids(), mesh, tall, unresolved);
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
