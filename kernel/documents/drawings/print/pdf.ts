/** @module pdf: writes drawings as the pages of a PDF, as vector graphics at their true size. */
import type { Point2 } from '../../../building/geometry/vector.ts';
import { directionOf } from '../../../building/geometry/vector.ts';
import type { Raster, Rgb } from '../../raster/raster.ts';
import type { Arc, Drawing, Pen, Primitive, TextLine } from '../drawing.ts';
import { onArc } from '../sketch.ts';
import { textWidth } from '../text/fonts.ts';
import { exploded } from './exploded.ts';
import { hatchLines } from './hatch.ts';
import { hex4, PdfFont } from './pdf-fonts.ts';
import { PdfObjects, pdfText } from './pdf-objects.ts';

/** Points (1/72 inch) per millimetre. */
const POINTS_PER_MM = 72 / 25.4;
/** Largest size of a page in units, which readers are required to show; larger pages have larger units. */
const MAX_UNITS = 14_400;

/** A PDF with one page for each drawing. The same drawings give the same bytes; the file contains no timestamp. */
export function pdf(pages: readonly Drawing[], title = pages[0]?.title ?? ''): Buffer {
  const objects = new PdfObjects();
  const fonts = [new PdfFont(false), new PdfFont(true)] as const;
  const images: number[] = [];
  const written = pages.map((drawing) => {
    const unit = unitOf(drawing);
    const page = new Page(fonts, unit, (raster) => {
      images.push(imageOf(raster, objects));
      return `I${images.length}`;
    });
    for (const item of exploded(drawing)) page.add(item);
    return { drawing, page, unit };
  });
  const made = fonts.map((font) => (font.isUsed ? font.write(objects) : null));
  const resources = objects.add(
    `<< /Font << ${made.map((one) => (one === null ? '' : `/${one.name} ${one.object} 0 R `)).join('')}>> /XObject << ${images.map((image, i) => `/I${i + 1} ${image} 0 R `).join('')}>> >>`,
  );
  const tree = objects.reserve();
  const kids = written.map(({ drawing, page, unit }) => {
    const content = page.content(made.map((one) => one?.numbers ?? new Map<number, number>()));
    const stream = objects.stream(Buffer.from(content, 'latin1'));
    const [width, height] = [drawing.width_mm, drawing.height_mm].map((mm) =>
      short((mm * POINTS_PER_MM) / unit),
    );
    return objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${width} ${height}]${unit === 1 ? '' : ` /UserUnit ${unit}`} /Resources ${resources} 0 R /Contents ${stream} 0 R >>`,
    );
  });
  objects.add(
    `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
    tree,
  );
  const root = objects.add(
    `<< /Type /Catalog /Pages ${tree} 0 R /ViewerPreferences << /PrintScaling /None >> >>`,
  );
  const info = objects.add(`<< /Title ${pdfText(title)} /Producer (Plumbline) >>`);
  return objects.file(root, info);
}

/** The size of a unit of a page in points (PDF 1.6, `UserUnit`): 1, or more for pages over 5,080 mm. */
function unitOf({ width_mm, height_mm }: Drawing): number {
  return Math.max(1, Math.ceil((Math.max(width_mm, height_mm) * POINTS_PER_MM) / MAX_UNITS));
}

