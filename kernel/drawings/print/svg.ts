/** @module svg: a drawing as SVG 1.1, in millimetres, with the ids of elements. */
import type { Point2 } from '../../geometry/vector.ts';
import { pngOf } from '../../raster/png.ts';
import type { Rgb } from '../../raster/raster.ts';
import type { Drawing, Fill, Pen, Primitive, TextLine } from '../drawing.ts';
import { endOf, onArc } from '../sketch.ts';
import { FONT_FAMILY, textWidth } from '../text/fonts.ts';
import { exploded } from './exploded.ts';
import { hatchLines } from './hatch.ts';

/** The drawing as an SVG file of its own; the same drawing gives the same text. */
export function svg(drawing: Drawing): string {
  const page = new Page(drawing.height_mm);
  for (const item of exploded(drawing)) page.add(item);
  const [width, height] = [short(drawing.width_mm), short(drawing.height_mm)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">`,
    `<title>${escaped(drawing.title)}</title>`,
    `<style>path{fill:none;stroke-linejoin:miter;stroke-linecap:butt}text{font-family:'${FONT_FAMILY}','DejaVu Sans','Arial Narrow',sans-serif}${page.styles()}</style>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...page.lines,
    '</svg>\n',
  ].join('\n');
}

/** Shapes as they are written, and the classes of their pens. */
class Page {
  readonly lines: string[] = [];
  readonly #height: number;
  readonly #pens = new Map<Pen, string>();

  constructor(height: number) {
    this.#height = height;
  }

  styles(): string {
    return [...this.#pens]
      .map(([{ width_mm, dash_mm, colour }, name]) => {
        const dashes = dash_mm === null ? '' : `;stroke-dasharray:${dash_mm.map(short).join(' ')}`;
        return `.${name}{stroke:${hex(colour)};stroke-width:${short(width_mm)}${dashes}}`;
      })
      .join('');
  }

  add(item: Primitive): void {
    switch (item.shape) {
      case 'polyline':
        this.#path(this.#through(item.points, item.closed), item.pen, item.element);
        return;
      case 'arc':
        this.#path(this.#round(item), item.pen, item.element);
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
        this.lines.push(
          `<image x="${short(at.x)}" y="${short(this.#height - at.y - height)}" width="${short(width)}" height="${short(height)}" href="data:image/png;base64,${data}"/>`,
        );
        return;
      }
      default:
        item satisfies never;
    }
  }

  #path(data: string, pen: Pen, element: string | null): void {
    this.lines.push(`<path class="${this.#class(pen)}"${marked(element, pen.layer)} d="${data}"/>`);
  }

  #class(pen: Pen): string {
    const known = this.#pens.get(pen);
    if (known !== undefined) return known;
    const name = `p${this.#pens.size}`;
    this.#pens.set(pen, name);
    return name;
  }

  #area(area: Primitive & { readonly shape: 'area' }): void {
    const { rings, fill, pen, element } = area;
    const data = rings.map((ring) => this.#through(ring, true)).join('');
    const line = pen === null ? '' : ` class="${this.#class(pen)}"`;
    this.lines.push(
      `<path${line}${marked(element, fill.layer)} style="fill:${fillOf(fill)}" fill-rule="evenodd" d="${data}"/>`,
    );
    if (fill.hatch === null) return;
    const lines = hatchLines(rings, fill.hatch).map((points) => this.#through(points, false));
    this.#path(lines.join(''), fill.hatch.pen, element);
  }

  #through(points: readonly Point2[], closed: boolean): string {
    let data = '';
    for (const [i, { x, y }] of points.entries()) {
      data += `${i === 0 ? 'M' : 'L'}${short(x)} ${short(this.#height - y)}`;
    }
    return closed ? `${data}Z` : data;
  }

  #round(arc: Primitive & { readonly shape: 'arc' }): string {
    const radius = short(arc.radius);
    // Our y goes up, that of SVG down: counter-clockwise is sweep 0.
    const to = (point: Point2, large: number): string =>
      `A${radius} ${radius} 0 ${large} 0 ${short(point.x)} ${short(this.#height - point.y)}`;
    const start = this.#through([arc.start], false);
    if (arc.sweep_deg < 360) return start + to(endOf(arc), arc.sweep_deg > 180 ? 1 : 0);
    return `${start}${to(onArc(arc, 180), 0)}${to(arc.start, 0)}Z`;
  }

  #text({ at, text, size_mm, align, turn_deg, bold, layer, colour, element }: TextLine): string {
    const anchor =
      align === 'left' ? '' : ` text-anchor="${align === 'middle' ? 'middle' : 'end'}"`;
    const [x, y] = [short(at.x), short(this.#height - at.y)];
    const turn = turn_deg === 0 ? '' : ` transform="rotate(${short(-turn_deg)} ${x} ${y})"`;
    const weight = bold ? ' font-weight="bold"' : '';
    // Another font than ours is squeezed into the place that ours would take.
    const width = short(textWidth(text, size_mm, bold));
    return `<text x="${x}" y="${y}" font-size="${short(size_mm)}" fill="${hex(colour)}" textLength="${width}" lengthAdjust="spacingAndGlyphs"${anchor}${weight}${turn}${marked(element, layer)}>${escaped(text)}</text>`;
  }
}

function marked(element: string | null, layer: string): string {
  return element === null
    ? ` data-layer="${escaped(layer)}"`
    : ` data-id="${escaped(element)}" data-layer="${escaped(layer)}"`;
}

function fillOf({ colour }: Fill): string {
  return colour === null ? 'none' : hex(colour);
}

/** A number to a thousandth, as short as it can be written. */
function short(mm: number): string {
  const rounded = Math.round(mm * 1000) / 1000;
  return rounded === 0 ? '0' : `${rounded}`;
}

function hex(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Text in XML: its own signs are written as entities, and what XML 1.0 does not allow is left out. */
function escaped(text: string): string {
  return text.replace(NOT_IN_XML, '').replace(/[&<>"]/gu, (sign) => ENTITIES[sign] ?? '');
}

// oxlint-disable-next-line no-control-regex -- the very characters that must not be written
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
