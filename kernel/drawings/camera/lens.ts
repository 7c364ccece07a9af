/** @module lens: where points in space are in a picture, without perspective or with it. */
import type { CameraDefinition } from '../../../schemas/views.ts';
import type { Box3, Point3 } from '../../geometry/vector.ts';

/**
 * Dots from the left and top as `x`, `y`; `near` grows towards who looks and changes evenly over a plane face in the
 * picture, which is what telling the nearest needs.
 */
export type Lens = {
  readonly width: number;
  readonly height: number;
  readonly origin: Point3;
  readonly right: Point3;
  readonly up: Point3;
  readonly deeper: Point3;
  /** Dots per mm; with perspective at a depth of 1 mm. */
  readonly scale: number;
  readonly middle_x: number;
  readonly middle_y: number;
  readonly perspective: boolean;
};

/** What lies nearer than this to an eye is cut off, mm. */
export const NEAREST_MM = 50;

type Size = { readonly width: number; readonly height: number };

/** The lens of a camera that shows a box; a perspective shows what its own numbers say. */
export function lensOf(camera: CameraDefinition, box: Box3, { width, height }: Size): Lens {
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
    Math.min(width / (across.high - across.low), height / (along.high - along.low)) * 0.94;
  return {
    ...axes,
    origin: { x: 0, y: 0, z: 0 },
    scale,
    middle_x: width / 2 - ((across.low + across.high) / 2) * scale,
    middle_y: height / 2 + ((along.low + along.high) / 2) * scale,
    perspective: false,
  };
}

/** Coordinates along the axes of the lens, mm. */
export function inLens({ origin, right, up, deeper }: Lens, point: Point3): Point3 {
  const p = between(origin, point);
  return { x: dot(p, right), y: dot(p, up), z: dot(p, deeper) };
}

/** Product of two vectors. */
export function dot(a: Point3, b: Point3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
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
