/** @module layer: a depth buffer with the nearest faces of some bodies, cut open by the visible box. */

import type { Mesh } from '../../building/geometry/mesh/mesh.ts';
import type { Box3 } from '../../building/geometry/vector.ts';
import type { DepthBuffer, DepthBuffers } from '../drawings/camera/depth-buffer.ts';
import type { Lens } from '../drawings/camera/lens.ts';
import { spreadOf } from '../drawings/camera/lens.ts';
import { MeshPainter } from '../drawings/camera/mesh-painter.ts';
import { Surfaces } from '../drawings/camera/stage.ts';

/**
 * For each pixel, the part of its line of sight inside the visible box: `near` at entry and exit, and the entered side.
 */
export type CutWindow = {
  readonly enters: Float32Array;
  /** Greater than `enters` if the line of sight misses the box. */
  readonly leaves: Float32Array;
  /** Index of the entered side among the axes that are not perpendicular to the lines of sight. */
  readonly side: Uint8Array;
};

/** The shared state for adding bodies to layers one by one. */
export type Easel = {
  readonly lens: Lens;
  readonly surfaces: Surfaces;
  readonly painter: MeshPainter;
  readonly window: CutWindow;
  /** Numbers of the surfaces that are cuts by the box. */
  readonly cuts: Set<number>;
  /** Buffer for a single body; cleared after each body. */
  readonly own: DepthBuffer;
};

/** Tolerance at the cut, mm: faces this close to the plane of the cut are not drawn. */
const ON_THE_CUT_MM = 0.5;

/** The state for drawing bodies that a box cuts open. The lens must not have perspective. */
export function newEasel(lens: Lens, box: Box3, buffers: DepthBuffers): Easel {
  const surfaces = new Surfaces();
  return {
    lens,
    surfaces,
    painter: new MeshPainter({ lens, surfaces }),
    window: windowOf(lens, box),
    cuts: new Set(),
    own: buffers.take(lens.width, lens.height),
  };
}

function windowOf(lens: Lens, box: Box3): CutWindow {
  const { width, height } = lens;
  const { fronts = [], backs = [] } = spreadOf(lens, box) ?? {};
  const window: CutWindow = {
    enters: new Float32Array(width * height).fill(Infinity),
    leaves: new Float32Array(width * height).fill(-Infinity),
    side: new Uint8Array(width * height),
  };
  const { enters, leaves, side } = window;
  for (let k = 0; 3 * k < fronts.length; k += 1) {
    const [front, back] = [fronts, backs].map((planes) => planes.slice(3 * k, 3 * k + 3));
    const [at = 0, across = 0, down = 0] = front ?? [];
    const [atBack = 0, acrossBack = 0, downBack = 0] = back ?? [];
    for (let row = 0, pixel = 0; row < height; row += 1) {
      const y = row + 0.5;
      for (let x = 0.5; x < width; x += 1, pixel += 1) {
        const near = at + x * across + y * down;
        if (near < (enters[pixel] ?? 0)) {
          enters[pixel] = near;
          side[pixel] = k;
        }
        const far = atBack + x * acrossBack + y * downBack;
        if (far > (leaves[pixel] ?? 0)) leaves[pixel] = far;
      }
    }
  }
  return window;
}

/** A closed body with its number; `isCut`: whether the box cuts it open. */
export type LayerBody = { readonly mesh: Mesh; readonly body: number; readonly isCut: boolean };

/** Adds a body to a layer. A line of sight that enters the box inside the body shows the cut surface. */
export function addBody(layer: DepthBuffer, { mesh, body, isCut }: LayerBody, easel: Easel): void {
  const { lens, surfaces, own, window, painter, cuts } = easel;
  const { width } = lens;
  const { enters, leaves, side } = window;
  // A separate colour object for each body, so that a seam is drawn between flush bodies.
  const colour = [0, 0, 0] as const;
  let [left, top, right, bottom] = [width, Infinity, 0, -1];
  painter.eachFace(mesh, { colour, body }, (number, isBack) => (first, last, start, per) => {
    const row = Math.floor(first / width);
    left = Math.min(left, first - row * width);
    right = Math.max(right, last - row * width);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
    const slack = isBack ? -ON_THE_CUT_MM : ON_THE_CUT_MM;
    for (let pixel = first, near = start; pixel <= last; pixel += 1, near += per) {
      if (isCut && near > (enters[pixel] ?? 0) + slack) continue;
      if (near <= (own.near[pixel] ?? 0)) continue;
      own.near[pixel] = near;
      own.face[pixel] = isBack ? -number : number;
    }
  });
  const known: number[] = [];
  for (let row = top; row <= bottom; row += 1) {
    for (let pixel = row * width + left; pixel <= row * width + right; pixel += 1) {
      const number = own.face[pixel] ?? 0;
      if (number === 0) continue;
      const nearest = own.near[pixel] ?? 0;
      own.near[pixel] = -Infinity;
      own.face[pixel] = 0;
      const enter = isCut ? (enters[pixel] ?? 0) : Infinity;
      const leave = isCut ? (leaves[pixel] ?? 0) : -Infinity;
      const near = number < 0 ? enter : nearest;
      if (enter < leave || near < leave || near <= (layer.near[pixel] ?? 0)) continue;
      layer.near[pixel] = near;
      layer.face[pixel] = number > 0 ? number : cutAt(side[pixel] ?? 0);
    }
  }

  /** The surface of the cut through a side of the box. */
  function cutAt(index: number): number {
    const found = known[index];
    if (found !== undefined) return found;
    const axes = (['x', 'y', 'z'] as const).filter((name) => Math.abs(lens.deeper[name]) > 1e-6);
    const axis = axes[index] ?? 'z';
    const normal = { x: 0, y: 0, z: 0, [axis]: lens.deeper[axis] > 0 ? -1 : 1 };
    const made = surfaces.add(normal, body, colour);
    known[index] = made;
    cuts.add(made);
    return made;
  }
}
