/** @module steps: the level surfaces of flights and landings, and the flights that treads form. */
import { type Mesh } from '../../../../../building/geometry/mesh/mesh.ts';
import type { Point2 } from '../../../../../building/geometry/vector.ts';
import { extentAlong } from '../../outlines/bar.ts';
import { facetsOf } from '../../outlines/facets.ts';

/** A level surface on which a person walks, mm. */
export type Surface = {
  readonly z: number;
  readonly points: readonly Point2[];
  /** Centre of its area. */
  readonly centre: Point2;
  readonly area: number;
};

/** Smallest vertical part of the normal of a level surface. */
const LEVEL = 0.999_99;
/** Largest difference of heights of one surface, mm. */
const SAME_MM = 0.5;
/** Surfaces smaller than this part of the largest one of a body are not walked on, such as the top of a string. */
const LEAST_PART = 0.3;

/** The level surfaces of a body, from bottom to top; null if it has too many faces. */
export function surfacesOf(mesh: Mesh): readonly Surface[] | null {
  const facets = facetsOf(mesh);
  if (facets === null) return null;
  const level = facets
    .filter(({ normal }) => normal.z > LEVEL)
    .map((facet) => Object.assign({}, facet, { z: facet.corners[0].z }))
    .toSorted((a, b) => a.z - b.z);
  const found: { z: number; points: Point2[]; x: number; y: number; area: number }[] = [];
  for (const { z, corners, area } of level) {
    const last = found.at(-1);
    const surface =
      last !== undefined && z - last.z <= SAME_MM ? last : { z, points: [], x: 0, y: 0, area: 0 };
    if (surface !== last) found.push(surface);
    surface.points.push(...corners.map(({ x, y }) => ({ x, y })));
    const [a, b, c] = corners;
    surface.x += (area * (a.x + b.x + c.x)) / 3;
    surface.y += (area * (a.y + b.y + c.y)) / 3;
    surface.area += area;
  }
  const most = Math.max(0, ...found.map(({ area }) => area));
  return found
    .filter(({ area }) => area >= LEAST_PART * most)
    .map(({ z, points, x, y, area }) => ({
      z,
      points,
      area,
      centre: { x: x / area, y: y / area },
    }));
}

/** The treads of a flight as a sequence of equal steps, mm. */
export type Steps = {
  /** Unit vector of the going. */
  readonly along: Point2;
  /** Front edge of the first tread along the going, and its middle to the left; mm from the origin. */
  readonly front: number;
  readonly middle: number;
  readonly width: number;
  readonly going: number;
  /** Heights of the treads. */
  readonly heights: readonly number[];
};

/** Largest difference of equal sizes of steps, mm. */
const EQUAL_MM = 1;

/**
 * The steps that treads form from bottom to top; null if they are not equal, as those of winding stairs. `hint`: the
 * going of a flight with one tread; null if unknown.
 */
export function stepsOf(treads: readonly Surface[], hint: Point2 | null): Steps | null {
  const [first, last] = [treads[0], treads.at(-1)];
  if (first === undefined || last === undefined) return null;
  const along = unit(first.centre, last.centre) ?? hint;
  if (along === null) return null;
  const extents = treads.map(({ points }) => extentAlong(points, along));
  const [lowest, highest] = [extents[0], extents.at(-1)];
  if (lowest === undefined || highest === undefined) return null;
  const steps = treads.length - 1;
  const front = lowest.s[0];
  const going = steps === 0 ? lowest.s[1] - front : (highest.s[0] - front) / steps;
  const isEqual = extents.every(
    ({ s, t }, i) =>
      Math.abs(s[0] - front - i * going) <= EQUAL_MM &&
      Math.abs(t[0] - lowest.t[0]) <= EQUAL_MM &&
      Math.abs(t[1] - lowest.t[1]) <= EQUAL_MM,
  );
  if (!isEqual || !(going > 0)) return null;
  const [right, left] = lowest.t;
  const heights = treads.map(({ z }) => z);
  return { along, front, middle: (left + right) / 2, width: left - right, going, heights };
}

/** The direction between two points as a unit vector; null if they are equal. */
function unit(from: Point2, to: Point2): Point2 | null {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const length = Math.sqrt(x * x + y * y);
  return length > EQUAL_MM ? { x: x / length, y: y / length } : null;
}
