/** @module contour: outlines with rounded corners, as polygons whose facets have the area of the arcs. */

import { at, cyclic } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import { signedArea } from '../plan/polygon.ts';
import { ROUND_OFF_MM } from '../tolerances.ts';
import { onGrid, type Point2, segmentLengthMm } from '../vector.ts';

/** A corner of an outline, mm: sharp, or rounded by an arc that is tangent to both sides. */
export type Corner = Point2 & { readonly radius?: number };

/** A counter-clockwise outline. */
export type Contour = readonly Corner[];

/** Largest turn of one facet of an arc, degrees. Drawings hide edges between facets below 20°. */
const FACET_DEG = 15;

/** An arc at a corner. */
type Arc = {
  /** Unit directions of the sides before and after the corner. */
  readonly before: Point2;
  readonly after: Point2;
  /** Signed change of direction, radians: positive to the left. */
  readonly turn: number;
  /** Distance of the ends of the arc from the corner, mm. */
  readonly tangent: number;
};

function unit(from: Point2, to: Point2): Point2 {
  const length = segmentLengthMm(from, to);
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}

function arcAt(contour: Contour, i: number): Arc {
  const corner = at(contour, i);
  const before = unit(cyclic(contour, i - 1), corner);
  const after = unit(corner, cyclic(contour, i + 1));
  const turn = Math.atan2(
    before.x * after.y - before.y * after.x,
    before.x * after.x + before.y * after.y,
  );
  return { before, after, turn, tangent: (corner.radius ?? 0) * Math.tan(Math.abs(turn) / 2) };
}

/** Whether the arcs fit on the sides of the outline; a side may consist of its two arcs. */
export function arcsFit(contour: Contour): boolean {
  const arcs = contour.map((_, i) => arcAt(contour, i).tangent);
  return contour.every((corner, i) => {
    const length = segmentLengthMm(corner, cyclic(contour, i + 1));
    return at(arcs, i) + cyclic(arcs, i + 1) <= length + ROUND_OFF_MM;
  });
}

/**
 * The outline as a polygon on the grid of 0.001 mm. Each arc has facets of at most 15° that have the area of its sector:
 * with n facets of the angle s, inner corners at q times the radius satisfy (n - 2) q² + 2 q = n s / sin s.
 */
export function contourRing(contour: Contour): Ring {
  const points = contour.flatMap((corner, i) => arcPoints(corner, arcAt(contour, i)));
  // Two arcs may meet in one point.
  return points.filter(({ x, y }, i) => {
    const last = cyclic(points, i - 1);
    return last.x !== x || last.y !== y;
  });
}

function arcPoints(corner: Corner, { before, after, turn, tangent }: Arc): Ring {
  const radius = corner.radius ?? 0;
  if (radius === 0) return [{ x: onGrid(corner.x), y: onGrid(corner.y) }];
  const side = Math.sign(turn);
  const centre = {
    x: corner.x - before.x * tangent - before.y * radius * side,
    y: corner.y - before.y * tangent + before.x * radius * side,
  };
  const degrees = Math.round((Math.abs(turn) * 180 * 1000) / Math.PI) / 1000;
  const count = Math.max(2, Math.ceil(degrees / FACET_DEG));
  const step = Math.abs(turn) / count;
  const share = (count * step) / Math.sin(step);
  const reach = count === 2 ? share / 2 : (Math.sqrt(1 + (count - 2) * share) - 1) / (count - 2);
  const first = Math.atan2(-before.x * side, before.y * side);
  return Array.from({ length: count + 1 }, (_, k) => {
    if (k === 0) return gridPoint(corner, before, -tangent);
    if (k === count) return gridPoint(corner, after, tangent);
    const angle = first + side * step * k;
    return {
      x: onGrid(centre.x + radius * reach * Math.cos(angle)),
      y: onGrid(centre.y + radius * reach * Math.sin(angle)),
    };
  });
}

function gridPoint(from: Point2, direction: Point2, distance: number): Point2 {
  return {
    x: onGrid(from.x + direction.x * distance),
    y: onGrid(from.y + direction.y * distance),
  };
}

/** Area inside the outline with exact arcs, mm²: an arc cuts off r² (tan(φ/2) - φ/2), or adds it at a reflex corner. */
export function contourArea(contour: Contour): number {
  return contour.reduce((sum, { radius = 0 }, i) => {
    const { turn } = arcAt(contour, i);
    const half = Math.abs(turn) / 2;
    return sum - Math.sign(turn) * radius * radius * (Math.tan(half) - half);
  }, signedArea(contour));
}
