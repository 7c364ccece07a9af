/** @module carving-faces: the faces of what a body lacks of a whole prism: those on its outside, and planes and outlines. */
import type { UnlimitedPrism } from '../../../../../building/geometry/convex/half-space-cut.ts';
import {
  cross,
  dot,
  minus,
  type Point2,
  type Point3,
} from '../../../../../building/geometry/vector.ts';
import { areaOn, type Facet } from '../facets.ts';
import { cleanRing } from '../plan-ring.ts';

/** Largest sine of the angle between a direction and a side along it. */
export const SIDE = 1e-3;
/** Smallest cosine between normals of one plane. */
const SAME = 1 - 1e-6;
/** Largest distance of a corner from a plane in which it is, mm. */
const ON_PLANE_MM = 0.05;
/** Smallest sine of the angle between the end of a prism and its sides. */
const LEAST_RISE = 0.05;
/** Maximum number of points of the outline of a carving: that of cut planes. */
const MAX_POINTS = 64;
/** Maximum number of directions that are compared. */
const MAX_DIRECTIONS = 24;
/** Maximum numbers of faces whose edges are compared, and of directions of these. */
const [MAX_EDGE_FACES, MAX_EDGES] = [5, 6];

/** A prism along z: its outlines and its ends, mm. */
export type WholePrism = {
  readonly sides: readonly (readonly Point2[])[];
  readonly low: number;
  readonly high: number;
};

/** Whether a triangle is on the surface of a prism. */
export function isOnOutside({ corners, normal }: Facet, { sides, low, high }: WholePrism): boolean {
  if (Math.abs(normal.z) > SAME) {
    const level = normal.z > 0 ? high : low;
    return corners.every(({ z }) => Math.abs(z - level) <= ON_PLANE_MM);
  }
  if (Math.abs(normal.z) > SIDE) return false;
  return sides.some((ring) =>
    ring.some((from, i) => {
      const to = ring[(i + 1) % ring.length] ?? from;
      const [x, y] = [to.x - from.x, to.y - from.y];
      const length = Math.sqrt(x * x + y * y);
      if (length === 0) return false;
      return corners.every((corner) => {
        const [u, v] = [corner.x - from.x, corner.y - from.y];
        const along = (u * x + v * y) / length;
        return (
          Math.abs(u * y - v * x) / length <= ON_PLANE_MM &&
          along >= 0 - ON_PLANE_MM &&
          along <= length + ON_PLANE_MM
        );
      });
    }),
  );
}

/** Directions of the normals of triangles, those with the largest area first. */
export function directionsOf(facets: readonly Facet[]): readonly Point3[] {
  const found: { axis: Point3; area: number }[] = [];
  for (const { normal, area } of facets) {
    const known = found.find(({ axis }) => Math.abs(dot(axis, normal)) > SAME);
    if (known !== undefined) known.area += area;
    else if (found.length < 4 * MAX_DIRECTIONS) found.push({ axis: normal, area });
  }
  return found
    .toSorted((a, b) => b.area - a.area)
    .slice(0, MAX_DIRECTIONS)
    .map(({ axis }) => axis);
}

/** Directions along the edges between the largest faces, which are those of prisms with oblique ends. */
export function edgeDirections(facets: readonly Facet[]): readonly Point3[] {
  const faces = directionsOf(facets).slice(0, MAX_EDGE_FACES);
  const found: Point3[] = [];
  for (const [i, one] of faces.entries()) {
    for (const other of faces.slice(i + 1)) {
      const across = cross(one, other);
      const length = Math.sqrt(dot(across, across));
      if (length < LEAST_RISE || found.length === MAX_EDGES) continue;
      const along = { x: across.x / length, y: across.y / length, z: across.z / length };
      if (!found.some((known) => Math.abs(dot(known, along)) > SAME)) found.push(along);
    }
  }
  return found;
}

/** A plane; what is carved is on the side of its normal. */
export type Plane = { readonly point: Point3; readonly normal: Point3 };

