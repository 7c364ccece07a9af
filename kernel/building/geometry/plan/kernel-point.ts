/** @module kernel point: a point in the kernel of a polygon, from which the whole outline is visible. */

import { at, cyclic } from '../indexed.ts';
import { ROUND_OFF_MM } from '../tolerances.ts';
import type { Point2 } from '../vector.ts';
import { clippedBy } from './half-plane.ts';

/**
 * The centroid of the kernel of a counter-clockwise outline (mm); null if the kernel is empty. The outline may
 * degenerate to a line.
 */
export function kernelCentroid(outline: readonly Point2[]): Point2 | null {
  const xs = outline.map(({ x }) => x);
  const ys = outline.map(({ y }) => y);
  const [left, right] = [Math.min(...xs) - ROUND_OFF_MM, Math.max(...xs) + ROUND_OFF_MM];
  const [foot, top] = [Math.min(...ys) - ROUND_OFF_MM, Math.max(...ys) + ROUND_OFF_MM];
  let seen: readonly Point2[] = [
    { x: left, y: foot },
    { x: right, y: foot },
    { x: right, y: top },
    { x: left, y: top },
  ];
  for (const [i, from] of outline.entries()) {
    seen = leftOf(seen, from, cyclic(outline, i + 1));
  }
  if (seen.length === 0) return null;
  return centroidOf(seen);
}

/** Centroid of a convex outline, independent of its triangulation. */
function centroidOf(points: readonly Point2[]): Point2 {
  const origin = at(points, 0);
  let [twice, x, y] = [0, 0, 0];
  for (let i = 1; i + 1 < points.length; i++) {
    const [p, q] = [at(points, i), at(points, i + 1)];
    const [px, py, qx, qy] = [p.x - origin.x, p.y - origin.y, q.x - origin.x, q.y - origin.y];
    const area = px * qy - py * qx;
    twice += area;
    x += area * (px + qx);
    y += area * (py + qy);
  }
  return twice > 0 ? { x: origin.x + x / (3 * twice), y: origin.y + y / (3 * twice) } : origin;
}

/** The part of a convex outline to the left of a line, within the tolerance. */
function leftOf(points: readonly Point2[], from: Point2, to: Point2): readonly Point2[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  if (length <= ROUND_OFF_MM) return points;
  const depth = ({ x, y }: Point2): number =>
    ((y - from.y) * dx - (x - from.x) * dy) / length + ROUND_OFF_MM;
  return clippedBy(points, depth);
}
