/** @module cut under: what a ceiling leaves of a body below it. */

import type { ConvexPiece } from '../convex/convex-piece.ts';
import { hullPiece } from '../convex/convex-piece.ts';
import { extrudeRegion } from '../mesh/extrude.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { boxMesh } from '../mesh/mesh.ts';
import type { SolidKernel } from '../mesh/solid-kernel.ts';
import type { Ring } from '../plan/polygon.ts';
import { ringBounds } from '../plan/polygon.ts';
import type { Ceiling } from './ceiling.ts';
import type { Cover, Top } from './cover.ts';
import { highest, topOver } from './cover.ts';

/** The outline in plan of what is left, and its highest point, mm; null where nothing is. */
export type Extent = { readonly points: Ring; readonly high: number };

/** A body on `base` over an outline, which ends at `beyond` where no ceiling is over it, mm. */
type Below = { readonly outline: Ring; readonly base: number; readonly beyond: number };

/** How far what lies under a ceiling reaches. */
export function extentBelow(
  { outline, base, beyond }: Below,
  { tops, isOpen }: Cover,
): Extent | null {
  const left = tops.flatMap((top) => topOver(top, base) ?? []);
  const points = [...left.flatMap(({ ring }) => ring), ...(isOpen ? outline : [])];
  if (points.length === 0) return null;
  return { points, high: Math.max(...left.map(highest), ...(isOpen ? [beyond] : [])) };
}

/** How far cutters reach past what they cut, mm. */
const PAST_MM = 10;

/** How a body is cut: `high` is its top, `beyond` that of what no ceiling is over, null where all is covered. */
type Cutting = {
  readonly ceiling: Ceiling;
  readonly outline: Ring;
  readonly high: number;
  readonly beyond: number | null;
};

/** A body without what lies over a ceiling. Throws `RangeError` where the ceiling does not close. */
export function cutUnder(kernel: SolidKernel, tall: Mesh, cutting: Cutting): Mesh {
  const over = cutting.ceiling.over(cutting.high);
  if (over === null) throw new RangeError('the space over the underside does not close');
  const beside = spaceBeside(kernel, cutting);
  return kernel.subtractAll(tall, beside === null ? [over] : [over, beside]).mesh;
}

/** What lies over a body beside the ceiling; null where it is no higher. */
function spaceBeside(
  kernel: SolidKernel,
  { ceiling, outline, high, beyond }: Cutting,
): Mesh | null {
  if (beyond === null || beyond >= high) return null;
  const { min, max } = ringBounds(outline);
  const space = boxMesh({
    min: { x: min.x - PAST_MM, y: min.y - PAST_MM, z: beyond },
    max: { x: max.x + PAST_MM, y: max.y + PAST_MM, z: high + PAST_MM },
  });
  const under = extrudeRegion(ceiling.region, beyond - PAST_MM, high + 2 * PAST_MM);
  return kernel.boolean(space, under, 'subtract').mesh;
}

/** Heights this near are one, mm. */
export const LEVEL_MM = 1e-6;

/** What lies between a height and a part of a ceiling; null where nothing does. */
export function wedge(whole: Top, low: number): ConvexPiece | null {
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
