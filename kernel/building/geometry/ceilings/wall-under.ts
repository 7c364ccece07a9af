/** @module wall under: a wall whose top is the underside of the roof or floor above it. */

import type { ConvexPiece } from '../convex/convex-piece.ts';
import { emptyMesh, type Mesh } from '../mesh/mesh.ts';
import type { SolidKernel } from '../mesh/solid-kernel.ts';
import type { Ring } from '../plan/polygon.ts';
import { ROUND_OFF_MM } from '../tolerances.ts';
import type { WallSolid } from '../walls/wall-mesh.ts';
import { wallPieces, wallVoids, lessBoxes, subtractOpenings } from '../walls/wall-mesh.ts';
import { bodyUnder } from './ceiling-body.ts';
import { type Extent, extentBelow, wedge } from './ceiling-extent.ts';
import type { Ceiling } from './ceiling.ts';
import { type Cover, coverOf } from './cover.ts';
import { volumeOfSpace } from './space-under.ts';

/** A wall and the ceiling under which it ends; `spec.height` is its height outside the ceiling. */
export type WallUnder = { readonly spec: WallSolid; readonly ceiling: Ceiling };

/** Extent of the body, without regard to openings; null if the ceiling leaves nothing. */
export function extentUnder({ spec, ceiling }: WallUnder): Extent | null {
  return extentOf(spec, coverOf(spec.footprint.ring, ceiling));
}

function extentOf({ footprint, base, height }: WallSolid, cover: Cover): Extent | null {
  return extentBelow({ outline: footprint.ring, base, beyond: base + height }, cover);
}

/** Lower bound for the volume, mm³. */
export function leastUnder({ spec, ceiling }: WallUnder): number {
  const { footprint, base, height } = spec;
  const region = { boundary: footprint.ring, holes: [] };
  return lessBoxes(volumeOfSpace({ region, base, beyond: base + height, ceiling }), spec);
}

/** The closed body; empty if the ceiling leaves nothing. Booleans cut only openings that reach an oblique end. */
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
  return unresolved.length === 0 ? mesh : subtractOpenings(solids(), mesh, tall, unresolved);
}

/** The same body as convex pieces that share no volume; null if only a boolean can cut it. */
export function piecesUnder({ spec, ceiling }: WallUnder): readonly ConvexPiece[] | null {
  const cover = coverOf(spec.footprint.ring, ceiling);
  if (cover.isOpen) return null;
  const extent = extentOf(spec, cover);
  if (extent === null || extent.high <= spec.base) return [];
  const level = wallPieces({ ...spec, height: extent.high - spec.base });
  if (level === null) return null;
  return level.flatMap((piece): readonly ConvexPiece[] => {
    if (piece.shape !== 'upright' || piece.bounds[5] < extent.high - ROUND_OFF_MM) return [piece];
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
