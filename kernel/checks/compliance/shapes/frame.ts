/** @module frame: plan coordinates along and across a direction, and intervals of them; mm. */
import type { Point2 } from '../../../building/geometry/vector.ts';

/** Coordinates `s` along the direction and `t` to the left of it. */
export class Frame {
  readonly origin: Point2;
  /** Unit vector. */
  readonly along: Point2;

  constructor(origin: Point2, along: Point2) {
    this.origin = origin;
    this.along = along;
  }

  s({ x, y }: Point2): number {
    return (x - this.origin.x) * this.along.x + (y - this.origin.y) * this.along.y;
  }

  t({ x, y }: Point2): number {
    return (y - this.origin.y) * this.along.x - (x - this.origin.x) * this.along.y;
  }

  /** The point in world coordinates. */
  point(s: number, t: number): Point2 {
    const { origin, along } = this;
    return { x: origin.x + along.x * s - along.y * t, y: origin.y + along.y * s + along.x * t };
  }

  /** Counter-clockwise corners of a rectangle that runs from `s0` to `s1` and from `t0` to `t1`. */
  rectangle([s0, s1]: Interval, [t0, t1]: Interval): readonly Point2[] {
    return [this.point(s0, t0), this.point(s1, t0), this.point(s1, t1), this.point(s0, t1)];
  }
}

/** A closed interval. */
export type Interval = readonly [from: number, to: number];

/** The parts of `whole` that no interval of `taken` covers, in order. */
export function freeIntervals(whole: Interval, taken: readonly Interval[]): readonly Interval[] {
  const free: Interval[] = [];
  let from = whole[0];
  for (const [a, b] of taken.toSorted((one, other) => one[0] - other[0])) {
    if (a > from) free.push([from, Math.min(a, whole[1])]);
    from = Math.max(from, b);
    if (from >= whole[1]) break;
  }
  if (from < whole[1]) free.push([from, whole[1]]);
  return free;
}
