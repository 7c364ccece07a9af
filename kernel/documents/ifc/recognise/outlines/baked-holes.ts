/** @module baked holes: holes through the body of a wall that both of its faces enclose. */
import { signedArea } from '../../../../building/geometry/plan/polygon.ts';
import { areaOn, type Facet } from './facets.ts';
import { type Hole, holeWith, isSameHole } from './holes.ts';
import { cleanRing } from './plan-ring.ts';
import { placeIn, type Strip } from './strip.ts';

/** Largest vertical part of the normal of an upright face. */
const UPRIGHT = 1e-4;
/** Largest distance of a corner from a face of the wall at which it is on it, mm. */
const ON_FACE_MM = 0.5;
/** Smallest area of a hole, mm². */
const LEAST_HOLE_MM2 = 100;
/** Maximum number of holes of one body: those of the two faces are compared in all pairs. */
const MAX_HOLES = 100;

/** The holes that both faces of a strip enclose, in its frame; those that reach an edge are not found. */
export function bakedHoles(strip: Strip, facets: readonly Facet[]): readonly Hole[] {
  const [right, left] = [0, strip.thickness].map((v) => enclosedAt(strip, facets, v));
  if (right === undefined || left === undefined) return [];
  return right.filter((hole) => left.some((other) => isSameHole(hole, other)));
}

/** The holes of the upright faces at a depth, x along the strip and y upwards. */
function enclosedAt(strip: Strip, facets: readonly Facet[], v: number): readonly Hole[] {
  const on = facets.filter(
    ({ normal, corners }) =>
      Math.abs(normal.z) <= UPRIGHT &&
      corners.every((corner) => Math.abs(placeIn(strip, corner).v - v) <= ON_FACE_MM),
  );
  return areaOn(on, (point) => ({ x: placeIn(strip, point).u, y: point.z }))
    .filter((ring) => signedArea(ring) < -LEAST_HOLE_MM2)
    .slice(0, MAX_HOLES)
    .map((ring) => holeWith(cleanRing(ring)));
}
