/** @module section symmetry: the turns that bring a reflected cross-section back to itself. */

import { at, cyclic } from '../indexed.ts';
import type { Region, Ring } from '../plan/polygon.ts';
import { SAME_PLACE_MM } from '../tolerances.ts';
import type { Point2 } from '../vector.ts';

/** Quarter turns counter-clockwise, degrees. */
export type QuarterTurn = 0 | 90 | 180 | 270;

const QUARTERS: readonly QuarterTurn[] = [0, 180, 90, 270];

/** A point reflected at the x axis, then turned. */
function reflected({ x, y }: Point2, turn: QuarterTurn): Point2 {
  switch (turn) {
    case 0:
      return { x, y: 0 - y };
    case 180:
      return { x: 0 - x, y };
    case 90:
      return { x: y, y: x };
    case 270:
      return { x: 0 - y, y: 0 - x };
    default:
      return turn satisfies never;
  }
}

/**
 * The turns after which a cross-section that was reflected at its x axis covers itself: 0 for one that is symmetric
 * about its x axis, 180 about its y axis, 90 and 270 about a diagonal. Empty for one that no turn restores, such as a zed.
 */
export function mirrorTurns(region: Region): readonly QuarterTurn[] {
  return QUARTERS.filter((turn) => {
    const image = (ring: Ring): Ring => ring.toReversed().map((point) => reflected(point, turn));
    return isSameRegion(
      { boundary: image(region.boundary), holes: region.holes.map(image) },
      region,
    );
  });
}

/** Whether two regions have the same corners. */
export function isSameRegion(a: Region, b: Region): boolean {
  return (
    a.holes.length === b.holes.length &&
    isSame(a.boundary, b.boundary) &&
    a.holes.every((hole) => b.holes.some((other) => isSame(hole, other)))
  );
}

/** Whether two rings in the same direction have the same corners. */
function isSame(a: Ring, b: Ring): boolean {
  if (a.length !== b.length) return false;
  const [first] = a;
  if (first === undefined) return true;
  const from = b.findIndex((point) => isNear(point, first));
  return from >= 0 && a.every((point, i) => isNear(point, cyclic(b, from + i)));
}

function isNear(a: Point2, b: Point2): boolean {
  return Math.abs(a.x - b.x) <= SAME_PLACE_MM && Math.abs(a.y - b.y) <= SAME_PLACE_MM;
}

/** The region reflected at the x axis, its boundary counter-clockwise and its holes clockwise. */
export function reflectedRegion({ boundary, holes }: Region): Region {
  return { boundary: reflectedRing(boundary), holes: holes.map(reflectedRing) };
}

/** The reflected ring in its former direction; its first corner stays first. */
function reflectedRing(ring: Ring): Ring {
  const points = ring.map((point) => reflected(point, 0));
  return [at(points, 0), ...points.slice(1).toReversed()];
}
