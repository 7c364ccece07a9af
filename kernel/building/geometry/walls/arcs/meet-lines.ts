/** @module meet lines: intersections of lines and circles. */

import { GRID_MM, PARALLEL_LINES } from '../../tolerances.ts';
import type { Point2 } from '../../vector.ts';
import type { Arc } from './arc.ts';

/** A straight line between two points, or the arc between them; mm. */
export type Course = { readonly start: Point2; readonly end: Point2; readonly arc: Arc | null };

/** Intersections of two courses after extending both: at most two points, none for parallel lines. */
export function meetCourses(a: Course, b: Course): readonly Point2[] {
  if (a.arc !== null) return b.arc === null ? lineAndCircle(b, a.arc) : circles(a.arc, b.arc);
  return b.arc === null ? lines(a, b) : lineAndCircle(a, b.arc);
}

type Ray = { readonly from: Point2; readonly ux: number; readonly uy: number };

function rayOf({ start, end }: Course): Ray {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy);
  return { from: start, ux: dx / length, uy: dy / length };
}

function lines(a: Course, b: Course): readonly Point2[] {
  const [own, other] = [rayOf(a), rayOf(b)];
  const cross = own.ux * other.uy - own.uy * other.ux;
  if (Math.abs(cross) < PARALLEL_LINES) return [];
  const [dx, dy] = [other.from.x - own.from.x, other.from.y - own.from.y];
  const along = (dx * other.uy - dy * other.ux) / cross;
  return [{ x: own.from.x + own.ux * along, y: own.from.y + own.uy * along }];
}

/**
 * The ends of a chord from its midpoint and the square of half its length; only the midpoint if the chord has no
 * length.
 */
function onBothSides(
  foot: Point2,
  { ux, uy }: Pick<Ray, 'ux' | 'uy'>,
  square: number,
): readonly Point2[] {
  const half = Math.sqrt(Math.max(0, square));
  const at = (way: number): Point2 => ({ x: foot.x + ux * way, y: foot.y + uy * way });
  return half <= GRID_MM ? [foot] : [at(0 - half), at(half)];
}

function lineAndCircle(line: Course, { centre, radius }: Arc): readonly Point2[] {
  const { from, ux, uy } = rayOf(line);
  const along = (centre.x - from.x) * ux + (centre.y - from.y) * uy;
  const foot = { x: from.x + ux * along, y: from.y + uy * along };
  const off = Math.hypot(foot.x - centre.x, foot.y - centre.y);
  return off > radius + GRID_MM
    ? []
    : onBothSides(foot, { ux, uy }, (radius - off) * (radius + off));
}

function circles(a: Arc, b: Arc): readonly Point2[] {
  const [dx, dy] = [b.centre.x - a.centre.x, b.centre.y - a.centre.y];
  const apart = Math.hypot(dx, dy);
  // Concentric circles have no intersection, or coincide.
  if (apart <= GRID_MM || apart > a.radius + b.radius + GRID_MM) return [];
  if (apart < Math.abs(a.radius - b.radius) - GRID_MM) return [];
  const [ux, uy] = [dx / apart, dy / apart];
  const along = (apart * apart + (a.radius - b.radius) * (a.radius + b.radius)) / (2 * apart);
  const foot = { x: a.centre.x + ux * along, y: a.centre.y + uy * along };
  return onBothSides(foot, { ux: 0 - uy, uy: ux }, (a.radius - along) * (a.radius + along));
}

/** Gap between two extended courses that do not intersect, mm. */
export function gapBetween(a: Course, b: Course): number {
  if (a.arc !== null && b.arc !== null) {
    const apart = Math.hypot(b.arc.centre.x - a.arc.centre.x, b.arc.centre.y - a.arc.centre.y);
    return Math.max(
      apart - a.arc.radius - b.arc.radius,
      Math.abs(a.arc.radius - b.arc.radius) - apart,
    );
  }
  const [line, { arc }] = a.arc === null ? [a, b] : [b, a];
  if (arc === null) return 0;
  const { from, ux, uy } = rayOf(line);
  return Math.abs((arc.centre.x - from.x) * uy - (arc.centre.y - from.y) * ux) - arc.radius;
}
