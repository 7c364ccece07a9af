/** @module half edge: a wall seen outwards from a point of its axis, and the order of half-edges around that point. */

import { at } from '../indexed.ts';
import { determinantSign, type Point2, pointInMicrometres } from '../vector.ts';
import { type Chain, faceCorners, type Side } from './arcs/chain.ts';
import type { PreparedWall } from './wall-contacts.ts';

/** A half-edge along an arc: it starts in a facet and continues to the wall's end, or back to its start. */
export type Bend = {
  readonly chain: Chain;
  readonly facet: number;
  readonly forwards: boolean;
};

/** A wall seen outwards from a point of its axis. */
export type HalfEdge = {
  readonly wall: PreparedWall;
  /** Index of its end shape. */
  readonly index: number;
  /** Exact direction away from the node, integer micrometres; for an arc, that of its first facet. */
  readonly dx: number;
  readonly dy: number;
  /** Unit direction. */
  readonly ux: number;
  readonly uy: number;
  /** A point of the axis in mm: the node itself, or a wall end if the node is not on the axis. */
  readonly origin: Point2;
  /** Distance of the drawn line to the left of the axis, seen outwards; mm. */
  readonly side: number;
  /** The arc and the facet in which it starts; null for a straight wall. */
  readonly bend: Bend | null;
};

/** Start of a half-edge other than the wall's end: a point (mm) of the axis, and its facet for an arc. */
export type Origin = { readonly point: Point2; readonly facet: number };

/** The wall from its start, or from another point `origin` of its axis, forwards. */
export function forwards(wall: PreparedWall, index: number, origin?: Origin): HalfEdge {
  const { drawnA: a, drawnB: b, ux, uy, chain, line: side } = wall;
  const point = origin?.point ?? wall.start;
  if (chain !== null) {
    const bend = { chain, facet: origin?.facet ?? 0, forwards: true };
    return alongFacet(bend, { wall, index, origin: point });
  }
  return { wall, index, dx: b.x - a.x, dy: b.y - a.y, ux, uy, origin: point, side, bend: null };
}

/** The wall from its end, or from another point `origin` of its axis, backwards. */
export function backwards(wall: PreparedWall, index: number, origin?: Origin): HalfEdge {
  const { drawnA: a, drawnB: b, ux, uy, chain, line } = wall;
  const point = origin?.point ?? wall.end;
  if (chain !== null) {
    const bend = { chain, facet: origin?.facet ?? chain.units.length - 1, forwards: false };
    return alongFacet(bend, { wall, index, origin: point });
  }
  return {
    wall,
    index,
    dx: a.x - b.x,
    dy: a.y - b.y,
    ux: 0 - ux,
    uy: 0 - uy,
    origin: point,
    side: 0 - line,
    bend: null,
  };
}

function alongFacet(bend: Bend, given: Pick<HalfEdge, 'wall' | 'index' | 'origin'>): HalfEdge {
  const { line } = given.wall;
  const edge = { ...given, side: bend.forwards ? line : 0 - line };
  const { chain, facet } = bend;
  const unit = at(chain.units, facet);
  const a = pointInMicrometres(at(chain.nodes, facet));
  const b = pointInMicrometres(at(chain.nodes, facet + 1));
  return bend.forwards
    ? { ...edge, dx: b.x - a.x, dy: b.y - a.y, ux: unit.x, uy: unit.y, bend }
    : { ...edge, dx: a.x - b.x, dy: a.y - b.y, ux: 0 - unit.x, uy: 0 - unit.y, bend };
}

/**
 * The wall seen from the end with this number (see `endNumber`), which becomes its index; `point` (mm) replaces the
 * end.
 */
export function fromEnd(wall: PreparedWall, number: number, point?: Point2): HalfEdge {
  const last = wall.chain === null ? 0 : wall.chain.units.length - 1;
  const isStart = (number & 1) === 0;
  const origin = point === undefined ? undefined : { point, facet: isStart ? 0 : last };
  return isStart ? forwards(wall, number, origin) : backwards(wall, number, origin);
}

/** The corners of a face (1 left, -1 right, seen from the node) beyond the start of a half-edge. */
export function cornersAhead(
  { chain, facet, forwards: isForwards }: Bend,
  side: Side,
): readonly Point2[] {
  return isForwards
    ? faceCorners(chain, side).slice(facet + 1)
    : faceCorners(chain, side === 1 ? -1 : 1)
        .slice(0, facet + 1)
        .toReversed();
}

/** Counter-clockwise order from +x, exact; ties by id. */
export function compareDirections(a: HalfEdge, b: HalfEdge): number {
  const halfA = a.dy > 0 || (a.dy === 0 && a.dx > 0) ? 0 : 1;
  const halfB = b.dy > 0 || (b.dy === 0 && b.dx > 0) ? 0 : 1;
  if (halfA !== halfB) return halfA - halfB;
  const turn = determinantSign(a.dx, a.dy, b.dx, b.dy);
  if (turn !== 0) return 0 - turn;
  return a.wall.id < b.wall.id ? -1 : a.wall.id > b.wall.id ? 1 : 0;
}
