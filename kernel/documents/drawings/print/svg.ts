/**
 * @module svg: a drawing as SVG 1.1, in millimetres, with element ids. To keep diffs small, each line depends on one
 * shape alone, and the coordinates of a single view are relative to the origin of the building.
 */
import type { Point2 } from '../../../building/geometry/vector.ts';
import { pngOf } from '../../raster/png.ts';
import type { Rgb } from '../../raster/raster.ts';
import type {
  Arc,
  Block,
  Drawing,
  Fill,
  FilledArea,
  Insert,
  Pen,
  Primitive,
  TextLine,
} from '../drawing.ts';
import { endOf, onArc } from '../sketch.ts';
import { FONT_FAMILY, textWidth } from '../text/fonts.ts';
import { dimensionShapes } from './exploded.ts';
import { hatchLines } from './hatch.ts';

/** The drawing as a standalone SVG file; the same drawing gives the same text. */
export function svg(drawing: Drawing): string {
  const { width_mm, height_mm, items, blocks } = drawing;
  const origin = originOf(drawing);
  const styles = new Styles();
  const page = new Page(origin, styles);
  for (const item of items) {
    if (item.shape === 'insert') {
      if (blocks.has(item.block)) page.insert(item);
    } else if (item.shape === 'dimension') {
      for (const shape of dimensionShapes(item)) page.add(shape);
    } else {
      page.add(item);
    }
  }
  const defs = definitions(blocks, page.used, styles);
  const [width, height] = [short(width_mm), short(height_mm)];
  const [left, top] = [short(-origin.x), short(origin.y - height_mm)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}mm" height="${height}mm" viewBox="${left} ${top} ${width} ${height}">`,
    `<title>${escaped(drawing.title)}</title>`,
    `<style>path{fill:none;stroke-linejoin:miter;stroke-linecap:butt}text{font-family:'${FONT_FAMILY}','DejaVu Sans','Arial Narrow',sans-serif}`,
    ...styles.lines(),
    '</style>',
    ...(defs.length === 0 ? [] : ['<defs>', ...defs, '</defs>']),
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="#fff"/>`,
    ...page.lines,
    '</svg>\n',
  ].join('\n');
}

/**
 * The origin of coordinates on the paper: the origin of the building for a single view, the upper left corner for a
 * sheet.
 */
function originOf({ placements, height_mm, coordinates }: Drawing): Point2 {
  const [view] = placements;
  return view === undefined || coordinates === 'paper' ? { x: 0, y: height_mm } : view.origin;
}

/** One line of text for each block in use, sorted by name. */
function definitions(
  blocks: ReadonlyMap<string, Block>,
  used: ReadonlySet<string>,
  styles: Styles,
): readonly string[] {
  return [...used].toSorted().map((name) => {
    const page = new Page({ x: 0, y: 0 }, styles);
    for (const item of blocks.get(name)?.items ?? []) page.add(item);
    return `<g id="${escaped(name)}">${page.lines.join('')}</g>`;
  });
}

/**
 * CSS classes of pens and fills. A name is derived from the style itself, so that it does not depend on the rest of the
 * drawing.
 */
class Styles {
  readonly #rules = new Map<string, string>();
  readonly #pens = new Map<Pen, string>();
  readonly #fills = new Map<Rgb | null, string>();

  /** The CSS rules, sorted. */
  lines(): readonly string[] {
    return [...this.#rules.values()].toSorted();
  }

  pen(pen: Pen): string {
    const known = this.#pens.get(pen);
    if (known !== undefined) return known;
    const { width_mm, dash_mm, colour } = pen;
    const dashes = dash_mm === null ? [] : dash_mm.map(short);
    const name = `p${[short(width_mm), ...dashes].join('-').replaceAll('.', '_')}-${hex(colour)}`;
    const dashed = dash_mm === null ? '' : `;stroke-dasharray:${dashes.join(' ')}`;
    this.#rules.set(
      name,
      `.${name}{stroke:#${hex(colour)};stroke-width:${short(width_mm)}${dashed}}`,
    );
    this.#pens.set(pen, name);
    return name;
  }

  fill({ colour }: Fill): string {
    const known = this.#fills.get(colour);
    if (known !== undefined) return known;
    const name = colour === null ? 'none' : `f${hex(colour)}`;
    const rule = colour === null ? 'none' : `#${hex(colour)};fill-rule:evenodd`;
    this.#rules.set(name, `.${name}{fill:${rule}}`);
    this.#fills.set(colour, name);
    return name;
  }
}

