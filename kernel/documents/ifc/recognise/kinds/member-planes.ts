/** @module member-planes: planes that cut members, from half spaces and from extrusions that reach out of the member. */
import type { Point3 } from '../../../../building/geometry/vector.ts';
import { cross, dot } from '../../../../building/geometry/vector.ts';
import { directionThrough, pointThrough, product } from '../../shape/matrix.ts';
import { cleanRing, ringOf } from '../outlines/plan-ring.ts';
import type { Placed } from '../outlines/prism.ts';
import { planeOf, type WallPlane } from './wall-planes.ts';

/** Maximum numbers of planes of an element, and of points of the outline of a prism. */
const [MAX_PLANES, MAX_POINTS] = [64, 64];
/** Distance by which a cutter may end before the outside of a body, mm: rounding. */
const AT_END_MM = 0.01;
/** Largest sine of the angle between an extrusion and the normal of its profile. */
const SQUARE = 1e-5;

/** The planes of the cutters of a body; null if one is no plane, or if there are too many. */
export function planesOf(body: Placed, cutters: readonly Placed[]): readonly WallPlane[] | null {
  if (cutters.length > MAX_PLANES) return null;
  const planes = cutters.flatMap((cutter) => {
    const { node, place } = cutter;
    const plane = node.form === 'half_space' ? planeOf(node, place) : extrudedPlane(body, cutter);
    return plane === null ? [] : [plane];
  });
  return planes.length < cutters.length ? null : planes;
}

/** The plane at the one end of an extrusion that is in a body, within its profile; null if both ends are in the body. */
function extrudedPlane(body: Placed, cutter: Placed): WallPlane | null {
  const prism = prismOfExtrusion(cutter);
  if (prism === null) return null;
  const { within, depth, far } = prism;
  const { origin, axis } = within;
  const along = cornersOf(body).map((corner) => dot(corner, axis) - dot(origin, axis));
  if (along.length === 0) return null;
  const least = along.reduce((a, b) => Math.min(a, b), Infinity);
  const most = along.reduce((a, b) => Math.max(a, b), -Infinity);
  if (depth >= most - AT_END_MM) return { point: origin, normal: axis, within };
  if (least < 0 - AT_END_MM) return null;
  return { point: far, normal: scaled(axis, -1), within };
}

/**
 * A plane outside a body with these corners that cuts away all within an extrusion, which goes through the body; null for
 * another cutter.
 */
export function prismPlane(corners: readonly Point3[], cutter: Placed): WallPlane | null {
  const prism = prismOfExtrusion(cutter);
  if (prism === null) return null;
  const { within } = prism;
  const { origin, axis } = within;
  const least = corners.reduce(
    (some, corner) => Math.min(some, dot(corner, axis) - dot(origin, axis)),
    0,
  );
  const point = {
    x: origin.x + (least - 1) * axis.x,
    y: origin.y + (least - 1) * axis.y,
    z: origin.z + (least - 1) * axis.z,
  };
  return { point, normal: axis, within };
}

type ExtrudedPrism = {
  readonly within: NonNullable<WallPlane['within']>;
  readonly depth: number;
  /** The far end of its axis. */
  readonly far: Point3;
};

/** The prism of an extrusion square to its profile, which has no holes; null for another body. */
function prismOfExtrusion({ node, place }: Placed): ExtrudedPrism | null {
  if (node.form !== 'extrusion' || node.end !== null || node.profile.inner.length > 0) return null;
  const through = product(place, node.place);
  const [x, y] = [
    directionThrough(through, { x: 1, y: 0, z: 0 }),
    directionThrough(through, { x: 0, y: 1, z: 0 }),
  ];
  const path = directionThrough(through, node.vector);
  const [scale, depth] = [lengthOf(x), lengthOf(path)];
  if (!(scale > 0 && depth > 0)) return null;
  const axis = scaled(path, 1 / depth);
  if (Math.max(Math.abs(dot(axis, x)), Math.abs(dot(axis, y))) > SQUARE * scale) return null;
  const origin = pointThrough(through, { x: 0, y: 0, z: 0 });
  const points = cleanRing(ringOf(node.profile.outer));
  if (points.length > MAX_POINTS || points.length < 3) return null;
  // The y axis of the prism is at the left of its x axis, as seen against its axis.
  const isMirrored = dot(cross(axis, x), y) < 0;
  const within = {
    origin,
    axis,
    x: scaled(x, 1 / scale),
    points: points.map((p) => ({ x: p.x * scale, y: (isMirrored ? 0 - p.y : p.y) * scale })),
  };
  const far = { x: origin.x + path.x, y: origin.y + path.y, z: origin.z + path.z };
  return { within, depth, far };
}

/** The corners of an extrusion, arcs as facets; empty for another body. */
function cornersOf({ node, place }: Placed): readonly Point3[] {
  if (node.form !== 'extrusion') return [];
  const through = product(place, node.place);
  const { x, y, z } = directionThrough(through, node.vector);
  return ringOf(node.profile.outer).flatMap((point) => {
    const near = pointThrough(through, { ...point, z: 0 });
    return [near, { x: near.x + x, y: near.y + y, z: near.z + z }];
  });
}

function lengthOf(vector: Point3): number {
  return Math.sqrt(dot(vector, vector));
}

function scaled({ x, y, z }: Point3, by: number): Point3 {
  return { x: x * by, y: y * by, z: z * by };
}
