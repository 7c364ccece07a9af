/** @module shade: colours the pixels of a picture: ambient light, sky light, sunlight, shadow and edges. */

import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Point3 } from '../../../building/geometry/vector.ts';
import type { Raster, Rgb } from '../../raster/raster.ts';
import { newRaster } from '../../raster/raster.ts';
import { WHITE } from '../pens.ts';
import { Edges } from './edges.ts';
import { dot, inLens } from './lens.ts';
import type { Stage } from './stage.ts';

/** Intensity of the ambient light, as a share of the colour of a face. */
const AMBIENT = 0.62;
/** Additional intensity of light from the sky on a face turned upwards; none on a face turned downwards. */
const SKY = 0.12;
/** Additional intensity of sunlight on a face perpendicular to it. */
const SUNLIGHT = 0.42;
/** Share of the sunlight that remains in shadow. */
const SHADE = 0.12;
/** Shadow bias: a point is in shadow if it is this far behind the surface in the shadow map, mm. */
const BIAS_MM = 25;
/** Colour of lines between faces, and its share in the colour of an edge pixel. */
const EDGE: Rgb = [58, 58, 64];
const EDGE_SHARE = 0.62;

/** Number of picture rows between two checkpoints. */
const ROWS = 24;
/** Number of surfaces between two checkpoints. */
const SURFACES = 20_000;

/** The shaded picture of a stage whose buffers are complete. */
export function shadeStage(stage: Stage): Raster {
  const { lens, surfaces } = stage;
  const { width, height } = lens;
  const raster = newRaster(width, height, WHITE);
  const tones: Tones = {
    faces_sun: new Uint8Array(surfaces.count),
    shade: new Float64Array(surfaces.count * 3),
    gain: new Float64Array(surfaces.count * 3),
  };
  for (let index = 0; index < surfaces.count; index += 1) {
    if (index % SURFACES === 0) checkpoint({ done: index, total: surfaces.count, doing: 'light' });
    putTones(index, stage, tones);
  }
  const shadows = new Shadows(stage);
  const sun = new Float64Array(width);
  const edges = new Edges(stage);
  for (let row = 0; row < height; row += 1) {
    if (row % ROWS === 0) checkpoint({ done: row, total: height, doing: 'shading' });
    shadows.sunOn(row, tones, sun);
    shadeRow(row, { stage, tones, edges, sun }, raster);
  }
  return raster;
}

/** For each surface: whether it faces the sun, its colour in shadow, and the colour that full sun adds. */
type Tones = {
  readonly faces_sun: Uint8Array;
  readonly shade: Float64Array;
  readonly gain: Float64Array;
};

/** The data for shading one row; `sun` is the share of sunlight that reaches each of its pixels. */
type Light = {
  readonly stage: Stage;
  readonly tones: Tones;
  readonly edges: Edges;
  readonly sun: Float64Array;
};

function shadeRow(row: number, { stage, tones, edges, sun }: Light, raster: Raster): void {
  const { face, width, height } = stage.seen;
  const { shade, gain } = tones;
  const { rgb } = raster;
  const isLast = row + 1 === height;
  for (let column = 0; column < width; column += 1) {
    const pixel = row * width + column;
    const own = face[pixel] ?? 0;
    if (own === 0) continue;
    const right = column + 1 < width ? (face[pixel + 1] ?? 0) : own;
    const below = isLast ? own : (face[pixel + width] ?? 0);
    // An edge pixel differs from its neighbour to the right or below.
    const isEdge =
      (right !== own && edges.hasLineBetween(own, right)) ||
      (below !== own && edges.hasLineBetween(own, below));
    const share = isEdge ? EDGE_SHARE : 0;
    const keep = 1 - share;
    const to = pixel * 3;
    const of = (own - 1) * 3;
    const lit = sun[column] ?? 0;
    for (let part = 0; part < 3; part += 1) {
      const tone = (shade[of + part] ?? 0) + (gain[of + part] ?? 0) * lit;
      rgb[to + part] = tone * keep + (EDGE[part] ?? 0) * share + 0.5;
    }
  }
}