/** Writes the shapes of a drawing. */
class Page {
  readonly lines: string[] = [];
  /** Names of the inserted blocks. */
  readonly used = new Set<string>();
  readonly #left: number;
  readonly #top: number;
  readonly #styles: Styles;
  readonly #layers = new Map<string, string>();
  #along: Point2 | null = null;
  #mirrored = false;
  #matrix = '';

  /** Coordinates are relative to this point on the paper. */
  constructor({ x, y }: Point2, styles: Styles) {
    this.#left = x;
    this.#top = y;
    this.#styles = styles;
  }

  add(item: Primitive): void {
    switch (item.shape) {
      case 'polyline':
        this.#path(this.#pathData(item.points, item.closed), item.pen, item.element);
        return;
      case 'arc':
        this.#path(this.#arcData(item), item.pen, item.element);
        return;
      case 'area':
        this.#area(item);
        return;
      case 'text':
        this.lines.push(this.#text(item));
        return;
      case 'picture': {
        const { at, width, height, raster } = item;
        const data = pngOf(raster).toString('base64');
        const [x, y] = [this.#x(at), short(this.#top - at.y - height)];
        this.lines.push(
          `<image x="${x}" y="${y}" width="${short(width)}" height="${short(height)}" xlink:href="data:image/png;base64,${data}"/>`,
        );
        return;
      }
      default:
        item satisfies never;
    }
  }

  insert({ block, at, along, mirrored, layer, element }: Insert): void {
    this.used.add(block);
    if (this.#along !== along || this.#mirrored !== mirrored) {
      this.#along = along;
      this.#mirrored = mirrored;
      // The y axis points up in drawings, and down in SVG.
      const [x, y] = [rounded(along.x), rounded(along.y)];
      const [minusY, minusX] = [rounded(-along.y), rounded(-along.x)];
      this.#matrix = mirrored ? `${x} ${minusY} ${minusY} ${minusX}` : `${x} ${minusY} ${y} ${x}`;
    }
    const name = escaped(block);
    this.lines.push(
      `<use xlink:href="#${name}"${this.#dataAttributes(element, layer)} transform="matrix(${this.#matrix} ${this.#x(at)} ${this.#y(at)})"/>`,
    );
  }

  #x({ x }: Point2): string {
    return short(x - this.#left);
  }

  #y({ y }: Point2): string {
    return short(this.#top - y);
  }

  #path(data: string, pen: Pen, element: string | null): void {
    this.lines.push(
      `<path class="${this.#styles.pen(pen)}"${this.#dataAttributes(element, pen.layer)} d="${data}"/>`,
    );
  }

  #area({ rings, fill, pen, element }: FilledArea): void {
    let data = '';
    for (const ring of rings) data += this.#pathData(ring, true);
    const line = pen === null ? '' : ` ${this.#styles.pen(pen)}`;
    this.lines.push(
      `<path class="${this.#styles.fill(fill)}${line}"${this.#dataAttributes(element, fill.layer)} d="${data}"/>`,
    );
    if (fill.hatch === null) return;
    const lines = hatchLines(rings, fill.hatch).map((points) => this.#pathData(points, false));
    this.#path(lines.join(''), fill.hatch.pen, element);
  }

  /** The data of a path through points: a move to the first point, lines to the others. */
  #pathData(points: readonly Point2[], closed: boolean): string {
    let data = '';
    for (const { x, y } of points) {
      data += `${data === '' ? 'M' : ' '}${short(x - this.#left)} ${short(this.#top - y)}`;
    }
    return closed ? `${data}Z` : data;
  }

