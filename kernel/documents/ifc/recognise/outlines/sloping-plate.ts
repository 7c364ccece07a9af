/** @module sloping-plate: plates of even thickness under one sloping face. */
import type { Mesh } from '../../../../building/geometry/mesh/mesh.ts';
import { signedArea } from '../../../../building/geometry/plan/polygon.ts';
import type { Point2, Point3 } from '../../../../building/geometry/vector.ts';
import { dot } from '../../../../building/geometry/vector.ts';
import { areaOn, type Facet, facetsOf } from './facets.ts';
import { cleanRing } from './plan-ring.ts';

/** A plate: its upper face in plan, a point of it in space, its slope and its edges. */
export type SlopingPlate = {
  readonly boundary: readonly Point2[];
  readonly holes: readonly (readonly Point2[])[];
  readonly point: Point3;
  /** Unit vector upwards, square to the face. */
  readonly normal: Point3;
  readonly thickness: number;
  readonly edges: 'plumb' | 'square';
  /** Whether all edges are so. */
  readonly is_even: boolean;
};

/** Vertical parts of the normals of sloping faces: neither upright nor level. */
const LEAST_RISE = 0.08;
export const MOST_RISE = 1 - 1e-8;
/** Largest part of a normal along another direction at which they are at right angles. */
const SQUARE = 1e-3;
/** Largest part of the area of all edges that may be of another kind. */
const SAME_AREA = 1e-3;
/** Smallest cosine of the angle between the normals of one face. */
const SAME_NORMAL = 1 - 1e-8;
/** Largest distance of the points of one face from its plane, mm. */
const ON_FACE_MM = 0.5;

/** The plate that a closed body is; null if its upper side is not one sloping face. */
export function plateOfMesh(mesh: Mesh): SlopingPlate | null {
  const facets = facetsOf(mesh);
  if (facets === null) return null;
  const upper = facets.filter(({ normal }) => normal.z > LEAST_RISE && normal.z < MOST_RISE);
  const first = largest(upper);
  if (first === null) return null;
  const { normal } = first;
  const [point] = first.corners;
  const height = (one: Point3): number =>
    dot({ x: one.x - point.x, y: one.y - point.y, z: one.z - point.z }, normal);
  const face = upper.filter(
    (facet) =>
      dot(facet.normal, normal) > SAME_NORMAL &&
      facet.corners.every((corner) => Math.abs(height(corner)) <= ON_FACE_MM),
  );
  const area = areaOn(face, ({ x, y }) => ({ x, y }));
  const outlines = area.filter((ring) => signedArea(ring) > 0);
  const [boundary, another] = outlines;
  if (boundary === undefined || another !== undefined) return null;
  const thickness = facets
    .flatMap(({ corners }) => corners)
    .reduce((most, corner) => Math.max(most, 0 - height(corner)), 0);
  const sides = facets.filter((facet) => Math.abs(dot(facet.normal, normal)) < 1 - SQUARE);
  const square = areaOf(sides.filter((side) => Math.abs(dot(side.normal, normal)) <= SQUARE));
  const plumb = areaOf(sides.filter((side) => Math.abs(side.normal.z) <= SQUARE));
  return {
    boundary: cleanRing(boundary),
    holes: area.filter((ring) => signedArea(ring) < 0).map((ring) => cleanRing(ring)),
    point,
    normal,
    thickness,
    edges: square >= plumb ? 'square' : 'plumb',
    is_even: Math.max(square, plumb) >= (1 - SAME_AREA) * areaOf(sides),
  };
}

function areaOf(facets: readonly Facet[]): number {
  return facets.reduce((total, { area }) => total + area, 0);
}

function largest(facets: readonly Facet[]): Facet | null {
  let best: Facet | null = null;
  for (const facet of facets) if (best === null || facet.area > best.area) best = facet;
  return best;
}
