/** @module seen line: what of a line in plan lies beside an area that hides it. */
import { locatePoint } from '../../geometry/plan/polygon.ts';
import type { Area } from '../../geometry/plan/regions.ts';
import type { Point2 } from '../../geometry/vector.ts';

/** Shorter parts are not drawn, as a share of their piece of the line. */
const LEAST_SHARE = 1e-6;

/** The parts of a line through points that no odd number of rings surrounds, each as points; mm. */
export function seenParts(line: readonly Point2[], hidden: Area): readonly (readonly Point2[])[] {
  if (hidden.length === 0) return [line];
  const parts: Point2[][] = [];
  let open: Point2[] | null = null;
  for (const [i, to] of line.entries()) {
    const from = line[i - 1];
    if (from === undefined) continue;
    const at = (share: number): Point2 => ({
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
    });
    const cuts = [0, ...crossings(from, to, hidden), 1];
    for (const [k, high] of cuts.entries()) {
      const low = cuts[k - 1];
      if (low === undefined || high - low < LEAST_SHARE) continue;
      if (isHidden(at((low + high) / 2), hidden)) {
        open = null;
        continue;
      }
      if (open === null) parts.push((open = [low === 0 ? from : at(low)]));
      open.push(high === 1 ? to : at(high));
    }
  }
  return parts;
}

/** Whether an odd number of rings surrounds a point. */
export function isHidden(point: Point2, hidden: Area): boolean {
  return hidden.filter((ring) => locatePoint(point, ring) === 'inside').length % 2 === 1;
}

/** Where a line meets the rings, as shares of it in order. */
function crossings(from: Point2, to: Point2, hidden: Area): readonly number[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const found: number[] = [];
  for (const ring of hidden) {
    for (const [i, b] of ring.entries()) {
      const a = ring.at(i - 1) ?? b;
      const [ex, ey] = [b.x - a.x, b.y - a.y];
      const across = dx * ey - dy * ex;
      if (across === 0) continue;
      const [ax, ay] = [a.x - from.x, a.y - from.y];
      const share = (ax * ey - ay * ex) / across;
      const along = (ax * dy - ay * dx) / across;
      if (share > 0 && share < 1 && along >= 0 && along <= 1) found.push(share);
    }
  }
  return found.toSorted((a, b) => a - b);
}
