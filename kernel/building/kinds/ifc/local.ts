/** @module local: plan points in the local frame of an element. */
import type { Ring } from '../../geometry/plan/polygon.ts';
import { type Point2, type Point3, segmentLengthMm } from '../../geometry/vector.ts';
import type { IfcPlace } from '../facets/ifc.ts';

/** An upright frame at a point, mm; default x axis: the x axis of the world. */
export function placeAt(origin: Point3, x: Point2 = { x: 1, y: 0 }): IfcPlace {
  return { origin, x };
}

/** Direction from one point to another in plan. */
export function directionBetween(start: Point2, end: Point2): Point2 {
  const length = segmentLengthMm(start, end);
  return { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
}

/** The points in the local frame, mm. */
export function inPlace(ring: Ring, { origin, x: axis }: IfcPlace): Ring {
  return ring.map(({ x, y }) => {
    const [dx, dy] = [x - origin.x, y - origin.y];
    return { x: dx * axis.x + dy * axis.y, y: dy * axis.x - dx * axis.y };
  });
}
