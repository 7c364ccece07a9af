/** @module wall under a ceiling: a wall whose top is the underside of what is over it. */

import type { ConvexPiece } from '../convex/convex-piece.ts';
import { hullPiece } from '../convex/convex-piece.ts';
import { extrudeRegion } from '../mesh/extrude.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { boxMesh, emptyMesh } from '../mesh/mesh.ts';
import type { SolidKernel } from '../mesh/solid-kernel.ts';
import type { Ring } from '../plan/polygon.ts';
import { ringBounds } from '../plan/polygon.ts';
import type { WallSolid } from '../walls/wall-mesh.ts';
import { wallPieces, wallSolid } from '../walls/wall-mesh.ts';
import type { Ceiling } from './ceiling.ts';
import type { Cover, Top } from './cover.ts';
import { coverOf, highest, topOver } from './cover.ts';

/** A wall, as high as it says where nothing is over it, and the ceiling that it ends under. */
export type WallUnder = { readonly spec: WallSolid; readonly ceiling: Ceiling };

/** The outline in plan of what is left of a wall, and its highest point, mm; null where nothing is. */
export type Extent = { readonly points: Ring; readonly high: number };

/** How far the body reaches: exactly, but for what openings take. Null where the ceiling leaves nothing. */
export function extentUnder({ spec, ceiling }: WallUnder): Extent | null {
  return extentOf(spec, coverOf(spec.footprint.ring, ceiling));
}

function extentOf({ footprint, base, height }: WallSolid, { tops, isOpen }: Cover): Extent | null {
  const left = tops.flatMap((top) => topOver(top, base) ?? []);
  const points = [...left.flatMap(({ ring }) => ring), ...(isOpen ? footprint.ring : [])];
  if (points.length === 0) return null;
  return { points, high: Math.max(...left.map(highest), ...(isOpen ? [base + height] : [])) };
}

/** How far cutters reach past what they cut, mm. */
const PAST_MM = 10;

/** The closed body; empty where the ceiling leaves nothing. Throws `RangeError` where the ceiling does not close. */
export function meshUnder(kernel: SolidKernel, { spec, ceiling }: WallUnder): Mesh {
  const cover = coverOf(spec.footprint.ring, ceiling);
  const extent = extentOf(spec, cover);
  if (extent === null || extent.high <= spec.base) return emptyMesh;
  const tall = wallSolid(kernel, { ...spec, height: extent.high - spec.base });
  const over = ceiling.over(extent.high);
  if (over === null) throw new RangeError('the space over the underside does not close');
  const beyond = cover.isOpen ? spaceBeyond(kernel, { spec, ceiling }, extent.high) : null;
  return kernel.subtractAll(tall, beyond === null ? [over] : [over, beyond]).mesh;
}

/** What lies over the own height of the wall beside the ceiling; null where the wall is no higher. */
function spaceBeyond(
  kernel: SolidKernel,
  { spec: { footprint, base, height }, ceiling }: WallUnder,
  high: number,
): Mesh | null {
  const own = base + height;
  if (own >= high) return null;
  const { min, max } = ringBounds(footprint.ring);
  const space = boxMesh({
    min: { x: min.x - PAST_MM, y: min.y - PAST_MM, z: own },
    max: { x: max.x + PAST_MM, y: max.y + PAST_MM, z: high + PAST_MM },
  });
  const under = extrudeRegion(ceiling.region, own - PAST_MM, high + 2 * PAST_MM);
  return kernel.boolean(space, under, 'subtract').mesh;
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

/** Heights this near are one, mm. */
const LEVEL_MM = 1e-6;

function pointsOf(flat: ArrayLike<number>): Ring {
  return Array.from({ length: flat.length / 2 }, (_, i) => ({
    x: flat[2 * i] ?? 0,
    y: flat[2 * i + 1] ?? 0,
  }));
}

/** What lies between a height and a part of a ceiling; null where nothing does. */
function wedge(whole: Top, low: number): ConvexPiece | null {
  const top = topOver(whole, low);
  if (top === null || highest(top) - low < LEVEL_MM) return null;
  const { ring } = top;
  const corners = ring.flatMap(({ x, y }) => [x, y, low]);
  // Where the plane meets the foot there is one corner, not two.
  const upper = ring.map((p, i) => {
    const z = top.height(p);
    if (z - low < LEVEL_MM) return i;
    corners.push(p.x, p.y, z);
    return corners.length / 3 - 1;
  });
  const sides = ring.map((_, i) => {
    const j = (i + 1) % ring.length;
    return [...new Set([i, j, upper[j] ?? j, upper[i] ?? i])];
  });
  const faces = [ring.map((_, i) => i).toReversed(), upper, ...sides];
  return hullPiece(
    corners,
    faces.filter((face) => face.length > 2),
  );
}
