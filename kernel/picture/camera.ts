/** @module camera: where a point in space is in a picture without perspective, and what of it a box leaves. */
import type { Box3, Point3 } from '../geometry/vector.ts';

/** From above, or aslant from the south-west. */
export type Look = 'plan' | 'axonometric';

/** A picture of `width` × `height` dots; `middle` (mm) is in its middle. */
export type Camera = {
  readonly width: number;
  readonly height: number;
  readonly middle: Point3;
  /** Dots per millimetre. */
  readonly scale: number;
  /** Unit vectors: to the right of the picture, down in it, and away from who looks. */
  readonly right: Point3;
  readonly down: Point3;
  readonly deeper: Point3;
};

/** Dots from the left and the top, and mm away from who looks. */
export type Spot = { readonly x: number; readonly y: number; readonly depth: number };

/** All of these are exact or nearly so; no angle is computed, so that every machine draws the same. */
const AXES = {
  plan: {
    right: { x: 1, y: 0, z: 0 },
    down: { x: 0, y: -1, z: 0 },
    deeper: { x: 0, y: 0, z: -1 },
  },
  axonometric: {
    right: { x: 0.8, y: -0.6, z: 0 },
    down: { x: -0.36, y: -0.48, z: -0.8 },
    deeper: { x: 0.48, y: 0.64, z: -0.6 },
  },
} as const satisfies Record<Look, object>;

/** Dots that stay free around what is looked at; a plan goes on to the border. */
const MARGIN = { plan: 0, axonometric: 24 } as const;

/** The camera that shows all of the box as large as it can be. */
export function cameraOn(
  look: Look,
  { min, max }: Box3,
  { width, height }: { readonly width: number; readonly height: number },
): Camera {
  const axes = AXES[look];
  const size = { x: max.x - min.x, y: max.y - min.y, z: max.z - min.z };
  const extent = (axis: Point3): number =>
    Math.abs(axis.x) * size.x + Math.abs(axis.y) * size.y + Math.abs(axis.z) * size.z;
  const scale = Math.min(
    (width - 2 * MARGIN[look]) / Math.max(1, extent(axes.right)),
    (height - 2 * MARGIN[look]) / Math.max(1, extent(axes.down)),
  );
  const middle = { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2, z: (min.z + max.z) / 2 };
  return { width, height, middle, scale, ...axes };
}

/** Where a point is in the picture. */
export function spotOf(camera: Camera, point: Point3): Spot {
  const { middle, scale, right, down, deeper } = camera;
  const from = { x: point.x - middle.x, y: point.y - middle.y, z: point.z - middle.z };
  return {
    x: camera.width / 2 + dot(from, right) * scale,
    y: camera.height / 2 + dot(from, down) * scale,
    depth: dot(from, deeper),
  };
}

/** Product of two vectors. */
export function dot(a: Point3, b: Point3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/** Where the line of sight through each dot enters a box and leaves it (mm of depth), and by which axis it enters. */
export type Window = {
  readonly entry: Float32Array;
  /** Less than `entry` where the line of sight misses the box. */
  readonly exit: Float32Array;
  readonly axis: Uint8Array;
};

export const AXIS_NAMES = ['x', 'y', 'z'] as const;
type AxisName = (typeof AXIS_NAMES)[number];

/** What the box leaves of each line of sight. */
export function windowOf(camera: Camera, box: Box3): Window {
  const dots = camera.width * camera.height;
  const window: Window = {
    entry: new Float32Array(dots).fill(-Infinity),
    exit: new Float32Array(dots).fill(Infinity),
    axis: new Uint8Array(dots),
  };
  for (const [index, name] of AXIS_NAMES.entries()) narrow(window, camera, box, { index, name });
  return window;
}

/** Leaves of each line of sight what lies between the two sides of the box across one axis. */
function narrow(
  { entry, exit, axis }: Window,
  camera: Camera,
  { min, max }: Box3,
  { index, name }: { readonly index: number; readonly name: AxisName },
): void {
  const { width, height, middle, scale, right, down, deeper } = camera;
  const along = deeper[name];
  // An axis across the line of sight: outside is what never comes between the sides.
  const pace = along === 0 ? 1 : along;
  const [near, far] = pace > 0 ? [min[name], max[name]] : [max[name], min[name]];
  const perColumn = right[name] / scale;
  const perRow = down[name] / scale;
  for (let row = 0; row < height; row += 1) {
    const start = middle[name] + (row + 0.5 - height / 2) * perRow + (0.5 - width / 2) * perColumn;
    for (let column = 0; column < width; column += 1) {
      const pixel = row * width + column;
      const from = (near - start - column * perColumn) / pace;
      const to = (far - start - column * perColumn) / pace;
      if (along === 0) {
        if (from > 0 || to < 0) exit[pixel] = -Infinity;
        continue;
      }
      if (from > (entry[pixel] ?? 0)) {
        entry[pixel] = from;
        axis[pixel] = index;
      }
      if (to < (exit[pixel] ?? 0)) exit[pixel] = to;
    }
  }
}
