/** @module cover: the part of a plan region that is under a ceiling, and its heights. */

import { convexRings } from '../convex/convex-rings.ts';
import { cyclic } from '../indexed.ts';
import { clippedBy, withoutRepeats } from '../plan/half-plane.ts';
import type { Region, Ring } from '../plan/polygon.ts';
import { regionArea, ringBounds, ringPerimeter, signedArea } from '../plan/polygon.ts';
import { shared } from '../roofs/layer-pieces.ts';
import { NO_SINE, ROUND_OFF_MM, ROUNDED_AREA_MM2, SAME_PLACE_MM } from '../tolerances.ts';
import { planBoxIntersects, type Point2, type Point3 } from '../vector.ts';
import type { Ceiling } from './ceiling.ts';

/** A convex part of a region with the height of the plane over it, mm. */
export type Top = { readonly ring: Ring; readonly height: (p: Point2) => number };

/** A region under a ceiling. */
export type Cover = {
  /** The covered parts; they share no area. */
  readonly tops: readonly Top[];
  /** Whether part of the region is outside the ceiling. */
  readonly isOpen: boolean;
};

/** The parts of a counter-clockwise outline under a ceiling. Throws `RangeError` for an invalid outline. */
export function coverOf(outline: Ring, ceiling: Ceiling): Cover {
  return coverOfRegion({ boundary: outline, holes: [] }, ceiling);
}

/** The parts of a region under a ceiling. Throws `RangeError` for an invalid region. */
export function coverOfRegion(region: Region, { parts }: Ceiling): Cover {
  const tops = convexRings(region).flatMap((ring) => {
    const box = ringBounds(ring);
    return parts.flatMap((part): readonly Top[] => {
      if (!planBoxIntersects(box, part.box)) return [];
      const both = shared(ring, part.ring);
      if (both.length < 3 || signedArea(both) < ROUNDED_AREA_MM2) return [];
      return [{ ring: both, height: part.height }];
    });
  });
  const covered = tops.reduce((sum, { ring }) => sum + signedArea(ring), 0);
  const around = [region.boundary, ...region.holes].reduce((sum, r) => sum + ringPerimeter(r), 0);
  const slack = ROUNDED_AREA_MM2 + SAME_PLACE_MM * around;
  return { tops, isOpen: regionArea(region) - covered > slack };
}

/** Area of a ceiling over a counter-clockwise outline, measured on its planes, mm². */
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

/** The part of a top whose plane is above `low`; null if there is none. */
export function topOver({ ring, height }: Top, low: number): Top | null {
  const left = withoutRepeats(clippedBy(ring, (p) => height(p) - low));
  return left.length < 3 || signedArea(left) < ROUNDED_AREA_MM2 ? null : { ring: left, height };
}

/** The plan line along which the plane of a part is at `level`; null if it is nowhere at that height. */
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

/**
 * The lowest point of a ceiling over an outline, mm; at most `beyond` if part of the outline is outside the ceiling.
 */
export function lowestOver(outline: Ring, ceiling: Ceiling, beyond: number): number {
  const { tops, isOpen } = coverOf(outline, ceiling);
  const lows = tops.map(({ ring, height }) => Math.min(...ring.map(height)));
  return Math.min(...lows, ...(isOpen ? [beyond] : []));
}

/** An interval of a line under one part, as fractions of its length. */
type Stretch = { readonly from: number; readonly to: number; readonly height: Top['height'] };

/** A trapezium over a plan line: its ends as fractions of the line, and its heights above the base there, mm. */
type Trapezium = {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
};

/** Heights of a vertical face over a plan line: from `base` to the ceiling, or to `beyond` outside the ceiling, mm. */
type FaceHeights = { readonly base: number; readonly beyond: number };

/** The parts of a vertical face over a plan line; heights are negative where the ceiling is below the base. */
function trapeziaUnder(
  [a, b]: readonly [Point2, Point2],
  ceiling: Ceiling,
  { base, beyond }: FaceHeights,
): readonly Trapezium[] {
  const stretches = ceiling.parts.flatMap(({ ring, height }) => {
    const within = insideOf(a, b, ring);
    return within === null ? [] : [{ ...within, height }];
  });
  const ends = [0, 1, ...stretches.flatMap(({ from, to }) => [from, to])];
  const stations = [...new Set(ends)].toSorted((s, t) => s - t);
  return stations.slice(0, -1).map((from, i) => {
    const to = stations[i + 1] ?? 1;
    const middle = (from + to) / 2;
    const over = stretches.find((one: Stretch) => one.from <= middle && middle <= one.to);
    const above = (t: number): number => (over?.height(between([a, b], t)) ?? beyond) - base;
    return { from, to, low: above(from), high: above(to) };
  });
}

function between([a, b]: readonly [Point2, Point2], t: number): Point2 {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

/**
 * Area in mm² of a vertical face over a plan line, from `base` up to the ceiling, or up to `beyond` outside the
 * ceiling.
 */
export function faceUnder(
  line: readonly [Point2, Point2],
  ceiling: Ceiling,
  heights: FaceHeights,
): number {
  const [a, b] = line;
  const length = Math.sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2);
  return trapeziaUnder(line, ceiling, heights).reduce(
    (area, { from, to, low, high }) => area + positivePart(low, high) * (to - from) * length,
    0,
  );
}

/** The same face as convex polygons in space, mm. */
export function polygonsUnder(
  line: readonly [Point2, Point2],
  ceiling: Ceiling,
  heights: FaceHeights,
): readonly (readonly Point3[])[] {
  const { base } = heights;
  return trapeziaUnder(line, ceiling, heights).flatMap(({ from, to, low, high }) => {
    // Where the ceiling meets the base.
    const level = low < 0 === high < 0 ? null : from + ((to - from) * low) / (low - high);
    const [start, end] = [low < 0 ? (level ?? to) : from, high < 0 ? (level ?? from) : to];
    if (start >= end) return [];
    const [a, b] = [between(line, start), between(line, end)];
    return [
      [
        { ...a, z: base },
        { ...b, z: base },
        { ...b, z: base + Math.max(0, high) },
        { ...a, z: base + Math.max(0, low) },
      ],
    ];
  });
}

/** Mean of the positive part of a value that changes linearly from `p` to `q`. */
function positivePart(p: number, q: number): number {
  const [low, high] = p < q ? [p, q] : [q, p];
  if (low >= 0) return (low + high) / 2;
  return high <= 0 ? 0 : (high * high) / (2 * (high - low));
}

/** Interval of a line inside a convex ring, as fractions of its length; null if they do not intersect. */
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
    // A line along the common edge of two parts is inside both.
    if (da < -ROUND_OFF_MM && db < -ROUND_OFF_MM) return null;
    if (da >= -ROUND_OFF_MM && db >= -ROUND_OFF_MM) continue;
    const share = da / (da - db);
    if (da < db) from = Math.max(from, share);
    else to = Math.min(to, share);
  }
  return to - from > NO_SINE ? { from, to } : null;
}
