/** @module pinned ends: outlines of wall ends that the solver takes as given, such as those of an imported building. */

import { at } from '../../indexed.ts';
import {
  type CornerList,
  fillCorners,
  isCounterClockwise,
  isSimple,
  ringOf,
} from '../../plan/corner-list.ts';
import type { Ring } from '../../plan/polygon.ts';
import type { Point2 } from '../../vector.ts';
import { bendsOnFace } from '../arcs/chain.ts';
import { freeCorner } from '../face-paths.ts';
import { fromEnd } from '../half-edge.ts';
import { endNumber, type PreparedWall, type WallEnd } from '../wall-contacts.ts';

/** Corners of a wall end, mm, left and right seen from the wall's start towards its end. */
type Corners = { readonly left: Point2; readonly right: Point2 };

/** The part of a footprint that the outlines of its ends need. */
type Outline = {
  readonly ring: Ring;
  readonly startCorners: Corners;
  readonly endCorners: Corners;
};

/** The outlines of both ends of a wall, mm: see `Pins`. */
export type EndOutlines = { readonly [end in WallEnd]: readonly Point2[] };

/**
 * The outlines of the ends of a footprint, as `Pins` needs them: counter-clockwise, the start from its left corner to
 * its right one, the end from its right corner to its left one.
 */
export function endOutlines({ ring, startCorners, endCorners }: Outline): EndOutlines {
  const points = [...ring];
  for (const { left, right } of [startCorners, endCorners]) {
    for (const corner of [left, right]) {
      if (placeOf(points, corner) < 0) points.splice(sideWith(points, corner) + 1, 0, corner);
    }
  }
  return {
    start: between(points, startCorners.left, startCorners.right),
    end: between(points, endCorners.right, endCorners.left),
  };
}

function placeOf(points: readonly Point2[], { x, y }: Point2): number {
  return points.findIndex((point) => point.x === x && point.y === y);
}

/** Index of the side of a ring that is nearest to a point: collinear corners are not in the ring. */
function sideWith(points: readonly Point2[], { x, y }: Point2): number {
  let best = 0;
  let least = Infinity;
  for (let i = 0; i < points.length; i++) {
    const from = at(points, i);
    const to = at(points, (i + 1) % points.length);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const share = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy);
    const along = Math.min(1, Math.max(0, share));
    const distance = Math.hypot(from.x + dx * along - x, from.y + dy * along - y);
    if (distance < least) [best, least] = [i, distance];
  }
  return best;
}

/** The points of a ring from one of its corners to another one, both included. */
function between(points: readonly Point2[], from: Point2, to: Point2): readonly Point2[] {
  const [first, last] = [placeOf(points, from), placeOf(points, to)];
  if (first === last) return [from, to];
  const chain: Point2[] = [];
  for (let i = first; i !== last; i = (i + 1) % points.length) chain.push(at(points, i));
  return [...chain, to];
}

/** The outlines of the ends of a wall without neighbours, mm. */
export function squareEnds(wall: PreparedWall): EndOutlines {
  const [start, end] = [
    fromEnd(wall, endNumber(wall, 'start')),
    fromEnd(wall, endNumber(wall, 'end')),
  ];
  return {
    start: [freeCorner(start, 1), freeCorner(start, -1)],
    end: [freeCorner(end, 1), freeCorner(end, -1)],
  };
}

/** Fills the outline of a wall with these ends; false if it is not simple and counter-clockwise. */
export function fillBetweenEnds(
  wall: PreparedWall,
  { start, end }: EndOutlines,
  corners: CornerList,
): boolean {
  const [left, right] = [at(start, 0), at(start, start.length - 1)];
  const [endRight, endLeft] = [at(end, 0), at(end, end.length - 1)];
  fillCorners(corners, [
    right,
    ...bendsOnFace(wall.chain, -1, [right, endRight]),
    ...end,
    ...bendsOnFace(wall.chain, 1, [left, endLeft]).toReversed(),
    ...start.slice(0, -1),
  ]);
  return corners.convex || (isSimple(corners) && isCounterClockwise(corners));
}

/**
 * The outline of a wall with its pinned ends; `solved` is its outline without pins, from which an end that is not
 * pinned is taken. If a pinned end and a solved one cross, that one is square; null if they still cross.
 */
export function pinnedOutline(
  wall: PreparedWall,
  solved: Outline,
  corners: CornerList,
): Outline | null {
  const { start = null, end = null } = wall.wall.pins ?? {};
  for (const other of [endOutlines(solved), squareEnds(wall)]) {
    const ends = { start: start ?? other.start, end: end ?? other.end };
    if (!fillBetweenEnds(wall, ends, corners)) continue;
    const ring = startingAt(ringOf(corners), solved.ring[0]);
    return {
      ring,
      startCorners: { left: at(ends.start, 0), right: at(ends.start, ends.start.length - 1) },
      endCorners: { left: at(ends.end, ends.end.length - 1), right: at(ends.end, 0) },
    };
  }
  return null;
}

/** The same ring from another of its corners; unchanged if it does not have that corner. */
function startingAt(ring: Ring, corner: Point2 | undefined): Ring {
  const first = corner === undefined ? -1 : placeOf(ring, corner);
  return first <= 0 ? ring : [...ring.slice(first), ...ring.slice(0, first)];
}
