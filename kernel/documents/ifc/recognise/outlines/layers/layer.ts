/** @module layer: bodies of even thickness between parallel faces, such as plates and roofs, with the planes that cut them. */
import { type Mesh, meshBounds } from '../../../../../building/geometry/mesh/mesh.ts';
import { signedArea } from '../../../../../building/geometry/plan/polygon.ts';
import type { Point2, Point3 } from '../../../../../building/geometry/vector.ts';
import { dot, minus } from '../../../../../building/geometry/vector.ts';
import { type Cap, partsOf } from '../capped-prism.ts';
import { areaOn, type Facet, facetsOf } from '../facets.ts';
import { cleanRing } from '../plan-ring.ts';

/** A point of a plane and its unit normal. */
export type Plane = { readonly point: Point3; readonly normal: Point3 };

/** Parallel faces: the upper one looks up, the lower one down. */
export type Slope = {
  /** Of the upper face, upwards. */
  readonly normal: Point3;
  readonly upper: Plane;
  readonly lower: Plane;
  /** The triangles of both. */
  readonly facets: readonly Facet[];
};

/** A layer: its outline in plan, its pairs of parallel faces, the largest first, and the planes that bound it elsewhere. */
export type Layer = {
  readonly boundary: readonly Point2[];
  /** Counter-clockwise. */
  readonly holes: readonly (readonly Point2[])[];
  readonly slopes: readonly Slope[];
  /** Square to the faces, mm. */
  readonly thickness: number;
  /** What is on the side to which their normals point is not a part of the body, within their parts in plan if there are some. */
  readonly cuts: readonly Cap[];
};

/** Largest vertical part of the normal of an upright face. */
const UPRIGHT = 1e-4;
/** Smallest vertical part of the normal of a level face. */
const LEVEL = 1 - 1e-8;
/** Smallest cosine of the angle between the normals of one face. */
const SAME_NORMAL = 1 - 1e-7;
/** Largest distance of the points of one face from its plane, and largest difference of thicknesses, mm. */
const ON_FACE_MM = 0.5;
/** Faces of a smaller area bound nothing, mm². */
const LEAST_FACE_MM2 = 100;
/** Maximum number of planes of a body. */
const MAX_PLANES = 64;

/** The layer that a closed body is; null if it has no parallel faces, or is not bounded by planes around it. */
export function layerOf(mesh: Mesh): Layer | null {
  const facets = facetsOf(mesh);
  const faces = facets === null ? null : facesOf(facets);
  if (facets === null || faces === null) return null;
  const sloped = faces.filter(({ normal }) => Math.abs(normal.z) > UPRIGHT);
  const slopes: Slope[] = [];
  const left = new Set(sloped);
  let thickness: number | null = null;
  for (const face of sloped) {
    if (face.normal.z < 0) continue;
    const other = [...left].find((one) => isPair(face, one, thickness));
    if (other === undefined) continue;
    thickness ??= 0 - heightOver(face, other.point);
    left.delete(face);
    left.delete(other);
    const { normal } = face;
    slopes.push({ normal, upper: face, lower: other, facets: [...face.facets, ...other.facets] });
  }
  if (thickness === null) return null;
  const cuts = [...left].map((face) => cutOf(face, facets));
  const outline = silhouetteOf(facets);
  return outline === null ? null : { ...outline, slopes, thickness, cuts };
}

/** Outlines in plan; holes counter-clockwise, too. */
type Silhouette = Pick<Layer, 'boundary' | 'holes'>;

/** The outline of a body as seen from above; null if it is in several parts. */
function silhouetteOf(facets: readonly Facet[]): Silhouette | null {
  const upper = facets.filter(({ normal }) => normal.z > UPRIGHT);
  const area = areaOn(upper, ({ x, y }) => ({ x, y }));
  const [boundary, another] = area.filter((ring) => signedArea(ring) > 0);
  if (boundary === undefined || another !== undefined) return null;
  const holes = area.filter((ring) => signedArea(ring) < 0).map((ring) => cleanRing(ring));
  return { boundary: cleanRing(boundary), holes };
}

