/** @module polygon: rings and regions in plan: validation, area, containment and mitred offset. */

import { at, cyclic } from '../indexed.ts';
import { OPPOSITE_NORMALS } from '../tolerances.ts';
import type { Box2, Point2 } from '../vector.ts';
import {
  determinantSign,
  micrometres,
  orientation,
  pointInMicrometres,
  pointOnGrid,
  segmentLengthMm,
} from '../vector.ts';

/** Closed polygon in mm; the first point is not repeated at the end. */
export type Ring = readonly Point2[];

/** Counter-clockwise outline with clockwise holes, mm. */
export type Region = { readonly boundary: Ring; readonly holes: readonly Ring[] };

/** Faults of a ring. */
export type RingFault = 'too_few_points' | 'zero_area' | 'self_intersecting' | 'duplicate_point';

/** Outcome of `validateRing`; `at` are indices into the given points. */
export type RingCheck =
  | { readonly ok: true; readonly ring: Ring }
  | { readonly ok: false; readonly fault: RingFault; readonly at: readonly number[] };

/**
 * Outcome of `validateRegion`. `hole` is the index of the faulty hole, or null for the boundary; `at`
 * are point indices of that ring, or for `holes_overlap` the two hole indices.
 */
export type RegionCheck =
  | { readonly ok: true; readonly region: Region }
  | {
      readonly ok: false;
      readonly fault: RingFault | 'hole_outside' | 'holes_overlap';
      readonly hole: number | null;
      readonly at: readonly number[];
    };

/** The location of a point relative to a ring. */
export type RingSide = 'inside' | 'boundary' | 'outside';

/** Area in the square of the points' unit; positive when counter-clockwise. */
export function signedArea(ring: Ring): number {
  const origin = ring[0];
  if (origin === undefined) return 0;
  let twice = 0;
  // Relative to the first point, so that a plan far from the origin keeps its precision.
  for (let i = 1; i + 1 < ring.length; i++) {
    const a = at(ring, i);
    const b = at(ring, i + 1);
    twice += (a.x - origin.x) * (b.y - origin.y) - (a.y - origin.y) * (b.x - origin.x);
  }
  return twice / 2;
}

/** Length of the outline in the points' unit. */
export function ringPerimeter(ring: Ring): number {
  let sum = 0;
  for (let i = 0; i < ring.length; i++) {
    sum += segmentLengthMm(at(ring, i), cyclic(ring, i + 1));
  }
  return sum;
}

/** Smallest plan box around the points; throws `RangeError` without points. */
export function ringBounds(ring: Ring): Box2 {
  const first = at(ring, 0);
  let minX = first.x;
  let minY = first.y;
  let maxX = minX;
  let maxY = minY;
  for (let i = 1; i < ring.length; i++) {
    const point = at(ring, i);
    minX = Math.min(minX, point.x);
    minY = Math.min(minY, point.y);
    maxX = Math.max(maxX, point.x);
    maxY = Math.max(maxY, point.y);
  }
  return { min: { x: minX, y: minY }, max: { x: maxX, y: maxY } };
}

/**
 * Location of `point`, exact after rounding both to the 0.001 mm grid. Even-odd rule; the ring may have either
 * orientation.
 */
export function locatePoint(point: Point2, ring: Ring): RingSide {
  const p = pointInMicrometres(point);
  let inside = false;
  let a = pointInMicrometres(cyclic(ring, -1));
  for (const corner of ring) {
    const b = pointInMicrometres(corner);
    const side = orientation(a, b, p);
    if (side === 0 && betweenPoints(a, b, p)) return 'boundary';
    if (a.y > p.y !== b.y > p.y && (b.y > a.y ? side > 0 : side < 0)) {
      inside = !inside;
    }
    a = b;
  }
  return inside ? 'inside' : 'outside';
}

/** Whether `point` is in the ring or on its outline. */
export function pointInRing(point: Point2, ring: Ring): boolean {
  return locatePoint(point, ring) !== 'outside';
}

function betweenPoints(a: Point2, b: Point2, p: Point2): boolean {
  return (
    Math.min(a.x, b.x) <= p.x &&
    p.x <= Math.max(a.x, b.x) &&
    Math.min(a.y, b.y) <= p.y &&
    p.y <= Math.max(a.y, b.y)
  );
}

