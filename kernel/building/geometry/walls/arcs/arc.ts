/** @module arc: the circular axis of a wall through three points, and into how many facets it is taken apart. */

import type { Point2 } from '../../vector.ts';

/** Places along an arc nearer to each other than this are one, mm: their corners would be one on the grid, or swapped. */
export const ONE_CORNER_MM = 0.002;

/** An arc from one point over another to a third, mm. */
export type Arc = {
  readonly centre: Point2;
  readonly radius: number;
  /** 1 counter-clockwise, -1 clockwise. */
  readonly turn: 1 | -1;
  /** Angle that it covers, radians, above 0 and below a full turn. */
  readonly angle: number;
  /** Along the arc, mm. */
  readonly length: number;
  /** How far it leaves the straight line between its ends, mm. */
  readonly rise: number;
  readonly start: Point2;
  readonly end: Point2;
};

/** No facet lies further from the arc than this, on the axis and on both faces; mm. */
export const FACET_MM = 1;
/** More facets than these are no wall, but several. */
export const MOST_FACETS = 400;
/** An arc that leaves its chord by less is drawn as a straight wall, mm. */
export const LEAST_RISE_MM = 1;
/** The ends of a wall that goes further round would be as good as one, radians. */
export const MOST_ANGLE = (350 / 180) * Math.PI;
/** The inner face of a wall is an arc of at least this radius, mm. */
export const LEAST_INNER_RADIUS_MM = 10;

/** The arc through three points; null where they lie on one line, or two of them are one. */
export function arcThrough(start: Point2, via: Point2, end: Point2): Arc | null {
  // Seen from `via`, so that coordinates far from the origin lose nothing.
  const [ax, ay] = [start.x - via.x, start.y - via.y];
  const [bx, by] = [end.x - via.x, end.y - via.y];
  const cross = ax * by - ay * bx;
  const [aa, bb] = [ax * ax + ay * ay, bx * bx + by * by];
  const [cx, cy] = [end.x - start.x, end.y - start.y];
  const chord = Math.sqrt(cx * cx + cy * cy);
  if (!(Math.abs(cross) > 1e-9) || !(chord > 0)) return null;
  const [x, y] = [(by * aa - ay * bb) / (2 * cross), (ax * bb - bx * aa) / (2 * cross)];
  const radius = Math.sqrt(x * x + y * y);
  // The angle at `via` is half of what the arc leaves of the circle.
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

/** Facets of equal length within `FACET_MM` of the arc and of both faces of a wall of this thickness (mm) along it. */
export function facetCount({ radius, angle }: Arc, thickness: number): number {
  // 1 - cos(x) = 2 sin²(x / 2), which keeps its digits where the radius is large.
  const facet = 4 * Math.asin(Math.sqrt(Math.min(1, FACET_MM / (2 * (radius + thickness / 2)))));
  return Math.max(1, Math.ceil(angle / facet - 1e-9));
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
 * Distance along the arc from its start to the ray from the centre through a point, mm: from half of what the arc leaves
 * of the circle before its start to as much behind its end.
 */
export function alongArc({ centre, radius, turn, angle, start }: Arc, point: Point2): number {
  const [ax, ay] = [start.x - centre.x, start.y - centre.y];
  const [px, py] = [point.x - centre.x, point.y - centre.y];
  const found = turn * Math.atan2(ax * py - ay * px, ax * px + ay * py);
  const least = angle / 2 - Math.PI;
  return radius * (found < least ? found + 2 * Math.PI : found);
}
