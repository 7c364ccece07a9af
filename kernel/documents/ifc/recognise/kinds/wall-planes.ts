/** @module wall-planes: planes at which walls and members are cut, from half spaces and notches. */
import type { JsonObject } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import type { Point2, Point3 } from '../../../../building/geometry/vector.ts';
import { directionThrough, type Matrix, pointThrough, product } from '../../shape/matrix.ts';
import type { HalfSpace } from '../../shape/shape-node.ts';
import type { Cap } from '../outlines/capped-prism.ts';
import { cleanRing, gridRing, ringOf } from '../outlines/plan-ring.ts';

/** A plane at which a wall or member is cut: material on the side of the normal is removed, within a prism if there is one. */
export type WallPlane = {
  readonly point: Point3;
  readonly normal: Point3;
  readonly within: {
    readonly origin: Point3;
    readonly axis: Point3;
    readonly x: Point3;
    readonly points: readonly Point2[];
  } | null;
};

/** The plane of a half space that is cut from a wall. */
export function planeOf({ point, normal, within }: HalfSpace, place: Matrix): WallPlane {
  const outwards = directionThrough(place, normal);
  return {
    point: pointThrough(place, point),
    // The half space is removed: its material is on the other side of its normal.
    normal: scaled(outwards, -1 / length(outwards)),
    within: within === null ? null : withinOf(within, place),
  };
}

/** A plane below a wall that cuts away all above it, within the outline of a notch. */
export function notchPlane(notch: readonly Point2[], low: number): WallPlane {
  const foot = { x: 0, y: 0, z: low - 1 };
  const up = { x: 0, y: 0, z: 1 };
  const points = cleanRing(notch);
  return {
    point: foot,
    normal: up,
    within: { origin: foot, axis: up, x: { x: 1, y: 0, z: 0 }, points },
  };
}

/** The planes of a face above a body: one without limits, or one within each of its parts in plan. */
export function capPlanes({ point, normal, parts }: Cap): readonly WallPlane[] {
  if (parts === null) return [{ point, normal, within: null }];
  const frame = {
    origin: { x: 0, y: 0, z: 0 },
    axis: { x: 0, y: 0, z: 1 },
    x: { x: 1, y: 0, z: 0 },
  };
  return parts.map((points) => ({ point, normal, within: { ...frame, points } }));
}

function withinOf(
  { place: own, outer }: NonNullable<HalfSpace['within']>,
  place: Matrix,
): WallPlane['within'] {
  const through = product(place, own);
  const axis = directionThrough(through, { x: 0, y: 0, z: 1 });
  const x = directionThrough(through, { x: 1, y: 0, z: 0 });
  const scale = length(x);
  return {
    origin: pointThrough(through, { x: 0, y: 0, z: 0 }),
    axis: scaled(axis, 1 / length(axis)),
    x: scaled(x, 1 / scale),
    points: cleanRing(ringOf(outer)).map((point) => ({ x: point.x * scale, y: point.y * scale })),
  };
}

function length({ x, y, z }: Point3): number {
  return Math.sqrt(x * x + y * y + z * z);
}

function scaled({ x, y, z }: Point3, by: number): Point3 {
  return { x: x * by, y: y * by, z: z * by };
}

/** Planes as the parameter of an element on a level of this elevation, mm; empty without planes. */
export function planeParams(planes: readonly WallPlane[], elevation: number): JsonObject {
  return planes.length === 0
    ? {}
    : { cut_planes: planes.map((plane) => planeParam(plane, elevation)) };
}

function planeParam({ point, normal, within }: WallPlane, elevation: number) {
  return {
    point: gridPoint(point, elevation),
    normal: direction(normal),
    within:
      within === null
        ? null
        : {
            origin: gridPoint(within.origin, elevation),
            axis: direction(within.axis),
            x: direction(within.x),
            points: gridRing(within.points),
          },
  };
}

function gridPoint({ x, y, z }: Point3, elevation: number) {
  return { x: toGrid(x), y: toGrid(y), z: toGrid(z - elevation) };
}

/** A unit vector without negative zeros. */
function direction({ x, y, z }: Point3): Point3 {
  return { x: x + 0, y: y + 0, z: z + 0 };
}
