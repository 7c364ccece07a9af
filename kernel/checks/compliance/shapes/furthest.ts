/** @module furthest: the point of an area that is furthest from its nearest source. */
import { at, cyclic } from '../../../building/geometry/indexed.ts';
import { MinHeap } from '../../../building/geometry/min-heap.ts';
import { ringBounds } from '../../../building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import { segmentLengthMm } from '../../../building/geometry/vector.ts';
import { isInside, type WalkedArea, wayFinder } from './geodesic.ts';

/** A starting point of paths, and the length that a path already has at that point, mm. */
export type Source = { readonly point: Point2; readonly rest_mm: number };

/** A point and the length of the shortest path to it, from any source and including `rest_mm`. */
export type Furthest = { readonly length_mm: number; readonly from: Point2 };

/** Accuracy of the length, mm. */
const WITHIN_MM = 1;
/** Parts smaller than this that contain a side or have no path are not divided further, mm. */
const SMALLEST_MM = 50;
/** Points on a side are moved inside by this, mm, so that rounding does not put them outside. */
const INSIDE_MM = 0.01;
/** Maximum number of points to examine; when it is reached, the upper bound is returned. */
const MAX_LOOKS = 20_000;

/** A part of the area with an upper bound: a stretch of a side, or a square. */
type Part = { readonly ends: readonly [Point2, Point2] } | Square;
/** `sides`: the sides that may intersect the square. */
type Square = {
  readonly middle: Point2;
  readonly half: number;
  readonly sides: readonly (readonly [Point2, Point2])[];
};

/** Removes the sources that are, for every point, no nearer than another source. */
function withoutDominated(sources: readonly Source[], area: WalkedArea): readonly Source[] {
  const kept: Source[] = [];
  const least = sources.filter(({ rest_mm }) => rest_mm < Infinity);
  for (const one of least.toSorted((a, b) => a.rest_mm - b.rest_mm)) {
    const length = wayFinder(area, one.point);
    if (kept.every((other) => other.rest_mm + length(other.point) > one.rest_mm)) kept.push(one);
  }
  return kept;
}

/** Whether a side intersects a square. */
function intersectsSquare(
  [a, b]: readonly [Point2, Point2],
  { middle: { x, y }, half }: Omit<Square, 'sides'>,
): boolean {
  if (Math.max(a.x, b.x) < x - half || Math.min(a.x, b.x) > x + half) return false;
  if (Math.max(a.y, b.y) < y - half || Math.min(a.y, b.y) > y + half) return false;
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  return Math.abs(dx * (y - a.y) - dy * (x - a.x)) <= half * (Math.abs(dx) + Math.abs(dy));
}

function quarters({ middle: { x, y }, half: whole, sides }: Square): readonly Square[] {
  const half = whole / 2;
  return [0 - half, half].flatMap((dx) =>
    [0 - half, half].map((dy) => {
      const middle = { x: x + dx, y: y + dy };
      return {
        middle,
        half,
        sides: sides.filter((side) => intersectsSquare(side, { middle, half })),
      };
    }),
  );
}

/** The middle of a side, moved inside by `INSIDE_MM`. */
function justInside(a: Point2, b: Point2): Point2 {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const share = INSIDE_MM / segmentLengthMm(a, b);
  return { x: (a.x + b.x) / 2 - dy * share, y: (a.y + b.y) / 2 + dx * share };
}

/** A branch-and-bound search over parts of the area, by decreasing upper bound. */
class Search {
  readonly #parts: Part[] = [];
  readonly #open = new MinHeap();
  readonly #lengthAt: (point: Point2) => number;
  best: Furthest;

  constructor(lengthAt: (point: Point2) => number, best: Furthest) {
    this.#lengthAt = lengthAt;
    this.best = best;
  }

