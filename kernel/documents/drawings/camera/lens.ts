/** @module lens: projects points in space to a picture, with or without perspective. */
import type { CameraDefinition } from '../../../../schemas/views.ts';
import type { Box3, Point3 } from '../../../building/geometry/vector.ts';
import type { Spread } from './hidden-tiles.ts';

/**
 * A projection. `x` and `y` are pixels from the left and the top; `near` grows towards the viewer and is linear over a
 * plane face in the picture, as the depth test requires.
 */
export type Lens = {
  readonly width: number;
  readonly height: number;
  /** Origin of the lens coordinates, mm: the eye with perspective, otherwise (0, 0, 0). */
  readonly origin: Point3;
  /** Unit vectors to the right, upwards and away from the viewer. */
  readonly right: Point3;
  readonly up: Point3;
  readonly deeper: Point3;
  /** Pixels per mm; with perspective, at a depth of 1 mm. */
  readonly scale: number;
  /** Pixel to which `origin` is projected. */
  readonly middle_x: number;
  readonly middle_y: number;
  readonly perspective: boolean;
};

/** Distance of the near clipping plane from the eye, mm. */
export const NEAR_PLANE_MM = 50;

/** Size of the picture in pixels, and the share of it that the box fills without perspective (default 0.94). */
type Size = { readonly width: number; readonly height: number; readonly share?: number };

/** The lens of a camera that shows a box. A perspective camera uses its own parameters instead of the box. */
export function lensOf(
  camera: CameraDefinition,
  box: Box3,
  { width, height, share = 0.94 }: Size,
): Lens {
  const away =
    camera.kind === 'axonometric' ? camera.direction : between(camera.eye, camera.target);
  const deeper = unit(away) ?? { x: 0, y: 1, z: 0 };
  const right = unit(cross(deeper, { x: 0, y: 0, z: 1 })) ?? { x: 1, y: 0, z: 0 };
  const up = cross(right, deeper);
  const axes = { right, up, deeper, width, height };
  if (camera.kind === 'perspective') {
    const scale = width / 2 / Math.tan((camera.field_deg * Math.PI) / 360);
    return {
      ...axes,
      origin: camera.eye,
      scale,
      middle_x: width / 2,
      middle_y: height / 2,
      perspective: true,
    };
  }
  const [across, along] = [extent(box, right), extent(box, up)];
  const scale =
    Math.min(width / (across.high - across.low), height / (along.high - along.low)) * share;
  return {
    ...axes,
    origin: { x: 0, y: 0, z: 0 },
    scale,
    middle_x: width / 2 - ((across.low + across.high) / 2) * scale,
    middle_y: height / 2 + ((along.low + along.high) / 2) * scale,
    perspective: false,
  };
}

/** Projects a point without perspective: x and y are pixels from the left and the top, z is `near`. */
export function spotIn(lens: Lens, point: Point3): Point3 {
  const { x, y, z } = inLens(lens, point);
  return { x: lens.middle_x + x * lens.scale, y: lens.middle_y - y * lens.scale, z: -z };
}

/** Coordinates of a point along the axes of the lens, mm. */
export function inLens({ origin, right, up, deeper }: Lens, point: Point3): Point3 {
  const p = between(origin, point);
  return { x: dot(p, right), y: dot(p, up), z: dot(p, deeper) };
}

/** The dot product of two vectors. */
export function dot(a: Point3, b: Point3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/** The possible extent of a box in the picture; null if the eye is too close to the box to bound it. */
export function spreadOf(lens: Lens, box: Box3): Spread | null {
  const { origin, scale, middle_x, middle_y, perspective } = lens;
  const along = (axis: Point3): readonly [number, number] => {
    const { low, high } = extent(box, axis);
    const from = dot(origin, axis);
    return [low - from, high - from];
  };
  const [across, upwards, [nearest, farthest]] = [
    along(lens.right),
    along(lens.up),
    along(lens.deeper),
  ];
  if (perspective && nearest < 2 * NEAR_PLANE_MM) return null;
  // Nearer things appear larger: an end away from the centre is computed at the nearest depth, which gives the outer
  // bound.
  const dots = (value: number, isAway: boolean): number =>
    perspective ? (value * scale) / (isAway ? nearest : farthest) : value * scale;
  return {
    left: middle_x + dots(across[0], across[0] < 0) - 1,
    right: middle_x + dots(across[1], across[1] > 0) + 1,
    top: middle_y - dots(upwards[1], upwards[1] > 0) - 1,
    bottom: middle_y - dots(upwards[0], upwards[0] < 0) + 1,
    near: perspective ? 1 / nearest : -nearest,
    ...planesOf(lens, box),
  };
}

/** Minimum component of the normal of a side along the view. Without perspective, other sides are edge-on. */
const LEVEL = 1e-6;

/** The sides of a box that face towards and away from the viewer, as planes over the picture. */
function planesOf(lens: Lens, { min, max }: Box3): Pick<Spread, 'backs' | 'fronts'> {
  const { origin, right, up, deeper, scale, middle_x, middle_y, perspective } = lens;
  const [fronts, backs] = [Array<number>(), Array<number>()];
  for (const axis of ['x', 'y', 'z'] as const) {
    const [r, u, d, o] = [right[axis] / scale, up[axis] / scale, deeper[axis], origin[axis]];
    // Coordinate of a pixel on this axis: o + r·(x − middle_x) + u·(middle_y − y) + d·depth. With perspective, the
    // terms in x and y are also multiplied by the depth: o + depth·(… + d).
    const add = (to: number[], c: number): void => {
      const by = perspective ? 1 / (c - o) : 1 / d;
      const at = perspective
        ? d - r * middle_x + u * middle_y
        : o - c - r * middle_x + u * middle_y;
      to.push(at * by, r * by, 0 - u * by);
    };
    const [low, high] = [min[axis], max[axis]];
    const isAhead = perspective ? o < low - NEAR_PLANE_MM : d > LEVEL;
    const isBehind = perspective ? o > high + NEAR_PLANE_MM : d < -LEVEL;
    if (!isAhead && !isBehind) continue;
    add(fronts, isAhead ? low : high);
    add(backs, isAhead ? high : low);
  }
  return { fronts, backs };
}

function extent({ min, max }: Box3, axis: Point3): { readonly low: number; readonly high: number } {
  const part = (name: 'x' | 'y' | 'z'): readonly [number, number] => {
    const [a, b] = [min[name] * axis[name], max[name] * axis[name]];
    return a < b ? [a, b] : [b, a];
  };
  const [x, y, z] = [part('x'), part('y'), part('z')];
  const low = x[0] + y[0] + z[0];
  return { low, high: Math.max(low + 1, x[1] + y[1] + z[1]) };
}

function between(a: Point3, b: Point3): Point3 {
  return { x: b.x - a.x, y: b.y - a.y, z: b.z - a.z };
}

function cross(a: Point3, b: Point3): Point3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
}

function unit(v: Point3): Point3 | null {
  const length = Math.sqrt(dot(v, v));
  return length < 1e-9 ? null : { x: v.x / length, y: v.y / length, z: v.z / length };
}
