/** @module shade: colours of the dots of a picture: light of sky and sun, shadow, and edges. */
import type { Steps } from '../../findings/steps.ts';
import type { Point3 } from '../../geometry/vector.ts';
import type { Raster, Rgb } from '../../raster/raster.ts';
import { newRaster } from '../../raster/raster.ts';
import { WHITE } from '../pens.ts';
import type { DepthBuffer } from './depth-buffer.ts';
import type { Lens } from './lens.ts';
import { dot, inLens } from './lens.ts';
import type { Stage, Surface } from './stage.ts';

/** Light that comes from everywhere, from above and from the sun. */
const AMBIENT = 0.62;
const SKY = 0.12;
const SUNLIGHT = 0.42;
/** Light that is left in shadow. */
const SHADE = 0.12;
/** What lies this much behind what the sun sees is in shadow, mm. */
const BIAS_MM = 25;
const EDGE: Rgb = [58, 58, 64];
const EDGE_SHARE = 0.62;
/** Cosine of the angle (20°) between faces from which an edge is drawn. */
const SMOOTH = 0.94;

/** Rows of the picture between two stops, and surfaces. */
const ROWS = 24;
const SURFACES = 20_000;

/** The picture of a stage whose buffers are drawn. */
export function* shaded(stage: Stage): Steps<Raster> {
  const { lens, seen, surfaces } = stage;
  const { width, height } = lens;
  const raster = newRaster(width, height, WHITE);
  const shadows = new Shadows(stage);
  const tones: Tones[] = [];
  for (const surface of surfaces) {
    if (tones.length % SURFACES === 0) {
      yield { done: tones.length, total: surfaces.length, doing: 'light' };
    }
    tones.push(tonesOf(surface, stage));
  }
  for (let row = 0; row < height; row += 1) {
    if (row % ROWS === 0) yield { done: row, total: height, doing: 'light on dots' };
    shadeRow(row, { seen, surfaces, tones, shadows }, raster);
  }
  return raster;
}

type Light = {
  readonly seen: DepthBuffer;
  readonly surfaces: readonly Surface[];
  readonly tones: readonly Tones[];
  readonly shadows: Shadows;
};

function shadeRow(row: number, { seen, surfaces, tones, shadows }: Light, raster: Raster): void {
  const { face, near, width, height } = seen;
  const { rgb } = raster;
  const isLast = row + 1 === height;
  for (let column = 0; column < width; column += 1) {
    const pixel = row * width + column;
    const own = face[pixel] ?? 0;
    const tone = tones[own - 1];
    if (tone === undefined) continue;
    const sun = tone.faces_sun ? shadows.sunAt(column, row, near[pixel] ?? 0) : 0;
    const right = column + 1 < width ? (face[pixel + 1] ?? 0) : own;
    const below = isLast ? own : (face[pixel + width] ?? 0);
    // Edges are drawn with what is to their right and below.
    const isEdge =
      (right !== own && areApart(surfaces, own, right)) ||
      (below !== own && areApart(surfaces, own, below));
    const share = isEdge ? EDGE_SHARE : 0;
    const keep = 1 - share;
    const to = pixel * 3;
    const { shade, gain } = tone;
    rgb[to] = (shade[0] + gain[0] * sun) * keep + EDGE[0] * share + 0.5;
    rgb[to + 1] = (shade[1] + gain[1] * sun) * keep + EDGE[1] * share + 0.5;
    rgb[to + 2] = (shade[2] + gain[2] * sun) * keep + EDGE[2] * share + 0.5;
  }
}

/** Colour of a face in shadow, and what full sun adds to it. */
type Tones = { readonly faces_sun: boolean; readonly shade: Rgb; readonly gain: Rgb };

function tonesOf({ colour, normal }: Surface, stage: Stage): Tones {
  const { base, sun } = lightOn(normal, stage);
  const dark = base + sun * SHADE;
  const full = (part: number): number => Math.min(255, part * (base + sun));
  const [r, g, b] = colour;
  const shade: Rgb = [Math.min(255, r * dark), Math.min(255, g * dark), Math.min(255, b * dark)];
  return {
    faces_sun: sun > 0,
    shade,
    gain: [full(r) - shade[0], full(g) - shade[1], full(b) - shade[2]],
  };
}

function lightOn(normal: Point3, { sun }: Stage): { readonly base: number; readonly sun: number } {
  return {
    base: AMBIENT + SKY * (0.5 + normal.z / 2),
    sun: SUNLIGHT * Math.max(0, -dot(normal, sun.deeper)),
  };
}

/** What the sun sees, asked for by the dots of the picture. */
class Shadows {
  readonly #near: Float32Array;
  readonly #width: number;
  readonly #height: number;
  readonly #lens: Lens;
  readonly #sun: Lens;
  /** Where the origin of the lens is for the sun, and its axes: x, y and depth of each, mm. */
  readonly #axes: Float64Array;

  constructor({ lens, sun, lit }: Stage) {
    this.#near = lit.near;
    this.#width = lit.width;
    this.#height = lit.height;
    this.#lens = lens;
    this.#sun = sun;
    const along = (axis: Point3): readonly number[] => [
      dot(axis, sun.right),
      dot(axis, sun.up),
      dot(axis, sun.deeper),
    ];
    const { x, y, z } = inLens(sun, lens.origin);
    const axes = [along(lens.right), along(lens.up), along(lens.deeper)];
    this.#axes = Float64Array.from([x, y, z, ...axes.flat()]);
  }

  /** How much of the sun reaches what a dot shows: the mean of nine places around it. Called for every dot. */
  sunAt(column: number, row: number, near: number): number {
    const { scale, middle_x, middle_y, perspective } = this.#lens;
    const depth = perspective ? 1 / near : -near;
    const per = perspective ? depth / scale : 1 / scale;
    const x = (column + 0.5 - middle_x) * per;
    const y = (middle_y - row - 0.5) * per;
    const sun = this.#sun;
    const width = this.#width;
    const u = Math.floor(sun.middle_x + this.#along(0, x, y, depth) * sun.scale);
    const v = Math.floor(sun.middle_y - this.#along(1, x, y, depth) * sun.scale);
    if (u < 1 || v < 1 || u + 2 > width || v + 2 > this.#height) return 1;
    const least = BIAS_MM - this.#along(2, x, y, depth);
    const list = this.#near;
    let sum = 0;
    for (let at = (v - 1) * width + u; at <= (v + 1) * width + u; at += width) {
      if ((list[at - 1] ?? 0) < least) sum += 1;
      if ((list[at] ?? 0) < least) sum += 1;
      if ((list[at + 1] ?? 0) < least) sum += 1;
    }
    return sum / 9;
  }

  // oxlint-disable-next-line max-params -- called for every dot: no object is made for it
  #along(k: 0 | 1 | 2, x: number, y: number, depth: number): number {
    const axes = this.#axes;
    return (
      (axes[k] ?? 0) + (axes[3 + k] ?? 0) * x + (axes[6 + k] ?? 0) * y + (axes[9 + k] ?? 0) * depth
    );
  }
}

/** Whether a line is drawn between two faces: not between those of something round, nor at seams of what is flush. */
function areApart(surfaces: readonly Surface[], own: number, beside: number): boolean {
  const one = surfaces[own - 1];
  const other = surfaces[beside - 1];
  if (one === undefined) return false;
  if (other === undefined) return one.body >= 0;
  const cosine = dot(one.normal, other.normal);
  if (one.body === other.body) return cosine < SMOOTH || cosine > 0.99999;
  return !(cosine > 0.99999 && one.colour === other.colour);
}
