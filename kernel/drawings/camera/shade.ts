/** @module shade: colours of the dots of a picture: light of sky and sun, shadow, and edges. */
import type { Point3 } from '../../geometry/vector.ts';
import type { Raster, Rgb } from '../../raster/raster.ts';
import { newRaster } from '../../raster/raster.ts';
import { WHITE } from '../pens.ts';
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

/** The picture of a stage whose buffers are drawn. */
export function shaded(stage: Stage): Raster {
  const { lens, seen, surfaces } = stage;
  const raster = newRaster(lens.width, lens.height, WHITE);
  const { rgb } = raster;
  const shadows = new Shadows(stage);
  const tones = surfaces.map((surface) => tonesOf(surface, stage));
  for (let row = 0; row < lens.height; row += 1) {
    for (let column = 0; column < lens.width; column += 1) {
      const pixel = row * lens.width + column;
      const number = seen.face[pixel] ?? 0;
      const tone = tones[number - 1];
      if (tone === undefined) continue;
      const sun = tone.faces_sun ? shadows.sunAt(column, row, seen.near[pixel] ?? 0) : 0;
      const share = edgeShare(stage, pixel, column, row);
      const keep = 1 - share;
      const to = pixel * 3;
      rgb[to] = (tone.shade[0] + tone.gain[0] * sun) * keep + EDGE[0] * share + 0.5;
      rgb[to + 1] = (tone.shade[1] + tone.gain[1] * sun) * keep + EDGE[1] * share + 0.5;
      rgb[to + 2] = (tone.shade[2] + tone.gain[2] * sun) * keep + EDGE[2] * share + 0.5;
    }
  }
  return raster;
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
  readonly #axes: readonly number[];

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
    this.#axes = [x, y, z, ...along(lens.right), ...along(lens.up), ...along(lens.deeper)];
  }

  /** How much of the sun reaches what a dot shows: the mean of nine places around it. Called for every dot. */
  sunAt(column: number, row: number, near: number): number {
    const { scale, middle_x, middle_y, perspective } = this.#lens;
    const axes = this.#axes;
    const depth = perspective ? 1 / near : -near;
    const per = perspective ? depth / scale : 1 / scale;
    const x = (column + 0.5 - middle_x) * per;
    const y = (middle_y - row - 0.5) * per;
    const along = (k: number): number =>
      (axes[k] ?? 0) + (axes[3 + k] ?? 0) * x + (axes[6 + k] ?? 0) * y + (axes[9 + k] ?? 0) * depth;
    const u = Math.floor(this.#sun.middle_x + along(0) * this.#sun.scale);
    const v = Math.floor(this.#sun.middle_y - along(1) * this.#sun.scale);
    if (u < 1 || v < 1 || u + 2 > this.#width || v + 2 > this.#height) return 1;
    const least = BIAS_MM - along(2);
    let sum = 0;
    for (let at = (v - 1) * this.#width + u; at <= (v + 1) * this.#width + u; at += this.#width) {
      if ((this.#near[at - 1] ?? 0) < least) sum += 1;
      if ((this.#near[at] ?? 0) < least) sum += 1;
      if ((this.#near[at + 1] ?? 0) < least) sum += 1;
    }
    return sum / 9;
  }
}

/** How much of a dot an edge takes: edges with what is to its right and below. */
// oxlint-disable-next-line max-params -- called for every dot: no object is made for it
function edgeShare(
  { lens, seen, surfaces }: Stage,
  pixel: number,
  column: number,
  row: number,
): number {
  const own = seen.face[pixel] ?? 0;
  const right = column + 1 < lens.width ? (seen.face[pixel + 1] ?? 0) : own;
  const below = row + 1 < lens.height ? (seen.face[pixel + lens.width] ?? 0) : own;
  if (right === own && below === own) return 0;
  const surface = surfaces[own - 1];
  if (surface === undefined) return 0;
  const parts =
    (right !== own && areApart(surface, surfaces[right - 1])) ||
    (below !== own && areApart(surface, surfaces[below - 1]));
  return parts ? EDGE_SHARE : 0;
}

/** Whether a line is drawn between two faces: not between those of something round, nor at seams of what is flush. */
function areApart(one: Surface, other: Surface | undefined): boolean {
  if (other === undefined) return one.body >= 0;
  const cosine = dot(one.normal, other.normal);
  if (one.body === other.body) return cosine < SMOOTH || cosine > 0.99999;
  return !(cosine > 0.99999 && one.colour === other.colour);
}
