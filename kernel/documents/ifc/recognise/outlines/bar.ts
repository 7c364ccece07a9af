/** @module bar: the upright boxes around bodies, turned in plan so that they are as small as possible. */
import type { Point2, Point3 } from '../../../../building/geometry/vector.ts';
import { hullOf } from './facets.ts';

/** A box that is level and turned in plan, mm: its middle line along the longer side, and its heights. */
export type Bar = {
  readonly start: Point2;
  readonly end: Point2;
  /** Unit vector from start to end. */
  readonly along: Point2;
  readonly length: number;
  /** Extent across the line, at most the length. */
  readonly width: number;
  readonly low: number;
  readonly high: number;
};

/** The smallest box around points; null for points on one line in plan. */
export function barOf(points: readonly Point3[]): Bar | null {
  const hull = hullOf(points.map(({ x, y }) => ({ x, y })));
  const boxes = hull.flatMap((from, i) => {
    const to = hull[(i + 1) % hull.length] ?? from;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.sqrt(dx * dx + dy * dy);
    return length > 0 ? [extentAlong(hull, { x: dx / length, y: dy / length })] : [];
  });
  const [first, ...others] = boxes;
  if (first === undefined) return null;
  const best = others.reduce((least, one) => (areaOf(one) < areaOf(least) ? one : least), first);
  if (!(areaOf(best) > 0)) return null;
  const heights = points.map(({ z }) => z);
  return {
    ...lineOf(best),
    low: heights.reduce((least, z) => Math.min(least, z), Infinity),
    high: heights.reduce((most, z) => Math.max(most, z), -Infinity),
  };
}

/** The extent of points along a direction in plan (`s`) and to its left (`t`), mm. */
export type Extent = {
  readonly along: Point2;
  readonly s: readonly [number, number];
  readonly t: readonly [number, number];
};

/** The extent of points in a direction, a unit vector; infinite without points. */
export function extentAlong(points: readonly Point2[], along: Point2): Extent {
  let [least, most, right, left] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    const [s, t] = [x * along.x + y * along.y, y * along.x - x * along.y];
    [least, most] = [Math.min(least, s), Math.max(most, s)];
    [right, left] = [Math.min(right, t), Math.max(left, t)];
  }
  return { along, s: [least, most], t: [right, left] };
}

/** The point in plan at `s` along a direction and `t` to its left. */
export function pointAlong(along: Point2, s: number, t: number): Point2 {
  return { x: along.x * s - along.y * t, y: along.y * s + along.x * t };
}

function areaOf({ s, t }: Extent): number {
  return (s[1] - s[0]) * (t[1] - t[0]);
}

function lineOf({ along, s, t }: Extent): Omit<Bar, 'low' | 'high'> {
  const [length, width] = [s[1] - s[0], t[1] - t[0]];
  if (length < width) {
    const across = { x: 0 - along.y, y: along.x };
    return lineOf({ along: across, s: t, t: [0 - s[1], 0 - s[0]] });
  }
  const middle = (t[0] + t[1]) / 2;
  const [start, end] = [pointAlong(along, s[0], middle), pointAlong(along, s[1], middle)];
  return { start, end, along, length, width };
}
