/** @module cover: what of a region in plan lies under a ceiling, and how high that is. */

import { convexRings } from '../convex/convex-rings.ts';
import { cyclic } from '../indexed.ts';
import type { Region, Ring } from '../plan/polygon.ts';
import { regionArea, ringBounds, ringPerimeter, signedArea } from '../plan/polygon.ts';
import { shared } from '../roofs/layer-pieces.ts';
import type { Point2 } from '../vector.ts';
import { planBoxIntersects } from '../vector.ts';
import type { Ceiling } from './ceiling.ts';

/** A convex part of a region with the plane over it, mm. */
export type Top = { readonly ring: Ring; readonly height: (p: Point2) => number };

/** A region under a ceiling. */
export type Cover = {
  /** What is covered, in parts that share no area. */
  readonly tops: readonly Top[];
  /** Whether some of the region lies beyond the ceiling. */
  readonly isOpen: boolean;
};

/** What is less than this is the rounding of a corner, mm². */
const LEAST_MM2 = 1e-3;
/** Edges that lie on each other may part by this, mm: corners are on a grid of a thousandth. */
const SLIT_MM = 0.002;

/** The parts of an outline, counter-clockwise, under a ceiling. Throws `RangeError` for one that is not valid. */
export function coverOf(outline: Ring, ceiling: Ceiling): Cover {
  return coverOfRegion({ boundary: outline, holes: [] }, ceiling);
}

/** The parts of a region under a ceiling. Throws `RangeError` for one that is not valid. */
export function coverOfRegion(region: Region, { parts }: Ceiling): Cover {
  const tops = convexRings(region).flatMap((ring) => {
    const box = ringBounds(ring);
    return parts.flatMap((part): readonly Top[] => {
      if (!planBoxIntersects(box, part.box)) return [];
      const both = shared(ring, part.ring);
      if (both.length < 3 || signedArea(both) < LEAST_MM2) return [];
      return [{ ring: both, height: part.height }];
    });
  });
  const covered = tops.reduce((sum, { ring }) => sum + signedArea(ring), 0);
  const around = [region.boundary, ...region.holes].reduce((sum, r) => sum + ringPerimeter(r), 0);
  const slack = LEAST_MM2 + SLIT_MM * around;
  return { tops, isOpen: regionArea(region) - covered > slack };
}

/** Area in mm² of a ceiling, along its planes, over an outline, counter-clockwise. */
export function slopedArea(outline: Ring, ceiling: Ceiling): number {
  return coverOf(outline, ceiling).tops.reduce((sum, { ring, height }) => {
    const o = ringBounds(ring).min;
    const rise = [
      { x: o.x + 1, y: o.y },
      { x: o.x, y: o.y + 1 },
    ].map((p) => height(p) - height(o));
    return sum + signedArea(ring) * Math.hypot(1, ...rise);
  }, 0);
}

/** What of a part lies over a height; null where nothing does. */
export function topOver({ ring, height }: Top, low: number): Top | null {
  const over = ring.flatMap((p, i) => {
    const q = cyclic(ring, i + 1);
    const [dp, dq] = [height(p) - low, height(q) - low];
    const share = dp / (dp - dq);
    const cut = { x: p.x + (q.x - p.x) * share, y: p.y + (q.y - p.y) * share };
    if (dp >= 0) return dq >= 0 ? [p] : [p, cut];
    return dq >= 0 ? [cut] : [];
  });
  const left = over.filter((p, i) => {
    const q = cyclic(over, i + 1);
    return Math.abs(p.x - q.x) + Math.abs(p.y - q.y) > 1e-6;
  });
  return left.length < 3 || signedArea(left) < LEAST_MM2 ? null : { ring: left, height };
}

/** The line in plan along which a part passes through a height; null where it does not. */
export function levelLine({ ring, height }: Top, level: number): readonly [Point2, Point2] | null {
  const [from, to] = ring.flatMap((p, i) => {
    const q = cyclic(ring, i + 1);
    const [dp, dq] = [height(p) - level, height(q) - level];
    if (dp < 0 === dq < 0) return [];
    const share = dp / (dp - dq);
    return [{ x: p.x + (q.x - p.x) * share, y: p.y + (q.y - p.y) * share }];
  });
  return from === undefined || to === undefined ? null : [from, to];
}

/** The highest point over a part, mm. */
export function highest({ ring, height }: Top): number {
  return Math.max(...ring.map(height));
}

/** The lowest point of a ceiling over an outline, mm; where some of it lies beyond the ceiling no higher than `beyond`. */
export function lowestOver(outline: Ring, ceiling: Ceiling, beyond: number): number {
  const { tops, isOpen } = coverOf(outline, ceiling);
  const lows = tops.map(({ ring, height }) => Math.min(...ring.map(height)));
  return Math.min(...lows, ...(isOpen ? [beyond] : []));
}

/** A stretch of a line under one part, as shares of its length. */
type Stretch = { readonly from: number; readonly to: number; readonly height: Top['height'] };

/**
 * Area in mm² of an upright face over a line in plan, from `base` up to the ceiling, and up to `beyond` where there is
 * none over it.
 */
export function faceUnder(
  [a, b]: readonly [Point2, Point2],
  ceiling: Ceiling,
  { base, beyond }: { readonly base: number; readonly beyond: number },
): number {
  const length = Math.sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2);
  const stretches = ceiling.parts.flatMap(({ ring, height }) => {
    const within = insideOf(a, b, ring);
    return within === null ? [] : [{ ...within, height }];
  });
  const ends = [0, 1, ...stretches.flatMap(({ from, to }) => [from, to])];
  const stations = [...new Set(ends)].toSorted((s, t) => s - t);
  const at = (t: number): Point2 => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
  let area = 0;
  for (const [i, from] of stations.slice(0, -1).entries()) {
    const to = stations[i + 1] ?? 1;
    const middle = (from + to) / 2;
    const over = stretches.find((one: Stretch) => one.from <= middle && middle <= one.to);
    const [low, high] = [from, to].map((t) => (over?.height(at(t)) ?? beyond) - base);
    area += positivePart(low ?? 0, high ?? 0) * (to - from) * length;
  }
  return area;
}

/** The mean of what is over nothing of a value that goes evenly from one to another. */
function positivePart(p: number, q: number): number {
  const [low, high] = p < q ? [p, q] : [q, p];
  if (low >= 0) return (low + high) / 2;
  return high <= 0 ? 0 : (high * high) / (2 * (high - low));
}

/** From where to where a line runs within a convex ring, as shares of its length; null where it does not. */
function insideOf(
  a: Point2,
  b: Point2,
  ring: Ring,
): { readonly from: number; readonly to: number } | null {
  let [from, to] = [0, 1];
  for (const [i, p] of ring.entries()) {
    const q = cyclic(ring, i + 1);
    const side = Math.sqrt((q.x - p.x) ** 2 + (q.y - p.y) ** 2);
    const over = (c: Point2): number =>
      ((q.x - p.x) * (c.y - p.y) - (q.y - p.y) * (c.x - p.x)) / side;
    const [da, db] = [over(a), over(b)];
    // A line along an edge of two parts lies in both.
    if (da < -1e-6 && db < -1e-6) return null;
    if (da >= -1e-6 && db >= -1e-6) continue;
    const share = da / (da - db);
    if (da < db) from = Math.max(from, share);
    else to = Math.min(to, share);
  }
  return to - from > 1e-12 ? { from, to } : null;
}
