/** @module half edges: a wall seen from one point of its axis outwards, and their order round that point. */

import type { Point2 } from '../vector.ts';
import { determinantSign } from '../vector.ts';
import type { PreparedWall } from './wall-contacts.ts';

/** A wall seen from one point of its axis, outwards. */
export type HalfEdge = {
  readonly wall: PreparedWall;
  /** Number under which its shape is kept. */
  readonly index: number;
  /** Exact direction away from the node, integer micrometres. */
  readonly dx: number;
  readonly dy: number;
  /** Unit direction. */
  readonly ux: number;
  readonly uy: number;
  /** A point of the axis in mm: the node itself, or a wall end when the node lies beside the axis. */
  readonly origin: Point2;
};

/** The wall from its start forwards, or from another point `origin` (mm) of its axis in the same direction. */
export function forwards(wall: PreparedWall, index: number, origin = wall.start): HalfEdge {
  const { a, b, ux, uy } = wall;
  return { wall, index, dx: b.x - a.x, dy: b.y - a.y, ux, uy, origin };
}

/** The wall from its end backwards, or from another point `origin` (mm) of its axis in the same direction. */
export function backwards(wall: PreparedWall, index: number, origin = wall.end): HalfEdge {
  const { a, b, ux, uy } = wall;
  return { wall, index, dx: a.x - b.x, dy: a.y - b.y, ux: 0 - ux, uy: 0 - uy, origin };
}

/** The wall seen from the end of this number (see `endNumber`), which becomes its index, or from another point there. */
export function fromEnd(wall: PreparedWall, number: number, origin?: Point2): HalfEdge {
  return (number & 1) === 0 ? forwards(wall, number, origin) : backwards(wall, number, origin);
}

/** Counter-clockwise order from +x, exact; equal directions by id. */
export function compareDirections(a: HalfEdge, b: HalfEdge): number {
  const halfA = a.dy > 0 || (a.dy === 0 && a.dx > 0) ? 0 : 1;
  const halfB = b.dy > 0 || (b.dy === 0 && b.dx > 0) ? 0 : 1;
  if (halfA !== halfB) {
    return halfA - halfB;
  }
  const turn = determinantSign(a.dx, a.dy, b.dx, b.dy);
  if (turn !== 0) {
    return 0 - turn;
  }
  return a.wall.id < b.wall.id ? -1 : a.wall.id > b.wall.id ? 1 : 0;
}