/** Whether the closed segments a-b and c-d (integer micrometres) share a point; exact. */
function segmentsMeet(a: Point2, b: Point2, c: Point2, d: Point2): boolean {
  const abc = orientation(a, b, c);
  const abd = orientation(a, b, d);
  const cda = orientation(c, d, a);
  const cdb = orientation(c, d, b);
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (
    (abc === 0 && betweenPoints(a, b, c)) ||
    (abd === 0 && betweenPoints(a, b, d)) ||
    (cda === 0 && betweenPoints(c, d, a)) ||
    (cdb === 0 && betweenPoints(c, d, b))
  );
}

type Edge = {
  readonly ring: number;
  readonly index: number;
  readonly ends: readonly [Point2, Point2];
  readonly minX: number;
  readonly maxX: number;
};

function edgesOf(ring: Ring, ringIndex: number): readonly Edge[] {
  return ring.map((start, index) => {
    const end = cyclic(ring, index + 1);
    return {
      ring: ringIndex,
      index,
      ends: [start, end],
      minX: Math.min(start.x, end.x),
      maxX: Math.max(start.x, end.x),
    };
  });
}

/** First pair of edges that satisfy `clash`, by a sweep over x that compares near pairs only. */
function firstPair(
  edges: readonly Edge[],
  clash: (a: Edge, b: Edge) => boolean,
): readonly [Edge, Edge] | null {
  const order = edges.toSorted((a, b) => a.minX - b.minX || a.ring - b.ring || a.index - b.index);
  for (let i = 0; i < order.length; i++) {
    const a = at(order, i);
    for (let j = i + 1; j < order.length; j++) {
      const b = at(order, j);
      if (b.minX > a.maxX) break;
      if (clash(a, b)) return [a, b];
    }
  }
  return null;
}

function edgesClashInRing(a: Edge, b: Edge, size: number): boolean {
  const [first, second] =
    (a.index + 1) % size === b.index ? [a, b] : (b.index + 1) % size === a.index ? [b, a] : [];
  if (first === undefined || second === undefined) return segmentsMeet(...a.ends, ...b.ends);
  // Neighbours share one point; they overlap only when the outline turns straight back.
  const [p, q] = first.ends;
  const r = second.ends[1];
  return (
    determinantSign(q.x - p.x, q.y - p.y, r.x - q.x, r.y - q.y) === 0 &&
    (q.x - p.x) * (r.x - q.x) + (q.y - p.y) * (r.y - q.y) < 0
  );
}

/**
 * Validates an outline in mm and normalises it: rounded to the grid, counter-clockwise, without a repeated closing
 * point. Collinear points are kept. All tests are exact.
 */
export function validateRing(points: readonly Point2[]): RingCheck {
  const rounded = points.map((point) => pointInMicrometres(point));
  const last = rounded.at(-1);
  const closes = rounded.length > 1 && last?.x === rounded[0]?.x && last?.y === rounded[0]?.y;
  const corners = closes ? rounded.slice(0, -1) : rounded;
  if (corners.length < 3) {
    return { ok: false, fault: 'too_few_points', at: corners.map((_, index) => index) };
  }
  const seen = new Map<string, number>();
  for (const [index, corner] of corners.entries()) {
    const key = `${corner.x},${corner.y}`;
    const before = seen.get(key);
    if (before !== undefined) return { ok: false, fault: 'duplicate_point', at: [before, index] };
    seen.set(key, index);
  }
  const [a, b] = [at(corners, 0), at(corners, 1)];
  if (corners.every((corner) => orientation(a, b, corner) === 0)) {
    return { ok: false, fault: 'zero_area', at: corners.map((_, index) => index) };
  }
  const pair = firstPair(edgesOf(corners, 0), (first, second) =>
    edgesClashInRing(first, second, corners.length),
  );
  if (pair !== null) {
    const indices = [pair[0].index, pair[1].index].toSorted((first, second) => first - second);
    return { ok: false, fault: 'self_intersecting', at: indices };
  }
  const ring = corners.map(({ x, y }) => ({ x: x / 1000, y: y / 1000 }));
  return { ok: true, ring: isCounterClockwise(corners) ? ring : ring.toReversed() };
}

