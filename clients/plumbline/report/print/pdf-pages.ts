/** @module pdf-pages: pages of a document that are filled from top to bottom. Lengths are millimetres on paper. */
import type { Point2 } from '../../../../kernel/building/geometry/vector.ts';
import type { Drawing, Item } from '../../../../kernel/documents/drawings/drawing.ts';
import { GREY, penOf, tint } from '../../../../kernel/documents/drawings/pens.ts';
import { boxRing, pictureDrawing, textAt } from '../../../../kernel/documents/drawings/sketch.ts';
import type { Rgb } from '../../../../kernel/documents/raster/raster.ts';
import { FAINT_TEXT, type TextRow, textRows } from './pdf-lines.ts';

/** Size and margins of a page. */
export type Paper = { readonly width: number; readonly height: number };
export const PORTRAIT: Paper = { width: 210, height: 297 };
export const LANDSCAPE: Paper = { width: 297, height: 210 };
/** Margins, and height of the footer. */
export const MARGIN = { left: 18, right: 16, top: 16, bottom: 18 } as const;
/** Distance between the lines of a text, as a share of the font size. */
const LEADING = 1.38;
/** Font size of the footer. */
const FOOT_MM = 2.6;
/** Colours of thin lines and of the background of table headings. */
const [RULE, BAND]: readonly [Rgb, Rgb] = [
  [200, 200, 206],
  [238, 238, 242],
];

/** Height of a line of text. */
export function rowHeight(size_mm: number): number {
  return size_mm * LEADING;
}

/** A growing document. `y` counts down from the top of the current page. */
export class Pages {
  readonly #pages: { readonly paper: Paper; readonly items: Item[] }[] = [];
  readonly #title: string;
  #y = 0;

  /** `title` is the title of the file. */
  constructor(title: string) {
    this.#title = title;
    this.begin(PORTRAIT);
  }

  /** Free height of the current page. */
  get room(): number {
    return this.#paper.height - MARGIN.bottom - this.#y;
  }

  /** Width between the margins. */
  get width(): number {
    return this.#paper.width - MARGIN.left - MARGIN.right;
  }

  /** The paper of the current page. */
  get paper(): Paper {
    return this.#paper;
  }

  get #paper(): Paper {
    return this.#pages.at(-1)?.paper ?? PORTRAIT;
  }

  /** Begins a page; an empty current page is replaced. */
  begin(paper: Paper = PORTRAIT): void {
    if (this.#pages.at(-1)?.items.length === 0) this.#pages.pop();
    this.#pages.push({ paper, items: [] });
    this.#y = MARGIN.top;
  }

  /** Begins a page unless the current one has this height left. */
  ensure(height: number): void {
    if (this.room < height) this.begin();
  }

  /** Leaves a gap, except at the top of a page. */
  gap(height: number): void {
    if (this.#y > MARGIN.top) this.#y += height;
  }

  /** Moves down without a page break. */
  down(height: number): void {
    this.#y += height;
  }

  /** Lines of text below each other, over as many pages as they need; `x` from the left margin. */
  rows(rows: readonly TextRow[], size_mm: number, x = 0): void {
    for (const row of rows) {
      this.ensure(rowHeight(size_mm));
      this.row(row, size_mm, x);
      this.#y += rowHeight(size_mm);
    }
  }

  /** One line of text, `below` the current place, which stays. `right`: ends at `x` instead of beginning there. */
  row(
    { runs, width }: TextRow,
    size_mm: number,
    x: number,
    { below = 0, right = false } = {},
  ): void {
    const left = MARGIN.left + x - (right ? width : 0);
    const base = this.#up(this.#y + below + size_mm);
    for (const { text, x: at, bold, colour } of runs) {
      this.#add(textAt({ x: left + at, y: base }, text, size_mm, { bold, colour }));
    }
  }

  /** A thin line across the width at the current place. */
  rule(width_mm = 0.1, colour: Rgb = RULE): void {
    const y = this.#up(this.#y);
    const x = MARGIN.left;
    this.#line({ x, y }, { x: x + this.width, y }, width_mm, colour);
  }

  /** A vertical line at the left of the next `height`. */
  bar(x: number, height: number, colour: Rgb = RULE): void {
    const at = MARGIN.left + x;
    const [top, bottom] = [this.#up(this.#y), this.#up(this.#y + height)];
    this.#line({ x: at, y: top }, { x: at, y: bottom }, 0.6, colour);
  }

  /** A coloured background across the width for the next `height`. */
  band(height: number, colour: Rgb = BAND): void {
    const min = { x: MARGIN.left, y: this.#up(this.#y + height) };
    const max = { x: MARGIN.left + this.width, y: this.#up(this.#y) };
    const fill = tint('report', colour);
    this.#add({ shape: 'area', rings: [boxRing({ min, max })], fill, pen: null, element: null });
  }

  /** Items in coordinates of the page from its lower left corner. */
  place(items: readonly Item[]): void {
    for (const item of items) this.#add(item);
  }

  /** The finished pages with a footer. */
  finished(footer: string): readonly Drawing[] {
    const count = this.#pages.length;
    return this.#pages.map(({ paper, items }, index) => {
      const { width, height } = paper;
      const number = `page ${index + 1} of ${count}`;
      const wide = width - MARGIN.left - MARGIN.right;
      const [line] = textRows(footer, wide - 30, FOOT_MM, FAINT_TEXT);
      const y = MARGIN.bottom - 8;
      const texts = (line?.runs ?? []).map(({ text, x }) =>
        textAt({ x: MARGIN.left + x, y }, text, FOOT_MM, { colour: GREY }),
      );
      const right = textAt({ x: width - MARGIN.right, y }, number, FOOT_MM, {
        colour: GREY,
        align: 'right',
      });
      const size = { width_mm: width, height_mm: height };
      return pictureDrawing(this.#title, size, [...items, ...texts, right]);
    });
  }

  #line(from: Point2, to: Point2, width_mm: number, colour: Rgb): void {
    const pen = penOf('report', width_mm, { colour });
    this.#add({ shape: 'polyline', points: [from, to], closed: false, pen, element: null });
  }

  /** The y coordinate on paper of a place that is counted down from the top. */
  #up(y: number): number {
    return this.#paper.height - y;
  }

  #add(item: Item): void {
    this.#pages.at(-1)?.items.push(item);
  }
}
