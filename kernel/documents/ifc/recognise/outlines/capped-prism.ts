/** @module capped prism: bodies with a level foot and upright sides, under one or more level or sloping faces. */
import { convexRings } from '../../../../building/geometry/convex/convex-rings.ts';
import type { Mesh } from '../../../../building/geometry/mesh/mesh.ts';
import { meshBounds } from '../../../../building/geometry/mesh/mesh.ts';
import { signedArea } from '../../../../building/geometry/plan/polygon.ts';
import type { Area } from '../../../../building/geometry/plan/regions.ts';
import type { Point2, Point3 } from '../../../../building/geometry/vector.ts';
import { dot, minus } from '../../../../building/geometry/vector.ts';
import { areaOn, type Facet, facetsOf } from './facets.ts';
import { cleanRing } from './plan-ring.ts';

/** A face of a body: a point, the unit normal outwards, and the parts in plan that it is over or under. */
export type Cap = {
  readonly point: Point3;
  readonly normal: Point3;
  /** Null for a plane that no part of the body is above. */
  readonly parts: readonly (readonly Point2[])[] | null;
};

/** A body as its foot in plan, its heights, and the faces above it that are not level at its greatest height. */
export type CappedPrism = {
  readonly boundary: readonly Point2[];
  readonly low: number;
  readonly high: number;
  readonly caps: readonly Cap[];
};

/** Largest vertical part of the normal of an upright face. */
const UPRIGHT = 1e-4;
/** Smallest vertical part of the normal of a level face. */
const LEVEL = 0.999_99;
/** Smallest cosine of the angle between the normals of one face. */
const SAME_NORMAL = 1 - 1e-8;
/** Largest distance of the corners of a face from its plane, mm. */
const ON_FACE_MM = 0.5;
/** Maximum number of planes of one element. */
const MAX_PARTS = 64;

/** The capped prism that a closed body is; null if a face looks down elsewhere than at its foot, or for too many faces. */
export function cappedPrismOf(mesh: Mesh): CappedPrism | null {
  const facets = facetsOf(mesh);
  if (facets === null || facets.length === 0) return null;
  const { min, max } = meshBounds(mesh);
  if (!hasLevelFoot(facets, min.z)) return null;
  const lower = facets.filter(({ normal }) => normal.z < -UPRIGHT);
  const [boundary, another] = areaOn(lower, ({ x, y }) => ({ x, y }));
  if (boundary === undefined || another !== undefined) return null;
  const caps = capsOf(facets, max.z);
  return caps === null ? null : { boundary: cleanRing(boundary), low: min.z, high: max.z, caps };
}

/** The faces that look up and are not level at the greatest height; null for more than 64 planes. */
export function capsOf(facets: readonly Facet[], high: number): readonly Cap[] | null {
  const caps: Cap[] = [];
  let count = 0;
  for (const group of groupsOf(facets.filter(({ normal }) => normal.z > UPRIGHT))) {
    const cap = capOf(group, facets, high);
    if (cap === null) continue;
    count += cap.parts?.length ?? 1;
    if (count > MAX_PARTS) return null;
    caps.push(cap);
  }
  return caps;
}

/** Whether all faces that look down are at a height, mm. */
function hasLevelFoot(facets: readonly Facet[], low: number): boolean {
  return facets.every(
    ({ normal, corners }) =>
      normal.z >= -UPRIGHT ||
      (normal.z < -LEVEL && corners.every(({ z }) => Math.abs(z - low) <= ON_FACE_MM)),
  );
}

/** The triangles by the planes in which they are. */
function groupsOf(facets: readonly Facet[]): readonly (readonly Facet[])[] {
  const groups: Facet[][] = [];
  for (const facet of facets.toSorted((a, b) => b.area - a.area)) {
    const same = groups.find(
      ([first]) =>
        first !== undefined &&
        dot(first.normal, facet.normal) > SAME_NORMAL &&
        facet.corners.every((corner) => Math.abs(heightOver(first, corner)) <= ON_FACE_MM),
    );
    if (same !== undefined) same.push(facet);
    else if (groups.push([facet]) > MAX_PARTS) break;
  }
  return groups;
}

/** The face of triangles in one plane; null for one that is level at the greatest height. */
function capOf(group: readonly Facet[], all: readonly Facet[], high: number): Cap | null {
  const [first] = group;
  if (first === undefined) return null;
  const { normal } = first;
  const [point] = first.corners;
  if (normal.z > LEVEL && Math.abs(point.z - high) <= ON_FACE_MM) return null;
  const isHighest = all.every(({ corners }) =>
    corners.every((corner) => heightOver(first, corner) <= ON_FACE_MM),
  );
  if (isHighest) return { point, normal, parts: null };
  return { point, normal, parts: partsOf(areaOn(group, ({ x, y }) => ({ x, y }))) };
}

/** Distance of a point from the plane of a triangle along its normal, mm. */
function heightOver({ corners: [origin], normal }: Facet, point: Point3): number {
  return dot(minus(point, origin), normal);
}

/** An area as outlines without holes: its own, or convex parts of it. */
export function partsOf(area: Area): readonly (readonly Point2[])[] {
  const rings = area.map((ring) => ({ ring: cleanRing(ring), isHole: signedArea(ring) < 0 }));
  const outer = rings.filter(({ isHole }) => !isHole).map(({ ring }) => ring);
  // Outlines without repeated points are counter-clockwise; holes run the other way.
  const holes = rings.filter(({ isHole }) => isHole).map(({ ring }) => ring.toReversed());
  const [boundary, another] = outer;
  if (holes.length === 0 || boundary === undefined || another !== undefined) return outer;
  return convexRings({ boundary, holes });
}