/** Exact orientation of a simple ring in integer micrometres, from the turn at its lowest-left corner. */
function isCounterClockwise(ring: Ring): boolean {
  let lowest = 0;
  for (const [index, corner] of ring.entries()) {
    const best = at(ring, lowest);
    if (corner.x < best.x || (corner.x === best.x && corner.y < best.y)) {
      lowest = index;
    }
  }
  return orientation(cyclic(ring, lowest - 1), at(ring, lowest), cyclic(ring, lowest + 1)) > 0;
}

/**
 * Validates an outline with holes in mm: each ring is valid, each hole is strictly inside the outline, and holes
 * neither touch nor contain each other. The result has clockwise holes.
 */
export function validateRegion(
  boundary: readonly Point2[],
  holes: readonly (readonly Point2[])[] = [],
): RegionCheck {
  const outer = validateRing(boundary);
  if (!outer.ok) return { ...outer, hole: null };
  const inner: Ring[] = [];
  for (const [hole, points] of holes.entries()) {
    const check = validateRing(points);
    if (!check.ok) return { ...check, hole };
    if (!check.ring.every((point) => locatePoint(point, outer.ring) === 'inside')) {
      return { ok: false, fault: 'hole_outside', hole, at: [] };
    }
    inner.push(check.ring);
  }
  const rings = [outer.ring, ...inner].map((ring) => ring.map((p) => pointInMicrometres(p)));
  const pair = firstPair(
    rings.flatMap((ring, index) => edgesOf(ring, index)),
    (a, b) => a.ring !== b.ring && segmentsMeet(...a.ends, ...b.ends),
  );
  if (pair !== null) {
    const touched = [pair[0].ring, pair[1].ring].toSorted((a, b) => a - b);
    return at(touched, 0) === 0
      ? { ok: false, fault: 'hole_outside', hole: at(touched, 1) - 1, at: [] }
      : {
          ok: false,
          fault: 'holes_overlap',
          hole: at(touched, 1) - 1,
          at: touched.map((ring) => ring - 1),
        };
  }
  for (const [hole, ring] of inner.entries()) {
    const holder = inner.findIndex(
      (other, index) => index !== hole && locatePoint(at(ring, 0), other) === 'inside',
    );
    if (holder >= 0) return { ok: false, fault: 'holes_overlap', hole, at: [holder, hole] };
  }
  return {
    ok: true,
    region: { boundary: outer.ring, holes: inner.map((ring) => ring.toReversed()) },
  };
}

/** Area of the region, outline less holes, in the square of the points' unit. */
export function regionArea(region: Region): number {
  return region.holes.reduce(
    (sum, hole) => sum - Math.abs(signedArea(hole)),
    Math.abs(signedArea(region.boundary)),
  );
}

/**
 * The ring with each side moved outwards by `distance` mm (inwards if negative) and mitred, rounded to the grid. It
 * does not resolve collisions of distant sides: check the result with `validateRing`. Null if two collinear sides run
 * back on each other.
 */
export function offsetRing(ring: Ring, distance: number): Ring | null {
  if (micrometres(distance) === 0) return ring.map((point) => pointOnGrid(point));
  const moved: Point2[] = [];
  for (let i = 0; i < ring.length; i++) {
    const before = unitBetween(cyclic(ring, i - 1), at(ring, i));
    const after = unitBetween(at(ring, i), cyclic(ring, i + 1));
    // Sum of the two outward normals of a counter-clockwise ring; its square is 2 + 2 cos(turn).
    const nx = before.y + after.y;
    const ny = 0 - before.x - after.x;
    const square = nx * nx + ny * ny;
    if (square < OPPOSITE_NORMALS) return null;
    const scale = (2 * distance) / square;
    const corner = at(ring, i);
    moved.push(pointOnGrid({ x: corner.x + nx * scale, y: corner.y + ny * scale }));
  }
  return moved;
}

function unitBetween(a: Point2, b: Point2): Point2 {
  const length = segmentLengthMm(a, b);
  return { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
}
