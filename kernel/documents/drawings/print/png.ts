/** @module png: a drawing as a raster image. The project's own rasteriser gives the same pixels on every machine. */

import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import { paint } from '../../raster/coverage.ts';
import { pngOf } from '../../raster/png.ts';
import type { Raster } from '../../raster/raster.ts';
import { newRaster } from '../../raster/raster.ts';
import type { Drawing, Pen, Picture, Primitive, TextLine } from '../drawing.ts';
import { WHITE } from '../pens.ts';
import { arcPoints } from '../sketch.ts';
import { textOutlines } from '../text/text-outlines.ts';
import { exploded } from './exploded.ts';
import { hatchLines } from './hatch.ts';
import { dashesOf, strokeOutlines } from './strokes.ts';

/** Maximum width and height of an image, pixels. */
const MAX_PX = 8000;
/** Minimum width of a drawn line, pixels. */
const MIN_LINE_PX = 0.75;

/** Pixels that a language model counts as one token (width × height / 750, as published by Anthropic). */
const PIXELS_PER_TOKEN = 750;

/** The maximum width in pixels at which an image of the drawing costs a model at most `tokens` tokens; at least 1. */
export function widthForTokens({ width_mm, height_mm }: Drawing, tokens: number): number {
  const wide = Math.sqrt((tokens * PIXELS_PER_TOKEN * width_mm) / height_mm);
  // For an elongated drawing, the maximum image size limits the longer side.
  const most = Math.min(1, width_mm / height_mm) * MAX_PX;
  return Math.max(1, Math.floor(Math.min(wide, most)));
}

/** Number of shapes painted between two checkpoints. */
const PAINTED = 200;

/**
 * The drawing as a PNG, `width_px` pixels wide. The title of the drawing is stored in the file, and with `states_size` the
 * size of a pixel on paper.
 */
export function png(drawing: Drawing, width_px: number, states_size = false): Buffer {
  const raster = painted(drawing, width_px);
  const text = { Title: drawing.title };
  if (!states_size) return pngOf(raster, { text });
  return pngOf(raster, { text, pixels_per_m: (width_px / drawing.width_mm) * 1000 });
}

/**
 * The pixels of a drawing, `width_px` wide.
 *
 * @throws {RangeError} if the image would be less than 1 pixel wide, or exceed 8,000 pixels in either direction
 */
export function painted(drawing: Drawing, width_px: number): Raster {
  const per_mm = width_px / drawing.width_mm;
  // The tolerance keeps sizes that are exact multiples of a pixel from losing one pixel to rounding.
  const height_px = Math.max(1, Math.floor(drawing.height_mm * per_mm + 1e-6));
  if (!(width_px >= 1 && width_px <= MAX_PX && height_px <= MAX_PX)) {
    throw new RangeError(
      `expected at most ${MAX_PX} pixels in each direction, received ${width_px} × ${height_px}`,
    );
  }
  const sheet = new Sheet(
    newRaster(Math.floor(width_px), height_px, WHITE),
    per_mm,
    drawing.height_mm,
  );
  let done = 0;
  for (const item of exploded(drawing)) {
    if (done % PAINTED === PAINTED - 1) {
      checkpoint({ done, total: Math.max(done, drawing.items.length), doing: 'painting' });
    }
    done += 1;
    sheet.add(item);
  }
  return sheet.raster;
}

/** Paints shapes into a raster. Coordinates are mm on paper, y upwards. */
class Sheet {
  readonly raster: Raster;
  readonly #per_mm: number;
  readonly #height_mm: number;

  constructor(raster: Raster, per_mm: number, height_mm: number) {
    this.raster = raster;
    this.#per_mm = per_mm;
    this.#height_mm = height_mm;
  }

  #spot({ x, y }: Point2): Point2 {
    return { x: x * this.#per_mm, y: (this.#height_mm - y) * this.#per_mm };
  }