  #look(point: Point2): number {
    const length_mm = this.#lengthAt(point);
    if (length_mm < Infinity && length_mm > this.best.length_mm) {
      this.best = { length_mm, from: point };
    }
    return length_mm;
  }

  #push(part: Part, most: number): void {
    if (most > this.best.length_mm + WITHIN_MM) this.#open.push(this.#parts.push(part) - 1, -most);
  }

  /** Adds a stretch of a side. Its bound is half the sum of the lengths at its ends and its own length. */
  stretch(ends: readonly [Point2, Point2]): void {
    const length = segmentLengthMm(...ends);
    const [a, b] = ends.map((end) => this.#look(end));
    const most = ((a ?? Infinity) + (b ?? Infinity) + length) / 2;
    // An end without a path (inside an obstacle) gives no upper bound for the rest of the stretch.
    if (most < Infinity || length > SMALLEST_MM) this.#push({ ends }, most);
  }

  /** Adds a square. If it contains no side, the path from its middle to any point in it is straight. */
  square(square: Square): void {
    const { middle, half, sides } = square;
    const length = this.#look(middle);
    const open = sides.length === 0;
    if (length === Infinity) {
      if (!open && half > SMALLEST_MM) this.#push(square, Infinity);
      return;
    }
    const reach = half * Math.SQRT2;
    if (open) this.#push(square, length + reach);
    else if (half > SMALLEST_MM) this.#push(square, length + 2 * reach);
  }

  /** Runs the search until no part can contain a point further away, and returns the furthest point. */
  finish(): Furthest {
    for (let looks = 0; ; looks++) {
      const next = this.#open.pop();
      if (next === null || -next.key <= this.best.length_mm + WITHIN_MM) return this.best;
      if (looks > MAX_LOOKS && next.key > -Infinity) return { ...this.best, length_mm: -next.key };
      const part = at(this.#parts, next.item);
      if ('ends' in part) {
        const [a, b] = part.ends;
        const middle = justInside(a, b);
        this.stretch([a, middle]);
        this.stretch([middle, b]);
      } else {
        for (const quarter of quarters(part)) this.square(quarter);
      }
    }
  }
}

/**
 * The point that is furthest from the nearest source, to a millimetre; null if a corner of the outline that no obstacle
 * covers has no path to any source. With one source and without holes it is a corner. Otherwise it may be on a side or
 * inside: halfway between two doors, behind an obstacle, or next to one that stands in a corner.
 */
export function furthestPlace(area: WalkedArea, sources: readonly Source[]): Furthest | null {
  const finders = withoutDominated(sources, area).map(({ point, rest_mm }) => {
    const length = wayFinder(area, point);
    return { point, rest_mm, length };
  });
  const lengthAt = (to: Point2): number => {
    let best = Infinity;
    if (!isInside(area, to)) return best;
    for (const { point, rest_mm, length } of finders) {
      if (rest_mm + segmentLengthMm(point, to) < best) best = Math.min(best, rest_mm + length(to));
    }
    return best;
  };
  // A reflex corner is never the furthest point.
  const jutting = new Set(area.bends);
  let best: Furthest | null = null;
  for (const from of area.outline) {
    if (jutting.has(from) || !isInside(area, from)) continue;
    const length_mm = lengthAt(from);
    if (length_mm === Infinity) return null;
    if (best === null || length_mm > best.length_mm) best = { length_mm, from };
  }
  const [nearest] = finders;
  if (nearest === undefined) return null;
  best ??= { length_mm: nearest.rest_mm, from: nearest.point };
  if (finders.length === 1 && area.holes.length === 0) return best;
  const search = new Search(lengthAt, best);
  const sides = [area.outline, ...area.holes].flatMap((ring) =>
    ring.map((a, i) => [a, cyclic(ring, i + 1)] as const),
  );
  for (const side of sides) search.stretch(side);
  const { min, max } = ringBounds(area.outline);
  const half = Math.max(max.x - min.x, max.y - min.y) / 2;
  search.square({ middle: { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 }, half, sides });
  return search.finish();
}
