/** @module capped wall: walls of faces between several faces, such as ledges, overhangs and curved roofs. */
import type { Mesh } from '../../../../building/geometry/mesh/mesh.ts';
import { meshBounds } from '../../../../building/geometry/mesh/mesh.ts';
import type { Point2, Point3 } from '../../../../building/geometry/vector.ts';
import { bakedHoles } from './baked-holes.ts';
import { type Cap, capsOf } from './capped-prism.ts';
import { type Facet, facetsOf, hullOf } from './facets.ts';
import type { Hole } from './holes.ts';
import { cleanRing } from './plan-ring.ts';
import { placeIn, type Strip, stripOf } from './strip.ts';

/** A wall, and the faces above and below it that are not level at its top and foot. */
export type CappedWall = {
  readonly strip: Strip;
  readonly low: number;
  readonly high: number;
  readonly caps: readonly Cap[];
  /** Holes through it that both of its faces enclose, in the frame of the strip. */
  readonly holes: readonly Hole[];
};

/** Largest distance of a corner from the side of a hole at which it is on it, mm. */
const ON_SIDE_MM = 0.5;
/** Maximum number of planes: the triangles of a curved roof are many, and cuts in all of them take seconds. */
const MOST_PLANES = 32;
/** Largest part of the normal of the side of a hole across the wall. */
const ALONG = 0.01;

/**
 * The wall that a closed body is; null if its hull in plan is no strip, or for more than 32 planes.
 * `holesIn` returns its openings in the frame of a strip: the sides of holes are no faces of the wall.
 */
export function cappedWallOf(
  mesh: Mesh,
  axis: Point2 | null,
  holesIn: (strip: Strip) => readonly Hole[],
): CappedWall | null {
  const facets = facetsOf(mesh);
  if (facets === null || facets.length === 0) return null;
  const { min, max } = meshBounds(mesh);
  const ring = cleanRing(hullOf(facets.flatMap(({ corners }) => corners)));
  const strip = stripOf(ring, axis) ?? stripOf(ring, null);
  if (strip === null) return null;
  const baked = bakedHoles(strip, facets);
  const holes = [...holesIn(strip), ...baked];
  const outside = facets.filter((facet) => !holes.some((hole) => isSideOf(hole, facet, strip)));
  const [above, below] = [capsOf(outside, max.z), capsOf(outside.map(flipped), 0 - min.z)];
  if (above === null || below === null) return null;
  const caps = [...above, ...below.map((cap) => turned(cap))];
  const planes = caps.reduce((sum, { parts }) => sum + (parts?.length ?? 1), 0);
  return planes > MOST_PLANES ? null : { strip, low: min.z, high: max.z, caps, holes: baked };
}

/** A triangle as seen from below. */
function flipped({ corners: [a, b, c], normal, area }: Facet): Facet {
  return { corners: [mirrored(a), mirrored(b), mirrored(c)], normal: mirrored(normal), area };
}

function turned({ point, normal, parts }: Cap): Cap {
  return { point: mirrored(point), normal: mirrored(normal), parts };
}

function mirrored({ x, y, z }: Point3): Point3 {
  return { x, y, z: 0 - z };
}

/** Whether a triangle is a side of a hole. */
function isSideOf({ min, max }: Hole, { corners, normal }: Facet, strip: Strip): boolean {
  const across = normal.x * strip.left.x + normal.y * strip.left.y;
  if (Math.abs(across) > ALONG) return false;
  return corners.every((corner) => {
    const { u } = placeIn(strip, corner);
    return (
      u >= min.x - ON_SIDE_MM &&
      u <= max.x + ON_SIDE_MM &&
      corner.z >= min.y - ON_SIDE_MM &&
      corner.z <= max.y + ON_SIDE_MM
    );
  });
}
