/** @module how much of the plan two outlines share. */

import { at, cyclic } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import { planBoxIntersects, segmentLengthMm } from '../vector.ts';
import type { Ring } from './polygon.ts';
import { ringBounds, signedArea } from './polygon.ts';
import { triangulateRegion } from './triangulate.ts';

/** What two outlines share: its area, its centroid, and the diagonal of the box round it, mm. */
export type RingOverlap = {
  readonly area_mm2: number;
  readonly centre: Point2;
  readonly extent_mm: number;
};

/** Common part of two valid counter-clockwise rings, mm; null when they share no area. */
export function ringOverlap(a: Ring, b: Ring): RingOverlap | null {
  // Relative to a corner, so that nothing is lost far from the origin.
  const origin = at(a, 0);
  const local = (ring: Ring): Ring =>
    ring.map(({ x, y }) => ({ x: x - origin.x, y: y - origin.y }));
  const others = convexParts(local(b)).map((part) => ({ part, box: ringBounds(part) }));
  let [area, x, y] = [0, 0, 0];
  const shared: Point2[] = [];
  for (const part of convexParts(local(a))) {
    const box = ringBounds(part);
    for (const { part: other, box: itsBox } of others) {
      if (!planBoxIntersects(box, itsBox)) continue;
      const common = clipped(part, other);
      shared.push(...common);
      for (let i = 1; i + 1 < common.length; i++) {
        const [p, q, r] = [at(common, 0), at(common, i), at(common, i + 1)];
        const share = signedArea([p, q, r]);
        area += share;
        x += (share * (p.x + q.x + r.x)) / 3;
        y += (share * (p.y + q.y + r.y)) / 3;
      }
    }
  }
  if (!(area > 0)) return null;
  const { min, max } = ringBounds(shared);
  return {
    area_mm2: area,
    centre: { x: origin.x + x / area, y: origin.y + y / area },
    extent_mm: segmentLengthMm(min, max),
  };
}

/** Positive when `p` is to the left of the line from `a` to `b`. */
function sideOf(a: Point2, b: Point2, p: Point2): number {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

function convexParts(ring: Ring): readonly Ring[] {
  if (ring.every((p, i) => sideOf(cyclic(ring, i - 1), p, cyclic(ring, i + 1)) >= 0)) {
    return [ring];
  }
  const triangles = triangulateRegion({ boundary: ring, holes: [] });
  return Array.from({ length: triangles.length / 3 }, (_, i) =>
    [0, 1, 2].map((corner) => at(ring, at(triangles, 3 * i + corner))),
  );
}

/** The part of a convex ring inside another (Sutherland and Hodgman 1974). */
function clipped(ring: Ring, by: Ring): Ring {
  let rest = ring;
  for (let i = 0; i < by.length && rest.length > 0; i++) {
    rest = leftOf(rest, at(by, i), by[i + 1] ?? at(by, 0));
  }
  return rest;
}

/** The part of a convex ring to the left of the line from one point to another. */
function leftOf(ring: Ring, from: Point2, to: Point2): Ring {
  const kept: Point2[] = [];
  let p = at(ring, 0);
  let here = sideOf(from, to, p);
  for (let i = 1; i <= ring.length; i++) {
    const q = ring[i] ?? at(ring, 0);
    const there = sideOf(from, to, q);
    if (here >= 0) {
      kept.push(p);
    }
    if (here >= 0 !== there >= 0) {
      const share = here / (here - there);
      kept.push({ x: p.x + (q.x - p.x) * share, y: p.y + (q.y - p.y) * share });
    }
    p = q;
    here = there;
  }
  return kept;
}
