/** @module local: plan points in the local frame of an element. */
import type { HalfSpaceCut } from '../../geometry/convex/half-space-cut.ts';
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

/** Cuts in the local frame, mm. */
export function cutsInPlace(
  cuts: readonly HalfSpaceCut[],
  { origin, x: axis }: IfcPlace,
): readonly HalfSpaceCut[] {
  const turned = ({ x, y, z }: Point3): Point3 => {
    return { x: x * axis.x + y * axis.y, y: y * axis.x - x * axis.y, z };
  };
  const point = ({ x, y, z }: Point3): Point3 =>
    turned({ x: x - origin.x, y: y - origin.y, z: z - origin.z });
  return cuts.map((cut) => ({
    point: point(cut.point),
    normal: turned(cut.normal),
    within:
      cut.within === null
        ? null
        : {
            origin: point(cut.within.origin),
            axis: turned(cut.within.axis),
            x: turned(cut.within.x),
            points: cut.within.points,
          },
  }));
}
