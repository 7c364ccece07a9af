/** @module compose: the layers of a picture put over each other: what lies around, what is concerned, what two share. */
import type { Steps } from '../findings/steps.ts';
import type { Raster, Rgb } from '../raster/raster.ts';
import type { Camera } from './camera.ts';
import { dot } from './camera.ts';
import type { Ink } from './inks.ts';
import type { Layer } from './layer.ts';
import type { Surface, Surfaces } from './surfaces.ts';

/** The first element that is concerned has a layer of its own, so that others do not hide it. */
export type Layers = {
  readonly around: Layer;
  readonly first: Layer;
  readonly others: Layer;
  readonly shared: Layer | null;
};

/** Where the picture of the camera is in the raster, dots. */
export type Corner = { readonly x: number; readonly y: number };

/** What the layers are painted with; inks by the numbers of the surfaces. */
export type Painting = {
  readonly camera: Camera;
  readonly surfaces: Surfaces;
  readonly inks: readonly (Ink | null)[];
};

/** How much is left to see of what lies in front of something concerned: faces and edges. */
const GHOST = 0.3;
const GHOST_EDGE = 0.5;
/** How much is seen of what is concerned behind other such things: faces and edges. */
const BEHIND = 0.64;
const BEHIND_EDGE = 0.9;
/** How much of what two share is seen through them. */
const THROUGH = 0.85;
/** Cosine of the angle (20°) from which two faces make an edge. */
const SMOOTH = 0.94;
const SAME_DIRECTION = 0.99999;
/** Depths that differ by less are at one place, mm. */
const SAME_MM = 1;
const ROWS = 40;

/** A dot of a layer. */
type Touch = { readonly ink: Ink; readonly depth: number; readonly edge: boolean };

/** Paints the layers into the raster. */
export function* composed(
  raster: Raster,
  corner: Corner,
  layers: Layers,
  painting: Painting,
): Steps<void> {
  const { width, height } = painting.camera;
  const { around, first, others, shared } = layers;
  const mix = { r: 0, g: 0, b: 0 };
  for (let row = 0; row < height; row += 1) {
    if (row % ROWS === 0) yield { done: row, total: height, doing: 'colours' };
    for (let column = 0; column < width; column += 1) {
      const pixel = row * width + column;
      const under = touchOf(around, pixel, painting);
      const one = touchOf(first, pixel, painting);
      const other = touchOf(others, pixel, painting);
      const red = shared === null ? null : touchOf(shared, pixel, painting);
      if (under === null && one === null && other === null && red === null) continue;
      mix.r = mix.g = mix.b = 255;
      if (under !== null) blend(mix, colourOf(under), 1);
      const near = nearer(one, other);
      const far = near === one ? other : one;
      if (near !== null) {
        blend(mix, colourOf(near), shareOver(under, near));
        if (far !== null) blend(mix, colourOf(far), far.edge ? BEHIND_EDGE : BEHIND);
      }
      if (red !== null) {
        const inside = near !== null && near.depth < red.depth - SAME_MM;
        blend(mix, colourOf(red), inside && !red.edge ? THROUGH : 1);
      }
      const at = ((corner.y + row) * raster.width + corner.x + column) * 3;
      raster.rgb[at] = mix.r;
      raster.rgb[at + 1] = mix.g;
      raster.rgb[at + 2] = mix.b;
    }
  }
}

function blend(mix: { r: number; g: number; b: number }, [r, g, b]: Rgb, share: number): void {
  mix.r += (r - mix.r) * share;
  mix.g += (g - mix.g) * share;
  mix.b += (b - mix.b) * share;
}

function colourOf({ ink, edge }: Touch): Rgb {
  return edge ? ink.edge : ink.face;
}

/** How much of the colour of something concerned is seen. */
function shareOver(under: Touch | null, { ink, depth, edge }: Touch): number {
  if (under !== null && under.depth < depth - SAME_MM) {
    // The floor of a room is not seen through walls that are cut.
    if (ink.opacity < 1 && under.ink.cut) return 0;
    return (1 - (under.edge ? GHOST_EDGE : GHOST)) * ink.opacity;
  }
  return edge ? Math.max(ink.opacity, 0.8) : ink.opacity;
}

function nearer(one: Touch | null, other: Touch | null): Touch | null {
  if (one === null || other === null) return one ?? other;
  return one.depth <= other.depth ? one : other;
}

function touchOf(layer: Layer, pixel: number, painting: Painting): Touch | null {
  const number = layer.surface[pixel] ?? 0;
  const ink = number === 0 ? null : (painting.inks[number] ?? null);
  if (ink === null) return null;
  const depth = layer.depth[pixel] ?? Infinity;
  return { ink, depth, edge: isEdge(layer.surface, number, pixel, painting) };
}

/** Whether a face ends in this dot, on any of its four sides. */
function isEdge(
  surface: Int32Array,
  own: number,
  pixel: number,
  { camera: { width }, surfaces }: Painting,
): boolean {
  const column = pixel % width;
  // Beyond the border of the picture everything goes on.
  const left = column === 0 ? own : (surface[pixel - 1] ?? own);
  const right = column === width - 1 ? own : (surface[pixel + 1] ?? own);
  const above = surface[pixel - width] ?? own;
  const below = surface[pixel + width] ?? own;
  return (
    (left !== own && parts(own, left, surfaces)) ||
    (right !== own && parts(own, right, surfaces)) ||
    (above !== own && parts(own, above, surfaces)) ||
    (below !== own && parts(own, below, surfaces))
  );
}

/** Whether a line is drawn between two surfaces: not between those of a round body. */
function parts(own: number, next: number, surfaces: Surfaces): boolean {
  const one: Surface | null = surfaces[own] ?? null;
  const other: Surface | null = surfaces[next] ?? null;
  if (one === null || other === null) return true;
  if (one.element !== other.element || one.cut !== other.cut) return true;
  const cosine = dot(one.normal, other.normal);
  return cosine < SMOOTH || cosine > SAME_DIRECTION;
}