/** A level slab with its heights, and the planes that cut it, such as those of a step; mm. */
export type Block = Silhouette & {
  readonly low: number;
  readonly high: number;
  readonly cuts: readonly Cap[];
};

/** The slab that a closed body is whose largest face is level and its top or foot; null for another body. */
export function blockOf(mesh: Mesh): Block | null {
  const facets = facetsOf(mesh);
  const faces = facets === null ? null : facesOf(facets);
  if (facets === null || faces === null) return null;
  const { min, max } = meshBounds(mesh);
  const isEnd = ({ normal, point }: Face): boolean =>
    (normal.z > LEVEL && Math.abs(point.z - max.z) <= ON_FACE_MM) ||
    (normal.z < 0 - LEVEL && Math.abs(point.z - min.z) <= ON_FACE_MM);
  const sloped = faces.filter(({ normal }) => Math.abs(normal.z) > UPRIGHT);
  const [largest] = sloped;
  if (largest === undefined || !isEnd(largest)) return null;
  const outline = silhouetteOf(facets);
  if (outline === null) return null;
  const cuts = sloped.filter((face) => !isEnd(face)).map((face) => cutOf(face, facets));
  return { ...outline, low: min.z, high: max.z, cuts };
}

/** The triangles in one plane. */
type Face = Plane & { readonly facets: readonly Facet[]; readonly area: number };

/** The faces of a body, the largest first; null if there are too many. */
function facesOf(facets: readonly Facet[]): readonly Face[] | null {
  const faces: { readonly plane: Facet; readonly own: Facet[] }[] = [];
  for (const facet of facets.toSorted((a, b) => b.area - a.area)) {
    const same = faces.find(
      ({ plane }) =>
        dot(plane.normal, facet.normal) > SAME_NORMAL &&
        facet.corners.every((corner) => Math.abs(heightOver(planeOf(plane), corner)) <= ON_FACE_MM),
    );
    if (same !== undefined) {
      same.own.push(facet);
    } else if (facet.area >= LEAST_FACE_MM2) {
      faces.push({ plane: facet, own: [facet] });
      if (faces.length > MAX_PLANES) return null;
    }
  }
  return faces.map(({ plane, own }) => faceOf(plane, own)).toSorted((a, b) => b.area - a.area);
}

function faceOf({ corners: [point], normal }: Facet, facets: readonly Facet[]): Face {
  return { point, normal, facets, area: facets.reduce((sum, one) => sum + one.area, 0) };
}

function planeOf({ corners: [point], normal }: Facet): Plane {
  return { point, normal };
}

/** Whether a face is parallel to another, which looks the other way and is behind it, at this distance if there is one. */
function isPair(face: Face, other: Face, thickness: number | null): boolean {
  if (dot(face.normal, other.normal) >= 0 - SAME_NORMAL) return false;
  const depth = 0 - heightOver(face, other.point);
  return depth > ON_FACE_MM && (thickness === null || Math.abs(depth - thickness) <= ON_FACE_MM);
}

/** The plane of a face; where a part of the body is in front of it, it cuts only over or under the face. */
function cutOf(face: Face, all: readonly Facet[]): Cap {
  const { point, normal, facets } = face;
  const parts = bounds(face, all) ? null : partsOf(areaOn(facets, ({ x, y }) => ({ x, y })));
  return { point, normal, parts };
}

/** Whether no part of a body is in front of a face. */
function bounds(face: Face, facets: readonly Facet[]): boolean {
  return facets.every(({ corners }) =>
    corners.every((corner) => heightOver(face, corner) <= ON_FACE_MM),
  );
}

/** Distance of a point from a plane along its normal, mm. */
function heightOver({ point, normal }: Plane, place: Point3): number {
  return dot(minus(place, point), normal);
}
