/** @module mesh-member: straight members with square or oblique ends among bodies that files describe by faces. */
import type { UnlimitedPrism } from '../../../../building/geometry/convex/half-space-cut.ts';
import type { Mesh } from '../../../../building/geometry/mesh/mesh.ts';
import { signedArea } from '../../../../building/geometry/plan/polygon.ts';
import type { Point2, Point3 } from '../../../../building/geometry/vector.ts';
import { cross, dot } from '../../../../building/geometry/vector.ts';
import { areaOn, type Facet, facetsOf } from './facets.ts';
import { cleanRing } from './plan-ring.ts';

/** A member: its axis from the origin of the model, the section across it, its ends along it, and its oblique ends. */
export type MeshMember = {
  /** Unit vectors: the axis, and the width and depth of the section, with axis = width × depth. */
  readonly axis: Point3;
  readonly width: Point3;
  readonly depth: Point3;
  /** Outline by width and depth from the origin, mm, counter-clockwise; holes are clockwise. */
  readonly boundary: readonly Point2[];
  readonly holes: readonly (readonly Point2[])[];
  /** Ends along the axis from the origin, mm. */
  readonly low: number;
  readonly high: number;
  /** Planes at which it is cut, within a prism if there is one; the normals point to what is removed. */
  readonly planes: readonly {
    readonly point: Point3;
    readonly normal: Point3;
    readonly within: UnlimitedPrism | null;
  }[];
};

/** Largest part of the normal of a side along the axis. */
const SIDE = 1e-3;
/** Smallest cosine between normals of one plane, and between the normal of a square end and the axis. */
const SAME = 1 - 1e-6;
/** Smallest cosine between normals that are parallel for the choice of the axis. */
const PARALLEL = 0.999;
/** Largest distance of a face from a plane in which it is, mm. */
const ON_PLANE_MM = 0.1;
/** Maximum numbers of planes at the ends of a member, and of directions of its faces that are compared. */
const [MAX_PLANES, MAX_DIRECTIONS] = [12, 64];
/** Parts of the unit vector of an axis up to this are rounding. */
const ROUNDING = 1e-7;

/** The member along an axis that a closed body is; without an axis, along its largest faces. Null for another body. */
export function memberOfMesh(mesh: Mesh, given: Point3 | null): MeshMember | null {
  const facets = facetsOf(mesh);
  if (facets === null || facets.length === 0) return null;
  const direction = given ?? axisOf(facets);
  if (direction === null) return null;
  const frame = frameAlong(direction);
  const { axis, width, depth } = frame;
  const ends = facets.filter(({ normal }) => Math.abs(dot(normal, axis)) > SIDE);
  const along = ends.flatMap(({ corners }) => corners.map((corner) => dot(corner, axis)));
  const low = along.reduce((a, b) => Math.min(a, b), Infinity);
  const high = along.reduce((a, b) => Math.max(a, b), -Infinity);
  const planes = planesAmong(ends);
  if (planes === null || !(high > low)) return null;
  if (!planes.every((plane) => isOutside(plane, facets))) return null;
  const area = areaOn(
    ends.filter(({ normal }) => dot(normal, axis) > 0),
    (corner) => ({ x: dot(corner, width), y: dot(corner, depth) }),
  );
  const [boundary, another] = area.filter((ring) => signedArea(ring) > 0);
  if (boundary === undefined || another !== undefined) return null;
  const isSquare = ({ point, normal }: (typeof planes)[number]): boolean =>
    Math.abs(dot(normal, axis)) > SAME &&
    Math.abs(dot(point, axis) - (dot(normal, axis) > 0 ? high : low)) <= ON_PLANE_MM;
  return {
    ...frame,
    boundary: cleanRing(boundary),
    holes: area.filter((ring) => signedArea(ring) < 0).map((ring) => cleanRing(ring)),
    low,
    high,
    planes: planes.filter((plane) => !isSquare(plane)),
  };
}

/** The frame of a member along an axis: its width is level, on an upright axis along x. */
export function frameAlong(axis: Point3): Pick<MeshMember, 'axis' | 'width' | 'depth'> {
  const isUpright = axis.x === 0 && axis.y === 0;
  const width = isUpright ? { x: 1, y: 0, z: 0 } : unit({ x: 0 - axis.y, y: axis.x, z: 0 });
  return { axis, width, depth: cross(axis, width) };
}

/** Whether a plane cuts nothing from a body: that of an end in a notch does. */
function isOutside(
  { point, normal }: Pick<MeshMember['planes'][number], 'point' | 'normal'>,
  facets: readonly Facet[],
): boolean {
  const most = dot(point, normal) + ON_PLANE_MM;
  return facets.every(({ corners }) => corners.every((corner) => dot(corner, normal) <= most));
}

/** The planes of facets, the largest facet of each first; null for too many. */
function planesAmong(facets: readonly Facet[]): MeshMember['planes'] | null {
  const planes: MeshMember['planes'][number][] = [];
  for (const { corners, normal } of facets.toSorted((a, b) => b.area - a.area)) {
    const [point] = corners;
    const isKnown = planes.some(
      (plane) =>
        dot(plane.normal, normal) > SAME &&
        corners.every(
          (corner) =>
            Math.abs(dot(corner, plane.normal) - dot(plane.point, plane.normal)) <= ON_PLANE_MM,
        ),
    );
    if (isKnown) continue;
    if (planes.length === MAX_PLANES) return null;
    planes.push({ point, normal, within: null });
  }
  return planes;
}

/** The direction along the two largest sides that are not parallel; null without them. */
export function axisOf(facets: readonly Facet[]): Point3 | null {
  const sides: { normal: Point3; area: number }[] = [];
  for (const { normal, area } of facets) {
    const known = sides.find((side) => Math.abs(dot(side.normal, normal)) > PARALLEL);
    if (known !== undefined) known.area += area;
    else if (sides.length < MAX_DIRECTIONS) sides.push({ normal, area });
  }
  const [first, second] = sides.toSorted((a, b) => b.area - a.area);
  if (first === undefined || second === undefined) return null;
  const { x, y, z } = unit(cross(first.normal, second.normal));
  const [a, b, c] = [x, y, z].map((part) => (Math.abs(part) <= ROUNDING ? 0 : part));
  const axis = { x: a ?? 0, y: b ?? 0, z: c ?? 0 };
  // Upwards, else to the right, else to the back.
  const sign = axis.z || axis.x || axis.y;
  return unit(sign < 0 ? { x: 0 - axis.x, y: 0 - axis.y, z: 0 - axis.z } : axis);
}

function unit({ x, y, z }: Point3): Point3 {
  const length = Math.sqrt(x * x + y * y + z * z);
  return { x: x / length, y: y / length, z: z / length };
}