function imageOf({ width, height, rgb }: Raster, objects: PdfObjects): number {
  return objects.stream(
    Buffer.from(rgb),
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 `,
  );
}

/** A line of text. Its glyphs get their final numbers when the glyphs of all pages are known. */
type TextRun = {
  readonly font: 0 | 1;
  readonly before: string;
  readonly glyphs: readonly number[];
};

/** The content of one page, in millimetres. */
class Page {
  readonly #parts: (string | TextRun)[] = [];
  readonly #fonts: readonly [PdfFont, PdfFont];
  readonly #image: (raster: Raster) => string;
  #pen: Pen | null = null;
  #fill = '';

  constructor(fonts: readonly [PdfFont, PdfFont], unit: number, image: (raster: Raster) => string) {
    this.#fonts = fonts;
    this.#image = image;
    const scale = (POINTS_PER_MM / unit).toFixed(9);
    this.#parts.push(`${scale} 0 0 ${scale} 0 0 cm`, '0 J 0 j 10 M');
  }

  /** The content stream of the page; `numbers` map glyphs of the complete fonts to those of the embedded subsets. */
  content(numbers: readonly ReadonlyMap<number, number>[]): string {
    return this.#parts
      .map((part) => {
        if (typeof part === 'string') return part;
        const map = numbers[part.font];
        return `${part.before}<${part.glyphs.map((glyph) => hex4(map?.get(glyph) ?? 0)).join('')}> Tj ET`;
      })
      .join('\n');
  }

  add(item: Primitive): void {
    switch (item.shape) {
      case 'polyline':
        this.#stroke(pathOf(item.points, item.closed), item.pen);
        return;
      case 'arc':
        this.#stroke(curveOf(item), item.pen);
        return;
      case 'area': {
        const { rings, fill, pen } = item;
        const path = rings.map((ring) => pathOf(ring, true)).join(' ');
        if (fill.colour !== null) {
          this.#fillWith(fill.colour);
          this.#parts.push(`${path} f*`);
        }
        if (fill.hatch !== null) {
          const lines = hatchLines(rings, fill.hatch).map((line) => pathOf(line, false));
          this.#stroke(lines.join(' '), fill.hatch.pen);
        }
        if (pen !== null) this.#stroke(path, pen);
        return;
      }
      case 'text':
        this.#text(item);
        return;
      case 'picture': {
        const { at, width, height, raster } = item;
        this.#parts.push(
          `q ${short(width)} 0 0 ${short(height)} ${short(at.x)} ${short(at.y)} cm /${this.#image(raster)} Do Q`,
        );
        return;
      }
      default:
        item satisfies never;
    }
  }

  #stroke(path: string, pen: Pen): void {
    if (path === '') return;
    if (this.#pen !== pen) {
      this.#pen = pen;
      const dashes = pen.dash_mm === null ? '' : pen.dash_mm.map(short).join(' ');
      this.#parts.push(`${colourOf(pen.colour)} RG ${short(pen.width_mm)} w [${dashes}] 0 d`);
    }
    this.#parts.push(`${path} S`);
  }

  #fillWith(colour: Rgb): void {
    const wanted = `${colourOf(colour)} rg`;
    if (wanted === this.#fill) return;
    this.#fill = wanted;
    this.#parts.push(wanted);
  }

  #text({ at, text, size_mm, align, turn_deg, bold, colour }: TextLine): void {
    this.#fillWith(colour);
    const width = textWidth(text, size_mm, bold);
    const back = align === 'left' ? 0 : align === 'middle' ? width / 2 : width;
    const { x, y } = directionOf(turn_deg);
    const start = { x: at.x - x * back, y: at.y - y * back };
    const font = this.#fonts[bold ? 1 : 0];
    const matrix = [x, y, -y, x].map((part) => part.toFixed(6)).join(' ');
    this.#parts.push({
      font: bold ? 1 : 0,
      before: `BT /${font.name} ${short(size_mm)} Tf ${matrix} ${short(start.x)} ${short(start.y)} Tm `,
      glyphs: font.glyphs(text),
    });
  }
}

function pathOf(points: readonly Point2[], closed: boolean): string {
  const path = points.map(({ x, y }, i) => `${short(x)} ${short(y)} ${i === 0 ? 'm' : 'l'}`);
  return closed ? `${path.join(' ')} h` : path.join(' ');
}

/** The arc as Bézier curves of at most 90° each, whose deviation from the circle is less than 0.03 % of its radius. */
function curveOf(arc: Arc): string {
  const parts = Math.max(1, Math.ceil(arc.sweep_deg / 90 - 1e-9));
  const step = arc.sweep_deg / parts;
  const reach = (4 / 3) * Math.tan((step * Math.PI) / 720);
  const { centre } = arc;
  const out = [`${short(arc.start.x)} ${short(arc.start.y)} m`];
  for (let i = 0; i < parts; i += 1) {
    const [a, b] = [onArc(arc, i * step), onArc(arc, (i + 1) * step)];
    const control = [
      a.x - (a.y - centre.y) * reach,
      a.y + (a.x - centre.x) * reach,
      b.x + (b.y - centre.y) * reach,
      b.y - (b.x - centre.x) * reach,
      b.x,
      b.y,
    ];
    out.push(`${control.map(short).join(' ')} c`);
  }
  return out.join(' ');
}

function colourOf(colour: Rgb): string {
  return colour.map((part) => (part / 255).toFixed(3)).join(' ');
}

/** A number, rounded to a ten-thousandth, without an exponent. */
function short(value: number): string {
  const rounded = Math.round(value * 10_000) / 10_000;
  if (rounded === 0) return '0';
  return Math.abs(rounded) < 0.001 ? rounded.toFixed(4) : `${rounded}`;
}
