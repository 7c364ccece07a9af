/** @module furthest: the place of an area that is furthest from all of the places where ways begin. */
import { at, cyclic } from '../../geometry/indexed.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import { MinHeap } from '../../spatial/disc/min-heap.ts';
import { isInside, type Walked, wayFinder } from './geodesic.ts';

/** Where ways begin, and how long they are before that, mm. */
export type Source = { readonly point: Point2; readonly rest_mm: number };

/** How long it is from the nearest source to a place, rests included, and the place. */
export type Furthest = { readonly length_mm: number; readonly from: Point2 };

/** No place is further than the one that is answered by more than this, mm. */
const WITHIN_MM = 1;
/** What is smaller and has a side in it, or is not reached, is not looked into any further, mm. */
const SMALLEST_MM = 50;
/** Places on a side are moved inside by this, mm. */
const INSIDE_MM = 0.01;
/** Places that are looked at, at most; then what may be the furthest is said to be. */
const LOOKS_MOST = 20_000;

/** A part of the area in which nothing is further than `most`: a stretch of a side, or a square. */
type Part = { readonly ends: readonly [Point2, Point2] } | Square;
/** `sides` are the sides that it may have in it. */
type Square = {
  readonly middle: Point2;
  readonly half: number;
  readonly sides: readonly (readonly [Point2, Point2])[];
};

/** Sources without those from which it is no shorter than through another one. */
function needed(sources: readonly Source[], area: Walked): readonly Source[] {
  const kept: Source[] = [];
  const least = sources.filter(({ rest_mm }) => rest_mm < Infinity);
  for (const one of least.toSorted((a, b) => a.rest_mm - b.rest_mm)) {
    const length = wayFinder(area, one.point);
    if (kept.every((other) => other.rest_mm + length(other.point) > one.rest_mm)) kept.push(one);
  }
  return kept;
}

/** Whether a side comes into a square. */
function comesInto(
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
      return { middle, half, sides: sides.filter((side) => comesInto(side, { middle, half })) };
    }),
  );
}

/** The middle of a side, so far inside that its rounding is not outside. */
function justInside(a: Point2, b: Point2): Point2 {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const share = INSIDE_MM / segmentLengthMm(a, b);
  return { x: (a.x + b.x) / 2 - dy * share, y: (a.y + b.y) / 2 + dx * share };
}

/** Parts of the area with the greatest length that may be in each, the greatest first. */
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

  /** A stretch of a side: nothing on it is further than its ends and half its length. */
  stretch(ends: readonly [Point2, Point2]): void {
    const length = segmentLengthMm(...ends);
    const [a, b] = ends.map((end) => this.#look(end));
    const most = ((a ?? Infinity) + (b ?? Infinity) + length) / 2;
    // One end in something that stands there says nothing of the rest.
    if (most < Infinity || length > SMALLEST_MM) this.#push({ ends }, most);
  }

  /** A square: one goes straight to all of it from its middle where no side comes into it. */
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

  /** Looks until nothing can be further. */
  finish(): Furthest {
    for (let looks = 0; ; looks++) {
      const next = this.#open.pop();
      if (next === null || -next.key <= this.best.length_mm + WITHIN_MM) return this.best;
      if (looks > LOOKS_MOST && next.key > -Infinity) return { ...this.best, length_mm: -next.key };
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
 * The place that is furthest from the nearest of the sources, to a millimetre; null where a corner of the outline has no
 * way to any. From one source, in an area without holes, it is a corner. Else it may lie on a side or inside: half way
 * between two doors, or behind what one walks round.
 */
export function furthestPlace(area: Walked, sources: readonly Source[]): Furthest | null {
  const finders = needed(sources, area).map(({ point, rest_mm }) => {
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
  // Nothing is furthest at a corner that juts into the area.
  const jutting = new Set(area.bends);
  let best: Furthest | null = null;
  for (const from of area.outline) {
    if (jutting.has(from)) continue;
    const length_mm = lengthAt(from);
    if (length_mm === Infinity) return null;
    if (best === null || length_mm > best.length_mm) best = { length_mm, from };
  }
  if (best === null || (finders.length === 1 && area.holes.length === 0)) return best;
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