function putTones(index: number, { surfaces, sun }: Stage, tones: Tones): void {
  const { normals, colours } = surfaces;
  const [x, y, z] = [
    normals[index * 3] ?? 0,
    normals[index * 3 + 1] ?? 0,
    normals[index * 3 + 2] ?? 0,
  ];
  const base = AMBIENT + SKY * (0.5 + z / 2);
  const direct = SUNLIGHT * Math.max(0, -dot({ x, y, z }, sun.deeper));
  const dark = base + direct * SHADE;
  tones.faces_sun[index] = direct > 0 ? 1 : 0;
  for (let part = 0; part < 3; part += 1) {
    const colour = colours[index]?.[part] ?? 0;
    const shade = Math.min(255, colour * dark);
    tones.shade[index * 3 + part] = shade;
    tones.gain[index * 3 + part] = Math.min(255, colour * (base + direct)) - shade;
  }
}

/** The shadow map, sampled at the pixels of the picture. */
class Shadows {
  readonly #stage: Stage;
  /** Origin and axes of the camera's lens in the frame of the sun: x, y and depth of each, mm. */
  readonly #axes: Float64Array;

  constructor(stage: Stage) {
    const { lens, sun } = stage;
    this.#stage = stage;
    const along = (axis: Point3): readonly number[] => [
      dot(axis, sun.right),
      dot(axis, sun.up),
      dot(axis, sun.deeper),
    ];
    const { x, y, z } = inLens(sun, lens.origin);
    const axes = [along(lens.right), along(lens.up), along(lens.deeper)];
    this.#axes = Float64Array.from([x, y, z, ...axes.flat()]);
  }

  /**
   * Writes the share of sunlight that reaches each pixel of a row: the mean of nine samples of the shadow map around
   * the pixel; 1 outside the shadow map, 0 on faces turned away from the sun.
   */
  sunOn(row: number, { faces_sun }: Tones, into: Float64Array): void {
    const { lens, seen, sun, lit } = this.#stage;
    const { scale, middle_x, middle_y, perspective } = lens;
    const [across, along, deep] = [this.#axis(0), this.#axis(1), this.#axis(2)];
    const { width, height, near: list } = lit;
    for (let column = 0; column < seen.width; column += 1) {
      const pixel = row * seen.width + column;
      if (faces_sun[(seen.face[pixel] ?? 0) - 1] !== 1) {
        into[column] = 0;
        continue;
      }
      const near = seen.near[pixel] ?? 0;
      const depth = perspective ? 1 / near : -near;
      const per = perspective ? depth / scale : 1 / scale;
      const x = (column + 0.5 - middle_x) * per;
      const y = (middle_y - row - 0.5) * per;
      const u = Math.floor(
        sun.middle_x + (across.o + across.x * x + across.y * y + across.z * depth) * sun.scale,
      );
      const v = Math.floor(
        sun.middle_y - (along.o + along.x * x + along.y * y + along.z * depth) * sun.scale,
      );
      if (u < 1 || v < 1 || u + 2 > width || v + 2 > height) {
        into[column] = 1;
        continue;
      }
      const least = BIAS_MM - (deep.o + deep.x * x + deep.y * y + deep.z * depth);
      let sum = 0;
      for (let at = (v - 1) * width + u; at <= (v + 1) * width + u; at += width) {
        if ((list[at - 1] ?? 0) < least) sum += 1;
        if ((list[at] ?? 0) < least) sum += 1;
        if ((list[at + 1] ?? 0) < least) sum += 1;
      }
      into[column] = sum / 9;
    }
  }

  #axis(k: 0 | 1 | 2): Point3 & { readonly o: number } {
    const [o, x, y, z] = [0, 3, 6, 9].map((from) => this.#axes[from + k] ?? 0);
    return { o: o ?? 0, x: x ?? 0, y: y ?? 0, z: z ?? 0 };
  }
}
