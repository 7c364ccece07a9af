/** @module meet lines: where a straight line or the circle of an arc meets another. */

import type { Point2 } from '../../vector.ts';
import type { Arc } from './arc.ts';

/** A straight line from one point to another, or the arc between them; mm. */
export type Course = { readonly start: Point2; readonly end: Point2; readonly arc: Arc | null };

/** All that two courses have in common when both are prolonged: at most two points, none of lines that run the same way. */
export function meetCourses(a: Course, b: Course): readonly Point2[] {
  if (a.arc !== null) return b.arc === null ? lineAndCircle(b, a.arc) : circles(a.arc, b.arc);
  return b.arc === null ? lines(a, b) : lineAndCircle(a, b.arc);
}

/** Sine of an angle below which straight lines run the same way: that of 1°. */
const SHARPEST = 0.017_452_406_437_283_51;
/** Circles and lines that miss each other by less touch, mm. */
const TOUCHING_MM = 0.001;

type Ray = { readonly from: Point2; readonly ux: number; readonly uy: number };

function rayOf({ start, end }: Course): Ray {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy);
  return { from: start, ux: dx / length, uy: dy / length };
}

function lines(a: Course, b: Course): readonly Point2[] {
  const [own, other] = [rayOf(a), rayOf(b)];
  const cross = own.ux * other.uy - own.uy * other.ux;
  if (Math.abs(cross) < SHARPEST) return [];
  const [dx, dy] = [other.from.x - own.from.x, other.from.y - own.from.y];
  const way = (dx * other.uy - dy * other.ux) / cross;
  return [{ x: own.from.x + own.ux * way, y: own.from.y + own.uy * way }];
}

/** The points at a half chord on both sides of a foot; one where the chord has no length. */
function onBothSides(
  foot: Point2,
  { ux, uy }: Pick<Ray, 'ux' | 'uy'>,
  square: number,
): readonly Point2[] {
  const half = Math.sqrt(Math.max(0, square));
  const at = (way: number): Point2 => ({ x: foot.x + ux * way, y: foot.y + uy * way });
  return half <= TOUCHING_MM ? [foot] : [at(0 - half), at(half)];
}

function lineAndCircle(line: Course, { centre, radius }: Arc): readonly Point2[] {
  const { from, ux, uy } = rayOf(line);
  const along = (centre.x - from.x) * ux + (centre.y - from.y) * uy;
  const foot = { x: from.x + ux * along, y: from.y + uy * along };
  const off = Math.hypot(foot.x - centre.x, foot.y - centre.y);
  return off > radius + TOUCHING_MM
    ? []
    : onBothSides(foot, { ux, uy }, (radius - off) * (radius + off));
}

function circles(a: Arc, b: Arc): readonly Point2[] {
  const [dx, dy] = [b.centre.x - a.centre.x, b.centre.y - a.centre.y];
  const apart = Math.hypot(dx, dy);
  // Circles round one point meet nowhere, or everywhere.
  if (apart <= TOUCHING_MM || apart > a.radius + b.radius + TOUCHING_MM) return [];
  if (apart < Math.abs(a.radius - b.radius) - TOUCHING_MM) return [];
  const [ux, uy] = [dx / apart, dy / apart];
  const along = (apart * apart + (a.radius - b.radius) * (a.radius + b.radius)) / (2 * apart);
  const foot = { x: a.centre.x + ux * along, y: a.centre.y + uy * along };
  return onBothSides(foot, { ux: 0 - uy, uy: ux }, (a.radius - along) * (a.radius + along));
}

/** How far two courses are from each other where they do not meet, both prolonged; mm. */
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
