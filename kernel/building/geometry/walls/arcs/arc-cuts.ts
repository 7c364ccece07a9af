/** @module arc cuts: crossings of arc walls with other walls, and projections of points onto an arc. */

import { at } from '../../indexed.ts';
import { micrometres, orientation, type Point2, pointInMicrometres } from '../../vector.ts';
import type { Origin } from '../half-edge.ts';
import type { PreparedWall } from '../wall-contacts.ts';
import { type Chain, placeOnPath } from './chain.ts';
import { someNearPieces } from './facet-boxes.ts';

const KNOWN = new WeakMap<PreparedWall, readonly Point2[]>();

/** The corners of an axis in integer micrometres; cached. */
function axisOf(wall: PreparedWall): readonly Point2[] {
  const known = KNOWN.get(wall);
  if (known !== undefined) return known;
  const { chain, a, b } = wall;
  const axis = chain === null ? [a, b] : chain.nodes.map((node) => pointInMicrometres(node));
  KNOWN.set(wall, axis);
  return axis;
}

/** Whether two arcs coincide. */
export function isSameArc(wall: PreparedWall, other: PreparedWall): boolean {
  const [own, its] = [axisOf(wall), axisOf(other)];
  const same = (points: readonly Point2[]): boolean =>
    points.every((point, k) => point.x === own[k]?.x && point.y === own[k]?.y);
  return own.length === its.length && (same(its) || same(its.toReversed()));
}

/**
 * Crossings of the axes of two walls between their ends, in integer micrometres; at least one of the walls is an arc. A
 * facet corner that is on the other axis counts as to its left, so that the crossing is found once.
 */
export function arcCrossings(wall: PreparedWall, other: PreparedWall): readonly Point2[] {
  const [own, its] = [axisOf(wall), axisOf(other)];
  const found: Point2[] = [];
  someNearPieces(own, its, 0, (i, j) => {
    const [a, b, c, d] = [at(own, i), at(own, i + 1), at(its, j), at(its, j + 1)];
    const [ofC, ofD] = [side(a, b, c, j > 0), side(a, b, d, j + 2 < its.length)];
    const [ofA, ofB] = [side(c, d, a, i > 0), side(c, d, b, i + 2 < own.length)];
    if (ofC * ofD < 0 && ofA * ofB < 0) found.push(crossing(a, b, c, d));
    return false;
  });
  return found;
}

/**
 * Side (1 left, -1 right, 0 on it) of a line on which a point is; an inner corner of an axis on the line counts as
 * left.
 */
function side(a: Point2, b: Point2, point: Point2, isInner: boolean): number {
  const found = orientation(a, b, point);
  return found === 0 && isInner ? 1 : found;
}

function crossing(a: Point2, b: Point2, c: Point2, d: Point2): Point2 {
  const [ux, uy] = [b.x - a.x, b.y - a.y];
  const [vx, vy] = [d.x - c.x, d.y - c.y];
  const cross = ux * vy - uy * vx;
  const share = cross === 0 ? 0 : ((c.x - a.x) * vy - (c.y - a.y) * vx) / cross;
  return {
    x: micrometres((a.x + ux * share) / 1000),
    y: micrometres((a.y + uy * share) / 1000),
  };
}

/** Projection of a node (mm) onto the facets of an arc: a number that increases along the arc, and the foot. */
export function onChain(
  { nodes, units, length }: Chain,
  node: Point2,
): { readonly along: number; readonly origin: Origin } {
  const place = Math.max(0, Math.min(units.length, placeOnPath(nodes, node)));
  const facet = Math.min(units.length - 1, Math.floor(place));
  const [from, to] = [at(nodes, facet), at(nodes, facet + 1)];
  const share = place - facet;
  const point = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  return { along: (length * place) / units.length, origin: { point, facet } };
}

/** Whether bounding boxes of pieces of two walls intersect. */
export function bodiesMeet(wall: PreparedWall, other: PreparedWall): boolean {
  const reach = 1000 * (wall.half + other.half);
  return someNearPieces(axisOf(wall), axisOf(other), reach, () => true);
}
