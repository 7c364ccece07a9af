/** @module kernel point: a point from which all of an outline is seen. */

import { at, cyclic } from '../indexed.ts';
import type { Point2 } from '../vector.ts';

/** Far below the grid, mm. */
const SLACK = 1e-6;

/**
 * A point amid those from which all corners of a counter-clockwise outline (mm) are seen without leaving it; null where
 * there is none. The outline may be as thin as a line.
 */
export function amidKernel(outline: readonly Point2[]): Point2 | null {
  const xs = outline.map(({ x }) => x);
  const ys = outline.map(({ y }) => y);
  const [left, right] = [Math.min(...xs) - SLACK, Math.max(...xs) + SLACK];
  const [foot, top] = [Math.min(...ys) - SLACK, Math.max(...ys) + SLACK];
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

/** Centre of the area of a convex outline, which does not depend on how its corners are divided. */
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

/** What a convex outline has to the left of a line, or so near that rounding leaves it open. */
function leftOf(points: readonly Point2[], from: Point2, to: Point2): readonly Point2[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  if (length <= SLACK) return points;
  const depth = ({ x, y }: Point2): number =>
    ((y - from.y) * dx - (x - from.x) * dy) / length + SLACK;
  return points.flatMap((point, i) => {
    const next = cyclic(points, i + 1);
    const [here, there] = [depth(point), depth(next)];
    const kept = here >= 0 ? [point] : [];
    if (here >= 0 === there >= 0) return kept;
    const share = here / (here - there);
    return [
      ...kept,
      { x: point.x + (next.x - point.x) * share, y: point.y + (next.y - point.y) * share },
    ];
  });
}
