/** @module face paths: the faces of half edges as lines of corners, and where those of two meet when one of them is an arc. */

import { at } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import { radialAt } from './arcs/arc.ts';
import type { Side } from './arcs/chain.ts';
import type { Meeting, Prolonged } from './arcs/meet-paths.ts';
import { meetNearest, meetPaths } from './arcs/meet-paths.ts';
import type { HalfEdge } from './half-edge.ts';
import { cornersAhead } from './half-edge.ts';

/** Point on the left face (`side` 1) or right face (-1) square to the axis at `origin`. */
export function squareCorner({ wall, origin, ux, uy }: HalfEdge, side: Side): Point2 {
  return { x: origin.x - side * uy * wall.half, y: origin.y + side * ux * wall.half };
}

/** The corner of a free end: square to the axis, of an arc to the arc itself and not to its outermost facet. */
export function freeCorner(edge: HalfEdge, side: Side): Point2 {
  const square = squareCorner(edge, side);
  const { bend, origin, ux, uy } = edge;
  if (bend === null) return square;
  const ray = radialAt(bend.chain.arc, bend.forwards ? 0 : bend.chain.arc.length);
  // Along the face to the ray through the end as it was drawn.
  const [x, y] = [square.x - origin.x + uy * edge.side, square.y - origin.y - ux * edge.side];
  const way = (y * ray.x - x * ray.y) / (ux * ray.y - uy * ray.x);
  return { x: square.x + ux * way, y: square.y + uy * way };
}

/** A face of a half edge from beside its origin on, mm. */
export function facePath(edge: HalfEdge, side: Side): readonly Point2[] {
  const from = squareCorner(edge, side);
  if (edge.bend !== null) return [from, ...cornersAhead(edge.bend, side)];
  const { length } = edge.wall;
  return [from, { x: from.x + edge.ux * length, y: from.y + edge.uy * length }];
}

/** How far a face runs straight from beside the origin, mm; without end along a straight wall. */
export function straightWay(edge: HalfEdge, side: Side): number {
  if (edge.bend === null) return Infinity;
  const [from, to] = [squareCorner(edge, side), at(cornersAhead(edge.bend, side), 0)];
  return (to.x - from.x) * edge.ux + (to.y - from.y) * edge.uy;
}

/** Where the left face of `a` meets the right face of `b`, prolonged backwards by at most `back` (mm). */
export function meetFaces(a: HalfEdge, b: HalfEdge, back: number): Meeting | null {
  const prolonged = { back, ahead: 0 };
  return meetPaths([facePath(a, 1), prolonged], [facePath(b, -1), prolonged]);
}

/** Where a face meets a line of corners that is prolonged at both ends: the place nearest to where the face begins. */
export function meetLine(
  face: readonly Point2[],
  line: readonly Point2[],
  by: Prolonged,
): Meeting | null {
  return meetNearest([face, by], [line, { back: Infinity, ahead: Infinity }]);
}
