/** @module seen line: the parts of a line in plan outside an area that hides it. */
import { locatePoint } from '../../../building/geometry/plan/polygon.ts';
import type { Area } from '../../../building/geometry/plan/regions.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';

/** Minimum length of a drawn part, as a share of its segment of the line. */
const MIN_SHARE = 1e-6;

/** The parts of a polyline outside the hidden area (even-odd rule), each as a list of points; mm. */
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
      if (low === undefined || high - low < MIN_SHARE) continue;
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

/** Whether a point is inside the hidden area (even-odd rule). */
export function isHidden(point: Point2, hidden: Area): boolean {
  return hidden.filter((ring) => locatePoint(point, ring) === 'inside').length % 2 === 1;
}

/** The intersections of a segment with the rings, as ascending shares of its length. */
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
