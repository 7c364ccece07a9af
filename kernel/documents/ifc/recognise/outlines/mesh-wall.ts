/** @module mesh-wall: walls among bodies that files describe by faces or as several bodies. */
import type { Mesh } from '../../../../building/geometry/mesh/mesh.ts';
import { meshBounds } from '../../../../building/geometry/mesh/mesh.ts';
import { clippedBy } from '../../../../building/geometry/plan/half-plane.ts';
import { sizeOf, without } from '../../../../building/geometry/plan/regions.ts';
import type { Point2, Point3 } from '../../../../building/geometry/vector.ts';
import { areaOn, type Facet, facetsOf, hullOf } from './facets.ts';
import { type Hole, holeWith } from './holes.ts';
import { cleanRing } from './plan-ring.ts';
import { placeIn, type Strip, stripOf } from './strip.ts';

/** A wall as its faces show it. */
export type FacedWall = {
  readonly strip: Strip;
  readonly low: number;
  readonly high: number;
  /** Planes of sloping faces: a point and the normal outwards. */
  readonly planes: readonly { readonly point: Point3; readonly normal: Point3 }[];
  /** Holes through it, in the frame of the strip. */
  readonly holes: readonly Hole[];
};

/** Sines of angles: normals with less height are those of upright faces, and with more of level ones. */
const [UPRIGHT, LEVEL] = [1e-4, 1 - 1e-8];
/** Largest distance of a corner from a face of the wall at which it is on it, mm. */
const ON_FACE_MM = 0.5;
/** Smallest area of a hole, mm²; smaller differences are rounding. */
const LEAST_HOLE_MM2 = 100;
/** Maximum number of sloping planes of one wall. */
const MAX_PLANES = 64;

/** The wall that a closed body is; null if its sides are no strip. `axis`: its direction, if known. */
export function wallOfMesh(mesh: Mesh, axis: Point2 | null): FacedWall | null {
  const facets = facetsOf(mesh);
  if (facets === null || facets.length === 0) return null;
  const { min, max } = meshBounds(mesh);
  const corners = facets.flatMap((facet) => facet.corners);
  const ring = cleanRing(hullOf(corners));
  const direction = axis ?? directionOf(facets);
  const strip = stripOf(ring, direction) ?? stripOf(ring, null);
  if (strip === null) return null;
  const planes = planesOf(facets);
  if (planes.length > MAX_PLANES) return null;
  const holes = holesIn(strip, facets, { planes, low: min.z, high: max.z });
  return holes === null ? null : { strip, low: min.z, high: max.z, planes, holes };
}

/** Direction along the upright faces with the largest area. */
function directionOf(facets: readonly Facet[]): Point2 | null {
  const areas = new Map<string, { area: number; along: Point2 }>();
  for (const { normal, area } of facets) {
    if (Math.abs(normal.z) > UPRIGHT) continue;
    const flip = normal.x < -UPRIGHT || (normal.x < UPRIGHT && normal.y < 0) ? -1 : 1;
    const along = { x: 0 - normal.y * flip, y: normal.x * flip };
    const key = `${along.x.toFixed(3)} ${along.y.toFixed(3)}`;
    const known = areas.get(key);
    areas.set(key, { area: (known?.area ?? 0) + area, along: known?.along ?? along });
  }
  let best: { area: number; along: Point2 } | null = null;
  for (const one of areas.values()) if (best === null || one.area > best.area) best = one;
  return best?.along ?? null;
}

/** The distinct planes of sloping faces. */
function planesOf(facets: readonly Facet[]): FacedWall['planes'] {
  const planes: { point: Point3; normal: Point3 }[] = [];
  for (const { normal, corners } of facets) {
    if (Math.abs(normal.z) <= UPRIGHT || Math.abs(normal.z) >= LEVEL) continue;
    const [point] = corners;
    const isKnown = planes.some(
      (plane) =>
        plane.normal.x * normal.x + plane.normal.y * normal.y + plane.normal.z * normal.z >
          1 - 1e-8 && Math.abs(heightOver(plane, point)) <= ON_FACE_MM,
    );
    if (!isKnown) planes.push({ point, normal });
    if (planes.length > MAX_PLANES) break;
  }
  return planes;
}

/** Distance of a point from a plane along its normal, mm. */
function heightOver(
  { point: origin, normal }: { readonly point: Point3; readonly normal: Point3 },
  point: Point3,
): number {
  return (
    (point.x - origin.x) * normal.x +
    (point.y - origin.y) * normal.y +
    (point.z - origin.z) * normal.z
  );
}

type Limits = {
  readonly planes: FacedWall['planes'];
  readonly low: number;
  readonly high: number;
};

/**
 * What the face on the right side lacks of the whole face; null if the face on the left side lacks something else.
 * The whole face lies between the corners of the side, below and above the sloping planes.
 */
function holesIn(
  strip: Strip,
  facets: readonly Facet[],
  { planes, low, high }: Limits,
): readonly Hole[] | null {
  const sides = [0, strip.thickness].map((v) => {
    const on = facets.filter(
      ({ normal, corners }) =>
        Math.abs(normal.z) <= UPRIGHT &&
        corners.every((corner) => Math.abs(placeIn(strip, corner).v - v) <= ON_FACE_MM),
    );
    const area = areaOn(on, (point) => ({ x: placeIn(strip, point).u, y: point.z }));
    const places = on.flatMap(({ corners }) => corners.map((corner) => placeIn(strip, corner).u));
    const [from, to] = [Math.min(...places), Math.max(...places)];
    let whole: readonly Point2[] = [
      { x: from, y: low },
      { x: to, y: low },
      { x: to, y: high },
      { x: from, y: high },
    ];
    for (const plane of planes) {
      whole = clippedBy(whole, ({ x, y }) => 0 - heightOver(plane, pointOn(strip, x, v, y)));
    }
    const holes = without([whole], area).filter((ring) => sizeOf([ring]) > LEAST_HOLE_MM2);
    return holes.map((ring) => holeWith(cleanRing(ring)));
  });
  const [right = [], left = []] = sides;
  return right.length === left.length ? right : null;
}

function pointOn({ origin, along, left }: Strip, u: number, v: number, z: number): Point3 {
  return {
    x: origin.x + u * along.x + v * left.x,
    y: origin.y + u * along.y + v * left.y,
    z,
  };
}
