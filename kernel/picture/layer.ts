/** @module layer: the nearest surface in each dot, cut open by a box. */
import type { Camera, Window } from './camera.ts';
import { AXIS_NAMES, spotOf } from './camera.ts';
import { eachFragment } from './fragments.ts';
import type { Face, Surfaces } from './surfaces.ts';

/** What is nearest in each dot: its depth in mm and the number of its surface. */
export type Layer = { readonly depth: Float32Array; readonly surface: Int32Array };

/** Faces that lie in the plane of the cut belong to neither side; mm. */
const ON_THE_CUT_MM = 0.5;

/** A layer without anything. */
export function emptyLayer({ width, height }: Camera): Layer {
  return {
    depth: new Float32Array(width * height).fill(Infinity),
    surface: new Int32Array(width * height),
  };
}

/** Where bodies are drawn one by one before they come into a layer. */
export type Easel = {
  readonly camera: Camera;
  readonly surfaces: Surfaces;
  /** Empty between bodies. */
  readonly own: Layer;
};

/**
 * Adds a closed body to a layer. Where the line of sight enters the window inside of the body, it meets the cut. Without
 * a window nothing is cut.
 */
export function addBody(
  layer: Layer,
  faces: readonly Face[],
  window: Window | null,
  easel: Easel,
): void {
  const [first] = faces;
  if (first === undefined) return;
  const { camera, surfaces, own } = easel;
  const element = surfaces[first.surface]?.element ?? 0;
  const cuts = [0, 0, 0];
  eachFragment(faces, camera, (pixel, depth, surface, back) => {
    const entry = window?.entry[pixel] ?? -Infinity;
    if (depth < (back ? entry + ON_THE_CUT_MM : entry - ON_THE_CUT_MM)) return;
    if (depth >= (own.depth[pixel] ?? Infinity)) return;
    own.depth[pixel] = depth;
    own.surface[pixel] = back ? -surface : surface;
  });
  const { left, top, right, bottom } = extentOf(faces, camera);
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) take(row * camera.width + column);
  }

  /** Takes the dot from the easel, where there is one. */
  function take(pixel: number): void {
    const nearest = own.depth[pixel] ?? Infinity;
    if (nearest === Infinity) return;
    const number = own.surface[pixel] ?? 0;
    own.depth[pixel] = Infinity;
    const entry = window?.entry[pixel] ?? -Infinity;
    const exit = window?.exit[pixel] ?? Infinity;
    const depth = number < 0 ? entry : nearest;
    if (entry > exit || depth > exit || depth >= (layer.depth[pixel] ?? Infinity)) return;
    layer.depth[pixel] = depth;
    layer.surface[pixel] = number > 0 ? number : cutOf(pixel);
  }

  function cutOf(pixel: number): number {
    const axis = window?.axis[pixel] ?? 2;
    const known = cuts[axis] ?? 0;
    if (known !== 0) return known;
    const name = AXIS_NAMES[axis] ?? 'z';
    const towards = camera.deeper[name] > 0 ? -1 : 1;
    const normal = { x: 0, y: 0, z: 0, [name]: towards };
    const made = surfaces.push({ element, normal, cut: true }) - 1;
    cuts[axis] = made;
    return made;
  }
}

/** The rows and columns that faces can cover: from `top` and `left`, up to `bottom` and `right`. */
function extentOf(faces: readonly Face[], camera: Camera): Extent {
  let [left, top, right, bottom] = [camera.width, camera.height, 0, 0];
  for (const { corners } of faces) {
    for (const corner of corners) {
      const { x, y } = spotOf(camera, corner);
      left = Math.min(left, Math.floor(x));
      right = Math.max(right, Math.ceil(x));
      top = Math.min(top, Math.floor(y));
      bottom = Math.max(bottom, Math.ceil(y));
    }
  }
  return {
    left: Math.max(0, left),
    top: Math.max(0, top),
    right: Math.min(camera.width, right),
    bottom: Math.min(camera.height, bottom),
  };
}

type Extent = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};
