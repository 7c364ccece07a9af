/** @module segment: the nearest point of a segment, and points inside a ring by a margin; mm. */
import { cyclic } from '../../../building/geometry/indexed.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { locatePoint } from '../../../building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import { segmentLengthMm } from '../../../building/geometry/vector.ts';

/** The point of a segment that is nearest to another point, and its fraction along the segment. */
export type Foot = { readonly point: Point2; readonly share: number };

/** The nearest point of the segment from `a` to `b`. */
export function footOn(a: Point2, b: Point2, { x, y }: Point2): Foot {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : ((x - a.x) * dx + (y - a.y) * dy) / length2;
  const share = Math.max(0, Math.min(1, along));
  return { point: { x: a.x + dx * share, y: a.y + dy * share }, share };
}

/** Whether a point is inside a ring and further than `margin_mm` from all its sides. */
export function isWithin(ring: Ring, point: Point2, margin_mm: number): boolean {
  return (
    locatePoint(point, ring) === 'inside' &&
    ring.every((a, i) => {
      const foot = footOn(a, cyclic(ring, i + 1), point);
      return segmentLengthMm(foot.point, point) > margin_mm;
    })
  );
}
