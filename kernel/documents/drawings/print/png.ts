/** @module png: a drawing as dots, painted by ourselves, so that every machine gives the same picture. */
import type { Steps } from '../../findings/steps.ts';
import { finished } from '../../findings/steps.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { directionOf } from '../../geometry/vector.ts';
import { pngInSteps } from '../../raster/png.ts';
import type { Raster } from '../../raster/raster.ts';
import { newRaster } from '../../raster/raster.ts';
import type { Drawing, Pen, Picture, Primitive, TextLine } from '../drawing.ts';
import { WHITE } from '../pens.ts';
import { arcPoints } from '../sketch.ts';
import { fontFor, shownText, textWidth } from '../text/fonts.ts';
import { glyphRings } from '../text/glyph-outlines.ts';
import { paint } from './coverage.ts';
import { exploded } from './exploded.ts';
import { hatchLines } from './hatch.ts';
import { dashesOf, strokeOutlines } from './strokes.ts';

/** Most dots of a picture across and along. */
const MOST_PX = 8000;
/** Thinner lines are drawn so wide, dots. */
const THINNEST_PX = 0.75;

/** Pixels that a language model counts as one token (width × height / 750, as Anthropic publishes it). */
const PIXELS_PER_TOKEN = 750;

/** Width in dots at which a picture of the drawing costs a model at most so many tokens. */
export function widthForTokens({ width_mm, height_mm }: Drawing, tokens: number): number {
  const wide = Math.sqrt((tokens * PIXELS_PER_TOKEN * width_mm) / height_mm);
  // Of a long drawing as much as a picture takes on its long side.
  const most = Math.min(1, width_mm / height_mm) * MOST_PX;
  return Math.max(1, Math.floor(Math.min(wide, most)));
}

/** The drawing as a picture `width_px` dots wide. Throws `RangeError` for one that is too large. */
export function png(drawing: Drawing, width_px: number): Buffer {
  return finished(paintedPng(drawing, width_px));
}

/** Shapes that are painted between two stops. */
const PAINTED = 200;

/** As `png`, with stops. */
export function* paintedPng(drawing: Drawing, width_px: number): Steps<Buffer> {
  const per_mm = width_px / drawing.width_mm;
  const height_px = Math.max(1, Math.floor(drawing.height_mm * per_mm));
  if (!(width_px >= 1 && width_px <= MOST_PX && height_px <= MOST_PX)) {
    throw new RangeError(`got ${width_px} × ${height_px} dots, want at most ${MOST_PX} each way`);
  }
  const sheet = new Sheet(
    newRaster(Math.floor(width_px), height_px, WHITE),
    per_mm,
    drawing.height_mm,
  );
  let done = 0;
  for (const item of exploded(drawing)) {
    if (done % PAINTED === PAINTED - 1) {
      yield { done, total: Math.max(done, drawing.items.length), doing: 'painting' };
    }
    done += 1;
    sheet.add(item);
  }
  return yield* pngInSteps(sheet.raster);
}

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
    const width = Math.max(THINNEST_PX, pen.width_mm * this.#per_mm);
    if (pen.dash_mm === null) {
      paint(this.raster, strokeOutlines(spots, width, closed), pen.colour);
      return;
    }
    const pattern = pen.dash_mm.map((mm) => mm * this.#per_mm);
    for (const dash of dashesOf(spots, closed, pattern)) {
      paint(this.raster, strokeOutlines(dash, width, false), pen.colour);
    }
  }

  #text({ at: start, text, size_mm, align, turn_deg, bold, colour }: TextLine): void {
    const font = fontFor(bold);
    const per_unit = (size_mm / font.units_per_em) * this.#per_mm;
    const width = textWidth(text, size_mm, bold) * this.#per_mm;
    const { x: cosine, y: sine } = directionOf(turn_deg);
    const from = this.#spot(start);
    let pen = align === 'left' ? 0 : align === 'middle' ? -width / 2 : -width;
    const outlines: Point2[][] = [];
    for (const character of shownText(text)) {
      const glyph = font.glyphOf(character.codePointAt(0) ?? 0);
      for (const ring of ringsOf(bold, glyph)) {
        outlines.push(
          ring.map(({ x, y }) => {
            const [along, up] = [pen + x * per_unit, y * per_unit];
            return {
              x: from.x + along * cosine - up * sine,
              y: from.y - along * sine - up * cosine,
            };
          }),
        );
      }
      pen += font.advance(glyph) * per_unit;
    }
    if (outlines.length > 0) paint(this.raster, outlines, colour);
  }

  /** Each dot is the mean of the dots of the picture that it covers. */
  #picture({ at: corner, width, height, raster: from }: Picture): void {
    const spot = this.#spot({ x: corner.x, y: corner.y + height });
    const [left, top] = [Math.round(spot.x), Math.round(spot.y)];
    const [wide, high] = [Math.round(width * this.#per_mm), Math.round(height * this.#per_mm)];
    const { raster } = this;
    const first = Math.max(0, -left);
    const end = Math.min(wide, raster.width - left);
    // Where in a row of the picture the dots of each column begin, and where the last ones end.
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

/** Writes the mean colour of a rectangle of dots, from its first row and column up to its last, at a place in a list. */
// oxlint-disable-next-line max-params -- called for every dot: no object is made for it
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

const RINGS = [
  new Map<number, readonly (readonly Point2[])[]>(),
  new Map<number, readonly (readonly Point2[])[]>(),
] as const;

function ringsOf(bold: boolean, glyph: number): readonly (readonly Point2[])[] {
  const known = RINGS[bold ? 1 : 0].get(glyph);
  if (known !== undefined) return known;
  const rings = glyphRings(fontFor(bold), glyph);
  RINGS[bold ? 1 : 0].set(glyph, rings);
  return rings;
}
