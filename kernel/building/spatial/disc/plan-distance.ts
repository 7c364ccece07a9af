/** @module plan distance: distances and intersections of points and segments in plan; mm. */
import type { Point2 } from '../../geometry/vector.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { Edge } from './edge-grid.ts';

/** The point of a segment that is nearest to `p`. */
export function nearestOn({ a, b }: Edge, p: Point2): Point2 {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  if (square === 0) return a;
  const share = ((p.x - a.x) * dx + (p.y - a.y) * dy) / square;
  if (share <= 0) return a;
  return share >= 1 ? b : { x: a.x + dx * share, y: a.y + dy * share };
}

/** Distance of a point from a segment. */
export function distanceTo(edge: Edge, p: Point2): number {
  return segmentLengthMm(nearestOn(edge, p), p);
}

/** Twice the signed area of the triangle a, b, p; positive if `p` is to the left of a-b. */
function sideOf(a: Point2, b: Point2, p: Point2): number {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/** Whether two segments share a point, within double precision. */
export function meet(s: Edge, t: Edge): boolean {
  const [s0, s1] = [sideOf(t.a, t.b, s.a), sideOf(t.a, t.b, s.b)];
  const [t0, t1] = [sideOf(s.a, s.b, t.a), sideOf(s.a, s.b, t.b)];
  return (
    (s0 > 0 ? s1 <= 0 : s0 < 0 ? s1 >= 0 : s1 !== 0 || overlap(s, t)) &&
    (t0 > 0 ? t1 <= 0 : t0 < 0 ? t1 >= 0 : t1 !== 0 || overlap(s, t))
  );
}

/** Whether the bounding boxes of two segments intersect. */
function overlap(s: Edge, t: Edge): boolean {
  return (
    Math.min(s.a.x, s.b.x) <= Math.max(t.a.x, t.b.x) &&
    Math.min(t.a.x, t.b.x) <= Math.max(s.a.x, s.b.x) &&
    Math.min(s.a.y, s.b.y) <= Math.max(t.a.y, t.b.y) &&
    Math.min(t.a.y, t.b.y) <= Math.max(s.a.y, s.b.y)
  );
}

/** Whether the distance between two segments is less than `least`. */
export function nearer(s: Edge, t: Edge, least: number): boolean {
  return (
    meet(s, t) ||
    distanceTo(t, s.a) < least ||
    distanceTo(t, s.b) < least ||
    distanceTo(s, t.a) < least ||
    distanceTo(s, t.b) < least
  );
}

/** Distance along the ray from `p` in the unit direction (dx, dy) to the segment; null if the ray misses it. */
export function alongRay(p: Point2, { x: dx, y: dy }: Point2, { a, b }: Edge): number | null {
  const [ex, ey] = [b.x - a.x, b.y - a.y];
  const det = dx * ey - dy * ex;
  if (det === 0) return null;
  const [px, py] = [a.x - p.x, a.y - p.y];
  const along = (px * ey - py * ex) / det;
  const share = (px * dy - py * dx) / det;
  return along >= 0 && share >= 0 && share <= 1 ? along : null;
}