  add(item: Primitive): void {
    switch (item.shape) {
      case 'polyline':
        this.#stroke(item.points, item.pen, item.closed);
        return;
      case 'arc':
        this.#stroke(arcPoints(item, 5), item.pen, false);
        return;
      case 'area': {
        const { rings, fill, pen } = item;
        const outlines = rings.map((ring) => ring.map((point) => this.#spot(point)));
        if (fill.colour !== null) paint(this.raster, outlines, fill.colour);
        if (fill.hatch !== null) {
          for (const line of hatchLines(rings, fill.hatch)) {
            this.#stroke(line, fill.hatch.pen, false);
          }
        }
        if (pen !== null) for (const ring of rings) this.#stroke(ring, pen, true);
        return;
      }
      case 'text':
        this.#text(item);
        return;
      case 'picture':
        this.#picture(item);
        return;
      default:
        item satisfies never;
    }
  }

  #stroke(points: readonly Point2[], pen: Pen, closed: boolean): void {
    const spots = points.map((point) => this.#spot(point));
    const width = Math.max(MIN_LINE_PX, pen.width_mm * this.#per_mm);
    if (pen.dash_mm === null) {
      paint(this.raster, strokeOutlines(spots, width, closed), pen.colour);
      return;
    }
    const pattern = pen.dash_mm.map((mm) => mm * this.#per_mm);
    for (const dash of dashesOf(spots, closed, pattern)) {
      paint(this.raster, strokeOutlines(dash, width, false), pen.colour);
    }
  }

  #text(line: TextLine): void {
    const placed = { ...line, at: this.#spot(line.at), size: line.size_mm * this.#per_mm };
    paint(this.raster, textOutlines(placed), line.colour);
  }

  /** Scales a raster: each target pixel is the mean of the source pixels that it covers. */
  #picture({ at: corner, width, height, raster: from }: Picture): void {
    const spot = this.#spot({ x: corner.x, y: corner.y + height });
    const [left, top] = [Math.round(spot.x), Math.round(spot.y)];
    const [wide, high] = [Math.round(width * this.#per_mm), Math.round(height * this.#per_mm)];
    const { raster } = this;
    const first = Math.max(0, -left);
    const end = Math.min(wide, raster.width - left);
    // First source column of each target column, and the end of the last one.
    const edges = Int32Array.from({ length: wide + 1 }, (_, column) =>
      Math.floor((column * from.width) / wide),
    );
    for (let row = Math.max(0, -top); row < high && top + row < raster.height; row += 1) {
      const y0 = Math.floor((row * from.height) / high);
      const y1 = Math.max(y0 + 1, Math.floor(((row + 1) * from.height) / high));
      for (let column = first; column < end; column += 1) {
        const x0 = edges[column] ?? 0;
        const x1 = Math.max(x0 + 1, edges[column + 1] ?? 0);
        const to = ((top + row) * raster.width + left + column) * 3;
        meanOf(from, x0, y0, x1, y1, raster.rgb, to);
      }
    }
  }
}

/** Writes the mean colour of a rectangle of pixels to index `to` of a list; `x1` and `y1` are exclusive. */
// oxlint-disable-next-line max-params -- called for every pixel: avoids the allocation of an object
function meanOf(
  from: Raster,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  target: Uint8Array,
  to: number,
): void {
  const { rgb, width } = from;
  let r = 0;
  let g = 0;
  let b = 0;
  for (let y = y0; y < y1; y += 1) {
    const last = (y * width + x1) * 3;
    for (let dot = (y * width + x0) * 3; dot < last; dot += 3) {
      r += rgb[dot] ?? 0;
      g += rgb[dot + 1] ?? 0;
      b += rgb[dot + 2] ?? 0;
    }
  }
  const count = (y1 - y0) * (x1 - x0);
  target[to] = r / count + 0.5;
  target[to + 1] = g / count + 0.5;
  target[to + 2] = b / count + 0.5;
}
