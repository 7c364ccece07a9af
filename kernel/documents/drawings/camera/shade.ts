/** @module shade: colours of the dots of a picture: light of sky and sun, shadow, and edges. */
import type { Steps } from '../../findings/steps.ts';
import type { Point3 } from '../../geometry/vector.ts';
import type { Raster, Rgb } from '../../raster/raster.ts';
import { newRaster } from '../../raster/raster.ts';
import { isFlat, isRound } from '../lines/round-edge.ts';
import { WHITE } from '../pens.ts';
import type { FlatEdges } from './flat-edges.ts';
import { edgeName, flatEdgesOf } from './flat-edges.ts';
import { dot, inLens } from './lens.ts';
import type { Stage } from './stage.ts';
import { GROUND_BODY } from './stage.ts';

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

/** Rows of the picture between two stops, and surfaces. */
const ROWS = 24;
const SURFACES = 20_000;

/** The picture of a stage whose buffers are drawn. */
export function* shaded(stage: Stage): Steps<Raster> {
  const { lens, surfaces } = stage;
  const { width, height } = lens;
  const raster = newRaster(width, height, WHITE);
  const tones: Tones = {
    faces_sun: new Uint8Array(surfaces.count),
    shade: new Float64Array(surfaces.count * 3),
    gain: new Float64Array(surfaces.count * 3),
  };
  for (let index = 0; index < surfaces.count; index += 1) {
    if (index % SURFACES === 0) yield { done: index, total: surfaces.count, doing: 'light' };
    putTones(index, stage, tones);
  }
  const shadows = new Shadows(stage);
  const sun = new Float64Array(width);
  const edges = new Edges(stage);
  for (let row = 0; row < height; row += 1) {
    if (row % ROWS === 0) yield { done: row, total: height, doing: 'light on dots' };
    shadows.sunOn(row, tones, sun);
    shadeRow(row, { stage, tones, edges, sun }, raster);
  }
  return raster;
}

/** By surface: whether the sun can reach it, its colour in shadow, and what full sun adds to it. */
type Tones = {
  readonly faces_sun: Uint8Array;
  readonly shade: Float64Array;
  readonly gain: Float64Array;
};

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
    // Edges are drawn with what is to their right and below.
    const isEdge =
      (right !== own && edges.areApart(own, right)) ||
      (below !== own && edges.areApart(own, below));
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

/** What the sun sees, asked for by the dots of the picture. */
class Shadows {
  readonly #stage: Stage;
  /** Where the origin of the lens is for the sun, and its axes: x, y and depth of each, mm. */
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

  /** How much of the sun reaches what each dot of a row shows: the mean of nine places around it. */
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

/** Tells where lines are drawn between faces: not between those of something round, nor at seams of what is flush. */
class Edges {
  readonly #stage: Stage;
  /** Whether a line is drawn, by two surfaces of one body whose edge is flat. */
  readonly #known = new Map<number, boolean>();
  readonly #flat = new Map<number, FlatEdges>();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Whether a line is drawn between two surfaces; 0 is what lies behind everything. */
  areApart(own: number, beside: number): boolean {
    const { normals, bodies, colours } = this.#stage.surfaces;
    const body = bodies[own - 1] ?? 0;
    if (beside === 0) return body !== GROUND_BODY;
    const [a, b] = [(own - 1) * 3, (beside - 1) * 3];
    const cosine =
      (normals[a] ?? 0) * (normals[b] ?? 0) +
      (normals[a + 1] ?? 0) * (normals[b + 1] ?? 0) +
      (normals[a + 2] ?? 0) * (normals[b + 2] ?? 0);
    const isOnePlane = cosine > 0.99999;
    if (body !== bodies[beside - 1]) {
      return !(isOnePlane && colours[own - 1] === colours[beside - 1]);
    }
    return isOnePlane || !isFlat(cosine) || this.#isSharp(own, beside, cosine);
  }

  #isSharp(own: number, beside: number, cosine: number): boolean {
    const { surfaces, meshOf } = this.#stage;
    const key = Math.min(own, beside) * (surfaces.count + 1) + Math.max(own, beside);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const body = surfaces.bodies[own - 1] ?? 0;
    let flat = this.#flat.get(body);
    if (flat === undefined) {
      const mesh = meshOf(body);
      flat = mesh === null ? new Map<string, number>() : flatEdgesOf(mesh);
      this.#flat.set(body, flat);
    }
    // What does not meet there is a part of something round before another one.
    const width = flat.get(edgeName(surfaces.normalOf(own), surfaces.normalOf(beside))) ?? 0;
    const isSharp = !isRound(cosine, width);
    this.#known.set(key, isSharp);
    return isSharp;
  }
}
