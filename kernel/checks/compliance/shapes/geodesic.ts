/** @module geodesic: shortest paths inside an outline with holes. */
import { at, cyclic } from '../../../building/geometry/indexed.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { locatePoint, ringBounds } from '../../../building/geometry/plan/polygon.ts';
import type { Box2, Point2 } from '../../../building/geometry/vector.ts';
import {
  orientation,
  pointInMicrometres,
  segmentLengthMm,
} from '../../../building/geometry/vector.ts';

type Side = { readonly a: Point2; readonly b: Point2 };

/** An outline and holes, with the boxes of the holes. */
type Rings = {
  readonly outline: Ring;
  readonly holes: readonly Ring[];
  readonly boxes: readonly Box2[];
};

/** An area with its sides, in micrometres, and the corners at which shortest paths bend. */
export type WalkedArea = Rings & {
  /** The same rings with all coordinates doubled, so that the middle of two grid points is also a grid point. */
  readonly doubled: Rings;
  readonly sides: readonly Side[];
  /** Corners that jut into the area, mm. */
  readonly bends: readonly Point2[];
};

/** The area inside a counter-clockwise outline and outside clockwise holes. */
export function walkedArea(outline: Ring, holes: readonly Ring[]): WalkedArea {
  const sides: Side[] = [];
  const bends: Point2[] = [];
  for (const ring of [outline, ...holes]) {
    for (const [i, corner] of ring.entries()) {
      const [before, here, next] = [cyclic(ring, i - 1), corner, cyclic(ring, i + 1)].map(
        pointInMicrometres,
      );
      if (before === undefined || here === undefined || next === undefined) continue;
      sides.push({ a: here, b: next });
      if (orientation(before, here, next) < 0) bends.push(corner);
    }
  }
  const rings = { outline, holes, boxes: holes.map(ringBounds) };
  const around = { outline: twice(outline), holes: holes.map(twice) };
  const doubled = { ...around, boxes: around.holes.map(ringBounds) };
  return { ...rings, doubled, sides, bends };
}

function twice(ring: Ring): Ring {
  return ring.map(({ x, y }) => ({ x: 2 * x, y: 2 * y }));
}

/** Whether a point (mm) is in the area or on one of its sides. */
export function isInside({ outline, holes, boxes }: Rings, point: Point2): boolean {
  const { x, y } = point;
  const isIn = (hole: Ring, i: number): boolean => {
    const { min, max } = at(boxes, i);
    if (x <= min.x || x >= max.x || y <= min.y || y >= max.y) return false;
    return locatePoint(point, hole) === 'inside';
  };
  return locatePoint(point, outline) !== 'outside' && !holes.some(isIn);
}

/**
 * Whether the straight line between two points (mm) stays in the area; it may run along its sides. Exact on the 0.001 mm
 * grid: rounding of its middle does not decide whether a line along a side is inside.
 */
export function sees(area: WalkedArea, from: Point2, to: Point2): boolean {
  const [p, q] = [pointInMicrometres(from), pointInMicrometres(to)];
  const touched = [
    { share: 0, point: p },
    { share: 1, point: q },
  ];
  const length2 = (q.x - p.x) ** 2 + (q.y - p.y) ** 2;
  if (length2 === 0) return true;
  const [left, right] = [Math.min(p.x, q.x), Math.max(p.x, q.x)];
  const [low, high] = [Math.min(p.y, q.y), Math.max(p.y, q.y)];
  for (const { a, b } of area.sides) {
    if ((a.x < left && b.x < left) || (a.x > right && b.x > right)) continue;
    if ((a.y < low && b.y < low) || (a.y > high && b.y > high)) continue;
    const [pa, pb] = [orientation(p, q, a), orientation(p, q, b)];
    if (pa * pb < 0 && orientation(a, b, p) * orientation(a, b, q) < 0) return false;
    if (pa === 0) {
      const share = ((a.x - p.x) * (q.x - p.x) + (a.y - p.y) * (q.y - p.y)) / length2;
      if (share > 0 && share < 1) touched.push({ share, point: a });
    }
  }
  const ordered = touched.toSorted((one, other) => one.share - other.share);
  return ordered.slice(1).every(({ point: b }, i) => {
    const { point: a } = at(ordered, i);
    return isInside(area.doubled, { x: (a.x + b.x) / 1000, y: (a.y + b.y) / 1000 });
  });
}

/** A function from a point to the length of the shortest path from `from` to it, mm; `Infinity` without a path. */
export function wayFinder(area: WalkedArea, from: Point2): (to: Point2) => number {
  let to_bends: readonly number[] | null = null;
  return (to) => {
    if (sees(area, from, to)) return segmentLengthMm(from, to);
    if (area.bends.length === 0) return Infinity;
    to_bends ??= bendsFrom(area, from);
    let best = Infinity;
    for (const [k, bend] of area.bends.entries()) {
      const length = at(to_bends, k) + segmentLengthMm(bend, to);
      if (length < best && sees(area, bend, to)) best = length;
    }
    return best;
  };
}

/** Lengths of the shortest paths from one point to each of the others, mm; `Infinity` without a path. */
export function waysFrom(area: WalkedArea, from: Point2, to: readonly Point2[]): readonly number[] {
  return to.map(wayFinder(area, from));
}

/** Lengths of the shortest paths to each bend, by Dijkstra's algorithm over the visibility graph of the bends. */
function bendsFrom(area: WalkedArea, from: Point2): readonly number[] {
  const { bends } = area;
  const length = bends.map((bend) =>
    sees(area, from, bend) ? segmentLengthMm(from, bend) : Infinity,
  );
  const open = new Set(bends.keys());
  while (open.size > 0) {
    let next = -1;
    for (const k of open) if (next < 0 || at(length, k) < at(length, next)) next = k;
    open.delete(next);
    if (at(length, next) === Infinity) break;
    for (const k of open) {
      const through = at(length, next) + segmentLengthMm(at(bends, next), at(bends, k));
      if (through < at(length, k) && sees(area, at(bends, next), at(bends, k))) length[k] = through;
    }
  }
  return length;
}
