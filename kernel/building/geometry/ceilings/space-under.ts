/** @module space under: the body between a level and the ceiling above it. */

import type { ConvexPiece } from '../convex/convex-piece.ts';
import { cyclic } from '../indexed.ts';
import { emptyMesh, type Mesh } from '../mesh/mesh.ts';
import { type Region, regionArea, signedArea } from '../plan/polygon.ts';
import { bodyUnder } from './ceiling-body.ts';
import { type Extent, extentBelow, wedge } from './ceiling-extent.ts';
import type { Ceiling } from './ceiling.ts';
import { coverOfRegion, type Top, topOver } from './cover.ts';

/** A space over a plan region from `base` up to its ceiling, and up to `beyond` outside the ceiling, mm. */
export type SpaceUnder = {
  readonly region: Region;
  readonly base: number;
  readonly beyond: number;
  readonly ceiling: Ceiling;
};

/** Volume in mm³, exact: one prism for each part of the ceiling. */
export function volumeOfSpace({ region, base, beyond, ceiling }: SpaceUnder): number {
  const { tops, isOpen } = coverOfRegion(region, ceiling);
  const covered = tops.reduce((sum, { ring }) => sum + signedArea(ring), 0);
  const under = tops.reduce((sum, top) => {
    const over = topOver(top, base);
    return over === null ? sum : sum + volumeBelow(over, base);
  }, 0);
  return isOpen ? under + (regionArea(region) - covered) * (beyond - base) : under;
}

/** Volume under a plane over a convex ring: a fan of triangles, each with the mean height of its corners. */
function volumeBelow({ ring, height }: Top, base: number): number {
  const [o] = ring;
  if (o === undefined) return 0;
  return ring.reduce((sum, p, i) => {
    const q = cyclic(ring, i + 1);
    const area = ((p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x)) / 2;
    return sum + area * ((height(o) + height(p) + height(q)) / 3 - base);
  }, 0);
}

/** The extent of a space; null if the ceiling leaves nothing. */
export function extentOfSpace({ region, base, beyond, ceiling }: SpaceUnder): Extent | null {
  const outline = region.boundary;
  return extentBelow({ outline, base, beyond }, coverOfRegion(region, ceiling));
}

/** The smallest height of a space, mm; 0 if the ceiling reaches its base. */
export function leastHeight({ region, base, beyond, ceiling }: SpaceUnder): number {
  const { tops, isOpen } = coverOfRegion(region, ceiling);
  const lows = tops.flatMap(({ ring, height }) => ring.map(height));
  return Math.max(0, Math.min(...lows, ...(isOpen ? [beyond] : [])) - base);
}

/** The closed body; empty if the ceiling leaves nothing. */
export function meshOfSpace(space: SpaceUnder): Mesh {
  const { region, base, beyond, ceiling } = space;
  const extent = extentOfSpace(space);
  if (extent === null || extent.high <= base) return emptyMesh;
  const { isOpen } = coverOfRegion(region, ceiling);
  return bodyUnder({ region, base, beyond: isOpen ? beyond : null, ceiling, voids: [] });
}

/** The same body as convex pieces that share no volume; null if part of it is outside the ceiling. */
export function piecesOfSpace({
  region,
  base,
  ceiling,
}: SpaceUnder): readonly ConvexPiece[] | null {
  const { tops, isOpen } = coverOfRegion(region, ceiling);
  return isOpen ? null : tops.flatMap((top) => wedge(top, base) ?? []);
}