  #arcData(arc: Arc): string {
    const radius = short(arc.radius);
    // Counter-clockwise arcs have sweep flag 0, because y points down.
    const to = (point: Point2, large: number): string =>
      `A${radius} ${radius} 0 ${large} 0 ${this.#x(point)} ${this.#y(point)}`;
    const start = this.#pathData([arc.start], false);
    if (arc.sweep_deg < 360) return start + to(endOf(arc), arc.sweep_deg > 180 ? 1 : 0);
    return `${start}${to(onArc(arc, 180), 0)}${to(arc.start, 0)}Z`;
  }

  #text({ at, text, size_mm, align, turn_deg, bold, layer, colour, element }: TextLine): string {
    const anchor =
      align === 'left' ? '' : ` text-anchor="${align === 'middle' ? 'middle' : 'end'}"`;
    const [x, y] = [this.#x(at), this.#y(at)];
    const turn = turn_deg === 0 ? '' : ` transform="rotate(${short(-turn_deg)} ${x} ${y})"`;
    const weight = bold ? ' font-weight="bold"' : '';
    // `textLength` fits a fallback font to the width of the text in our font.
    const width = short(textWidth(text, size_mm, bold));
    return `<text x="${x}" y="${y}" font-size="${short(size_mm)}" fill="#${hex(colour)}" textLength="${width}" lengthAdjust="spacingAndGlyphs"${anchor}${weight}${turn}${this.#dataAttributes(element, layer)}>${escaped(text)}</text>`;
  }

  #dataAttributes(element: string | null, layer: string): string {
    let layerAttribute = this.#layers.get(layer);
    if (layerAttribute === undefined) {
      layerAttribute = ` data-layer="${escaped(layer)}"`;
      this.#layers.set(layer, layerAttribute);
    }
    return element === null ? layerAttribute : ` data-id="${escaped(element)}"${layerAttribute}`;
  }
}

/** The decimal fractions of 0 to 999 thousandths, without trailing zeros. */
const FRACTIONS: readonly string[] = Array.from({ length: 1000 }, (_, i) =>
  i === 0 ? '' : `.${`${i}`.padStart(3, '0').replace(/0+$/u, '')}`,
);

/** A number, rounded to a thousandth, in its shortest notation. */
function short(mm: number): string {
  // Rounds to a millionth first: moved shapes have smaller errors, which must not decide how half a thousandth rounds.
  const thousandths = Math.round(Math.round(mm * 1e6) / 1000);
  const size = Math.abs(thousandths);
  const whole = Math.floor(size / 1000);
  const text = `${whole}${FRACTIONS[size - whole * 1000] ?? ''}`;
  return thousandths < 0 ? `-${text}` : text;
}

/** A direction component, rounded to a millionth. */
function rounded(component: number): number {
  return Math.round(component * 1e6) / 1e6 + 0;
}

/** Cache of colours in hexadecimal notation. */
const HEXES = new Map<Rgb, string>();

function hex(colour: Rgb): string {
  const known = HEXES.get(colour);
  if (known !== undefined) return known;
  const text = colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('');
  // Colours are few; beyond this number they are not cached, to bound the memory.
  if (HEXES.size < 1000) HEXES.set(colour, text);
  return text;
}

/** Text in XML: reserved characters become entities, and characters that XML 1.0 forbids are removed. */
function escaped(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(NOT_IN_XML, '').replace(/[&<>"]/gu, (character) => ENTITIES[character] ?? '');
}

/** Strings that need no escapes. */
const PLAIN = /^[\w .:;,·×+-]*$/u;
// oxlint-disable-next-line no-control-regex -- these are the characters that must not be written
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
