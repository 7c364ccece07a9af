/** @module face paths: the faces of half-edges as polylines, and their intersections if one of them is an arc. */

import { at } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import { radialAt } from './arcs/arc.ts';
import type { Side } from './arcs/chain.ts';
import { type Meeting, meetNearest, meetPaths, type Prolonged } from './arcs/meet-paths.ts';
import { cornersAhead, type HalfEdge } from './half-edge.ts';

/** Point on the left face (`side` 1) or right face (-1), perpendicular to the axis at `origin`. */
export function squareCorner({ wall, origin, ux, uy }: HalfEdge, side: Side): Point2 {
  return { x: origin.x - side * uy * wall.half, y: origin.y + side * ux * wall.half };
}

/**
 * Corner of a free end: perpendicular to the axis; for an arc, radial to the arc itself, not to its outermost facet.
 */
export function freeCorner(edge: HalfEdge, side: Side): Point2 {
  const square = squareCorner(edge, side);
  const { bend, origin, ux, uy } = edge;
  if (bend === null) return square;
  const ray = radialAt(bend.chain.arc, bend.forwards ? 0 : bend.chain.arc.length);
  // Distance along the face to the ray through the drawn end.
  const [x, y] = [square.x - origin.x + uy * edge.side, square.y - origin.y - ux * edge.side];
  const along = (y * ray.x - x * ray.y) / (ux * ray.y - uy * ray.x);
  return { x: square.x + ux * along, y: square.y + uy * along };
}

/** A face of a half-edge from its origin onwards, mm. */
export function facePath(edge: HalfEdge, side: Side): readonly Point2[] {
  const from = squareCorner(edge, side);
  if (edge.bend !== null) return [from, ...cornersAhead(edge.bend, side)];
  const { length } = edge.wall;
  return [from, { x: from.x + edge.ux * length, y: from.y + edge.uy * length }];
}

/** Length of the first straight part of a face, mm; Infinity for a straight wall. */
export function straightWay(edge: HalfEdge, side: Side): number {
  if (edge.bend === null) return Infinity;
  const [from, to] = [squareCorner(edge, side), at(cornersAhead(edge.bend, side), 0)];
  return (to.x - from.x) * edge.ux + (to.y - from.y) * edge.uy;
}

/** Intersection of the left face of `a` and the right face of `b`, extended backwards by at most `back` (mm). */
export function meetFaces(a: HalfEdge, b: HalfEdge, back: number): Meeting | null {
  const prolonged = { back, ahead: 0 };
  return meetPaths([facePath(a, 1), prolonged], [facePath(b, -1), prolonged]);
}

/** Intersection of a face and a polyline extended at both ends: the one nearest to the start of the face. */
export function meetLine(
  face: readonly Point2[],
  line: readonly Point2[],
  by: Prolonged,
): Meeting | null {
  return meetNearest([face, by], [line, { back: Infinity, ahead: Infinity }]);
}
