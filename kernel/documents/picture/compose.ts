/** @module compose: blends the layers of a picture: surroundings, concerned elements, and their intersection. */

import { checkpoint } from '../../base/work/checkpoint.ts';
import type { DepthBuffer } from '../drawings/camera/depth-buffer.ts';
import type { Edges } from '../drawings/camera/edges.ts';
import type { Raster, Rgb } from '../raster/raster.ts';
import type { Ink } from './inks.ts';

/** The layers of a picture. The first concerned element has a separate layer, so that other elements do not hide it. */
export type Layers = {
  readonly around: DepthBuffer;
  readonly first: DepthBuffer;
  readonly others: DepthBuffer;
  readonly shared: DepthBuffer | null;
};

/** The styles of surfaces: `inks` are indexed by surface number minus one. */
export type Painting = { readonly edges: Edges; readonly inks: readonly Ink[] };

/** Opacity of surrounding elements in front of a concerned element: of faces, and of edges. */
const GHOST = 0.3;
const GHOST_EDGE = 0.5;
/** Opacity with which a concerned element behind another one is drawn over it: of faces, and of edges. */
const BEHIND = 0.64;
const BEHIND_EDGE = 0.9;
/** Opacity of an intersection that is inside its elements. */
const THROUGH = 0.85;
/** Depth tolerance, mm: points closer together than this are at the same depth. */
const SAME_MM = 1;
/** Number of pixel rows between two checkpoints. */
const ROWS = 40;

/**
 * What a layer shows at a pixel. One object for each layer is reused for all pixels: a picture has millions of them, and
 * most of the time went into the allocation of their objects.
 */
type Touch = {
  /** Null: the layer has no face here. */
  ink: Ink | null;
  /** Depth; greater is closer. */
  near: number;
  isEdge: boolean;
};

function untouched(): Touch {
  return { ink: null, near: 0, isEdge: false };
}

/** Blends the layers into a white raster of the same size. */
export function composeLayers(raster: Raster, layers: Layers, painting: Painting): void {
  const { width, height, rgb } = raster;
  const { around, first, others, shared } = layers;
  const mix = { r: 0, g: 0, b: 0 };
  const [under, one, other, red] = [untouched(), untouched(), untouched(), untouched()];
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (pixel % (ROWS * width) === 0) {
      checkpoint({ done: pixel / width, total: height, doing: 'colours' });
    }
    touch(under, around, pixel, painting);
    touch(one, first, pixel, painting);
    touch(other, others, pixel, painting);
    if (shared !== null) touch(red, shared, pixel, painting);
    const isEmpty = under.ink === null && one.ink === null && other.ink === null;
    if (isEmpty && red.ink === null) continue;
    mix.r = mix.g = mix.b = 255;
    if (under.ink !== null) blend(mix, colourOf(under.ink, under), 1);
    const near = nearer(one, other);
    const far = near === one ? other : one;
    if (near.ink !== null) {
      blend(mix, colourOf(near.ink, near), shareOver(under, near.ink, near));
      if (far.ink !== null) {
        blend(mix, colourOf(far.ink, far), far.isEdge ? BEHIND_EDGE : BEHIND);
      }
    }
    if (red.ink !== null) {
      const isInside = near.ink !== null && near.near > red.near + SAME_MM;
      blend(mix, colourOf(red.ink, red), isInside && !red.isEdge ? THROUGH : 1);
    }
    rgb[pixel * 3] = mix.r;
    rgb[pixel * 3 + 1] = mix.g;
    rgb[pixel * 3 + 2] = mix.b;
  }
}

function blend(mix: { r: number; g: number; b: number }, colour: Rgb, share: number): void {
  mix.r += (colour[0] - mix.r) * share;
  mix.g += (colour[1] - mix.g) * share;
  mix.b += (colour[2] - mix.b) * share;
}

function colourOf(ink: Ink, { isEdge }: Touch): Rgb {
  return isEdge ? ink.edge : ink.face;
}

/** Opacity of a concerned element over the surroundings. */
function shareOver(under: Touch, ink: Ink, { near, isEdge }: Touch): number {
  if (under.ink !== null && under.near > near + SAME_MM) {
    // The floor of a room must not show through cut walls.
    if (ink.opacity < 1 && under.ink.isCut) return 0;
    return (1 - (under.isEdge ? GHOST_EDGE : GHOST)) * ink.opacity;
  }
  return isEdge ? Math.max(ink.opacity, 0.8) : ink.opacity;
}

/** The layer that is closer; the other one if a layer has no face. */
function nearer(one: Touch, other: Touch): Touch {
  if (one.ink === null) return other;
  return other.ink === null || one.near >= other.near ? one : other;
}

function touch(to: Touch, layer: DepthBuffer, pixel: number, { edges, inks }: Painting): void {
  const number = layer.face[pixel] ?? 0;
  to.ink = number === 0 ? null : (inks[number - 1] ?? null);
  if (to.ink === null) return;
  to.near = layer.near[pixel] ?? 0;
  to.isEdge = isRim(layer, number, pixel, edges);
}

/** Whether an edge of a face runs between this pixel and any of its four neighbours. */
function isRim({ face, width }: DepthBuffer, own: number, pixel: number, edges: Edges): boolean {
  const column = pixel % width;
  // At the left and right border of the picture, faces count as continuing.
  const left = column === 0 ? own : (face[pixel - 1] ?? own);
  const right = column === width - 1 ? own : (face[pixel + 1] ?? own);
  const above = face[pixel - width] ?? own;
  const below = face[pixel + width] ?? own;
  return (
    (left !== own && edges.hasLineBetween(own, left)) ||
    (right !== own && edges.hasLineBetween(own, right)) ||
    (above !== own && edges.hasLineBetween(own, above)) ||
    (below !== own && edges.hasLineBetween(own, below))
  );
}
