/** @module arc: the circular axis of a wall through three points, and its number of facets. */

import { COLLINEAR_MM2, COUNT_ROUND_OFF } from '../../tolerances.ts';
import type { Point2 } from '../../vector.ts';

/** An arc through three points, mm. */
export type Arc = {
  readonly centre: Point2;
  readonly radius: number;
  /** 1 counter-clockwise, -1 clockwise. */
  readonly turn: 1 | -1;
  /** Central angle, radians, between 0 and a full turn. */
  readonly angle: number;
  /** Arc length, mm. */
  readonly length: number;
  /** Rise (sagitta) over the chord, mm. */
  readonly rise: number;
  readonly start: Point2;
  readonly end: Point2;
};

/** Greatest distance of a facet from its arc, on the axis and on both faces, mm. */
export const FACET_MM = 1;
/** Maximum number of facets of a wall. */
export const MAX_FACETS = 400;
/** Smallest rise of an arc over its chord, mm; a flatter arc is refused, because it is a straight wall. */
export const MIN_RISE_MM = 1;
/** Largest central angle of an arc, radians: with a larger one the two ends of a wall would nearly touch. */
export const MAX_ANGLE = (350 / 180) * Math.PI;
/** Smallest radius of the inner face of an arc wall, mm. */
export const MIN_INNER_RADIUS_MM = 10;

/** The arc through three points; null if they are collinear or two of them coincide. */
export function arcThrough(start: Point2, via: Point2, end: Point2): Arc | null {
  // Relative to `via`, so that coordinates far from the origin keep their precision.
  const [ax, ay] = [start.x - via.x, start.y - via.y];
  const [bx, by] = [end.x - via.x, end.y - via.y];
  const cross = ax * by - ay * bx;
  const [aa, bb] = [ax * ax + ay * ay, bx * bx + by * by];
  const [cx, cy] = [end.x - start.x, end.y - start.y];
  const chord = Math.sqrt(cx * cx + cy * cy);
  if (!(Math.abs(cross) > COLLINEAR_MM2) || !(chord > 0)) return null;
  const [x, y] = [(by * aa - ay * bb) / (2 * cross), (ax * bb - bx * aa) / (2 * cross)];
  const radius = Math.sqrt(x * x + y * y);
  // The inscribed angle at `via` is half of the complementary arc.
  const angle = 2 * (Math.PI - Math.atan2(Math.abs(cross), ax * bx + ay * by));
  return {
    centre: { x: via.x + x, y: via.y + y },
    radius,
    turn: cross < 0 ? 1 : -1,
    angle,
    length: radius * angle,
    rise: (chord / 2) * Math.tan(angle / 4),
    start,
    end,
  };
}

/** Number of equal facets within `FACET_MM` of the arc and of both faces of a wall of this thickness (mm). */
export function facetCount({ radius, angle }: Arc, thickness: number): number {
  // 1 - cos(x) = 2 sin²(x / 2), which is accurate for large radii.
  const facet = 4 * Math.asin(Math.sqrt(Math.min(1, FACET_MM / (2 * (radius + thickness / 2)))));
  return Math.max(1, Math.ceil(angle / facet - COUNT_ROUND_OFF));
}

/** Unit vector from the centre to the point at a distance along the arc from its start, mm. */
export function radialAt({ centre, radius, turn, start }: Arc, along: number): Point2 {
  const [x, y] = [(start.x - centre.x) / radius, (start.y - centre.y) / radius];
  const angle = (turn * along) / radius;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return { x: x * cosine - y * sine, y: x * sine + y * cosine };
}

/** The point at a distance along the arc from its start, mm. */
export function pointOnArc(arc: Arc, along: number): Point2 {
  const { x, y } = radialAt(arc, along);
  return { x: arc.centre.x + x * arc.radius, y: arc.centre.y + y * arc.radius };
}

/**
 * Distance along the arc from its start to the ray from the centre through a point, mm. The branch cut is opposite
 * the middle of the arc.
 */
export function alongArc({ centre, radius, turn, angle, start }: Arc, point: Point2): number {
  const [ax, ay] = [start.x - centre.x, start.y - centre.y];
  const [px, py] = [point.x - centre.x, point.y - centre.y];
  const found = turn * Math.atan2(ax * py - ay * px, ax * px + ay * py);
  const least = angle / 2 - Math.PI;
  return radius * (found < least ? found + 2 * Math.PI : found);
}