/** The plane in which triangles are, with the normal inwards; null if they are in several. */
export function planeOf(facets: readonly Facet[]): Plane | null {
  const largest = facets.reduce((a, b) => (b.area > a.area ? b : a));
  const { normal } = largest;
  const [point] = largest.corners;
  const isSame = facets.every((facet) =>
    facet.corners.every(
      (corner) => Math.abs(dot(corner, normal) - dot(point, normal)) <= ON_PLANE_MM,
    ),
  );
  return isSame ? { point, normal: { x: 0 - normal.x, y: 0 - normal.y, z: 0 - normal.z } } : null;
}

/** The oblique plane through points, with its normal on the side of a direction; null if they are in no such plane. */
export function planeThrough(points: readonly Point3[], towards: Point3): Plane | null {
  const [point] = points;
  if (point === undefined) return null;
  const away = points.map((one) => minus(one, point));
  const far = away.reduce((a, b) => (dot(b, b) > dot(a, a) ? b : a));
  const across = away
    .map((one) => cross(far, one))
    .reduce((a, b) => (dot(b, b) > dot(a, a) ? b : a));
  const length = Math.sqrt(dot(across, across));
  const rise = dot(across, towards) / length;
  if (!(Math.abs(rise) > LEAST_RISE)) return null;
  const sign = Math.sign(rise) / length;
  const normal = { x: across.x * sign, y: across.y * sign, z: across.z * sign };
  const isIn = away.every((one) => Math.abs(dot(one, normal)) <= ON_PLANE_MM);
  return isIn ? { point, normal } : null;
}

/** A plane in front of triangles that are on the outside, for a carving from one side to another. */
export function beyond(facets: readonly Facet[], axis: Point3, sign: number): Plane {
  const normal = { x: 0 - sign * axis.x, y: 0 - sign * axis.y, z: 0 - sign * axis.z };
  const depths = facets.flatMap(({ corners }) => corners.map((corner) => dot(corner, normal)));
  const first = depths.reduce((a, b) => Math.min(a, b), Infinity) - 1;
  const [point] = facets[0]?.corners ?? [];
  const { x, y, z } = point ?? { x: 0, y: 0, z: 0 };
  const back = first - dot({ x, y, z }, normal);
  return {
    normal,
    point: { x: x + back * normal.x, y: y + back * normal.y, z: z + back * normal.z },
  };
}

/** The prism along an axis over triangles; null if their outline has holes, several rings or too many points. */
export function prismOver(facets: readonly Facet[], axis: Point3): UnlimitedPrism | null {
  const [prism, another] = prismsOver(facets, axis);
  return another === undefined ? (prism ?? null) : null;
}

/** The prisms along an axis over each ring of the outline of triangles; those with too many points are left out. */
export function prismsOver(facets: readonly Facet[], axis: Point3): readonly UnlimitedPrism[] {
  const side = Math.abs(axis.z) < 0.9 ? { x: 0, y: 0, z: 1 } : { x: 1, y: 0, z: 0 };
  const across = cross(side, axis);
  const length = Math.sqrt(dot(across, across));
  const x = { x: across.x / length, y: across.y / length, z: across.z / length };
  const y = cross(axis, x);
  return areaOn(facets, (point) => ({ x: dot(point, x), y: dot(point, y) })).flatMap((ring) => {
    const points = cleanRing(ring);
    const isOutline = points.length >= 3 && points.length <= MAX_POINTS;
    return isOutline ? [{ origin: { x: 0, y: 0, z: 0 }, axis, x, points }] : [];
  });
}

/** The groups of triangles that are in one plane, those with the largest area first. */
export function planarGroups(facets: readonly Facet[]): readonly (readonly Facet[])[] {
  const groups: { first: Facet; area: number; facets: Facet[] }[] = [];
  for (const facet of facets) {
    const known = groups.find(({ first }) => isInPlane(facet, first));
    if (known === undefined) {
      if (groups.length < 16 * MAX_DIRECTIONS) {
        groups.push({ first: facet, area: facet.area, facets: [facet] });
      }
    } else {
      known.area += facet.area;
      known.facets.push(facet);
    }
  }
  return groups.toSorted((a, b) => b.area - a.area).map((group) => group.facets);
}

function isInPlane(
  { normal, corners }: Facet,
  { normal: other, corners: [point] }: Facet,
): boolean {
  const offset = dot(point, other);
  return (
    dot(normal, other) > SAME &&
    corners.every((corner) => Math.abs(dot(corner, other) - offset) <= ON_PLANE_MM)
  );
}
