/** @module ring overlap: intersection of two plan outlines. */

import { at, cyclic } from '../indexed.ts';
import { planBoxIntersects, type Point2, segmentLengthMm, twiceArea } from '../vector.ts';
import { clippedInside } from './half-plane.ts';
import { type Ring, ringBounds, signedArea } from './polygon.ts';
import { triangulateRegion } from './triangulate.ts';

/** An intersection: its area, its centroid, and the diagonal of its bounding box, mm. */
export type RingOverlap = {
  readonly area_mm2: number;
  readonly centre: Point2;
  readonly extent_mm: number;
};

/** Intersection of two valid counter-clockwise rings, mm; null if they share no area. */
export function ringOverlap(a: Ring, b: Ring): RingOverlap | null {
  // Relative to a corner, so that outlines far from the origin keep their precision.
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
      const common = clippedInside(part, other);
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

function convexParts(ring: Ring): readonly Ring[] {
  if (ring.every((p, i) => twiceArea(cyclic(ring, i - 1), p, cyclic(ring, i + 1)) >= 0)) {
    return [ring];
  }
  const triangles = triangulateRegion({ boundary: ring, holes: [] });
  return Array.from({ length: triangles.length / 3 }, (_, i) =>
    [0, 1, 2].map((corner) => at(ring, at(triangles, 3 * i + corner))),
  );
}
