/** @module table: a schedule as a table on paper, whole or in parts. */
import type { Item } from '../drawing.ts';
import { GREY, LAYERS, penOf, tint } from '../pens.ts';
import { textAt } from '../sketch.ts';
import { textWidth } from '../text/fonts.ts';

/** A line of a table, as many cells as columns. */
type TableRow = {
  readonly cells: readonly string[];
  /** Headings and sums. */
  readonly bold: boolean;
  /** The element that it is about; null for none. */
  readonly element: string | null;
};

/** A schedule as it is drawn. */
export type Table = {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly align: 'left' | 'right' }[];
  readonly rows: readonly TableRow[];
};

/** Sizes on paper, mm. */
const TEXT_MM = 2.2;
const TITLE_MM = 3;
const ROW_MM = 4.6;
const PAD_MM = 1.6;
const COLUMN_MM = { least: 8, most: 70 } as const;
/** Title, and header of the columns. */
const HEAD_MM = TITLE_MM * 2 + ROW_MM;
/** Rows that are measured: the largest sheet takes fewer. */
const MOST_ROWS = 3000;
const MORE = '…';
const CONTINUED = ' (continued)';
/** What is said below a part has room in this, mm. */
const LEAST_MM = 32;

/** A table with the widths of its columns. */
export type LaidTable = Table & {
  readonly widths: readonly number[];
  readonly width: number;
  /** Titles of the columns that go beyond the width; they are left out. */
  readonly left_out: readonly string[];
};

/** Rows of a table from one to before another. */
export type TablePart = { readonly from: number; readonly to: number };

/** A drawn part, with its lower left corner at the origin. */
type DrawnPart = {
  readonly items: readonly Item[];
  readonly width: number;
  readonly height: number;
};

/** Columns as wide as what stands in them, as far as they go into `most_mm`; at least the first is kept. */
export function laidTable({ title, columns, rows }: Table, most_mm: number): LaidTable {
  const measured = rows.slice(0, MOST_ROWS);
  const widths: number[] = [];
  let width = 0;
  for (const [c, column] of columns.entries()) {
    const wide = measured.reduce(
      // What has nothing beside it goes on over the next columns.
      (most, { cells, bold }) =>
        bold && cells[c + 1] === '' ? most : Math.max(most, widthOf(cells[c] ?? '', bold)),
      Math.max(COLUMN_MM.least, widthOf(column.title, true)),
    );
    const kept = Math.min(COLUMN_MM.most, wide);
    if (c > 0 && width + kept > most_mm) break;
    widths.push(kept);
    width += kept;
  }
  const shown = widths.length;
  const named = textWidth(title + CONTINUED, TITLE_MM, true) + 2 * PAD_MM;
  return {
    title,
    columns: columns.slice(0, shown),
    rows,
    widths,
    width: Math.max(width, Math.min(most_mm, Math.max(LEAST_MM, named))),
    left_out: columns.slice(shown).map((column) => column.title),
  };
}

/** Height of a part, mm: with a line below it where it is not the end. */
export function heightOf({ rows }: LaidTable, { from, to }: TablePart): number {
  return HEAD_MM + (to - from + (to < rows.length ? 1 : 0)) * ROW_MM;
}

/** A part of the table. `goes_on`: the rest stands elsewhere on the sheet, else what is missing is counted below it. */
export function tableItems(table: LaidTable, part: TablePart, goes_on: boolean): DrawnPart {
  const { title, columns, rows, widths, width } = table;
  const { from, to } = part;
  const height = heightOf(table, part);
  const top = height - TITLE_MM * 2;
  const items: Item[] = [];
  const name = from === 0 ? title : title + CONTINUED;
  items.push(
    textAt(
      { x: 0, y: height - TITLE_MM },
      fitted(name, TITLE_MM, { most: width, bold: true }),
      TITLE_MM,
      {
        bold: true,
      },
    ),
    headerItem(width, top),
  );
  const header = { cells: columns.map((column) => column.title), bold: true, element: null };
  for (const [r, row] of [header, ...rows.slice(from, to)].entries()) {
    const y = top - (r + 1) * ROW_MM;
    items.push(...rowItems(row, { columns, widths, y }));
    const pen = penOf(LAYERS.text, row.bold ? 0.25 : 0.08);
    const points = [
      { x: 0, y },
      { x: width, y },
    ];
    items.push({ shape: 'polyline', points, closed: false, pen, element: null });
  }
  const left = rows.length - to;
  if (left > 0) {
    const said = goes_on ? 'continued beside' : `and ${left} more lines`;
    const text = fitted(said, TEXT_MM, { most: width, bold: false });
    items.push(textAt({ x: PAD_MM, y: 1.5 }, text, TEXT_MM, { colour: GREY }));
  }
  return { items, width, height };
}

function headerItem(width: number, top: number): Item {
  const ring = [
    { x: 0, y: top - ROW_MM },
    { x: width, y: top - ROW_MM },
    { x: width, y: top },
    { x: 0, y: top },
  ];
  const fill = tint(LAYERS.text, [232, 232, 235]);
  return { shape: 'area', rings: [ring], fill, pen: null, element: null };
}

type Across = Pick<LaidTable, 'columns' | 'widths'> & {
  /** Of the line below it. */
  readonly y: number;
};

function rowItems(
  { cells, bold, element }: TableRow,
  { columns, widths, y }: Across,
): readonly Item[] {
  const items: Item[] = [];
  let x = 0;
  for (const [c, { align }] of columns.entries()) {
    const own = widths[c] ?? 0;
    const free = bold && align === 'left' ? freeBeside(cells, c) : 0;
    const wide = own + widths.slice(c + 1, c + 1 + free).reduce((sum, one) => sum + one, 0);
    const text = fitted(cells[c] ?? '', TEXT_MM, { most: wide, bold });
    const at = align === 'left' ? x + PAD_MM : x + own - PAD_MM;
    if (text !== '') {
      items.push(textAt({ x: at, y: y + 1.5 }, text, TEXT_MM, { align, bold, element }));
    }
    x += own;
  }
  return items;
}

/** How many cells to the right of one are empty. */
function freeBeside(cells: readonly string[], c: number): number {
  const next = cells.findIndex((cell, at) => at > c && cell !== '');
  return (next < 0 ? cells.length : next) - c - 1;
}

function widthOf(text: string, bold: boolean): number {
  return textWidth(text, TEXT_MM, bold) + 2 * PAD_MM;
}

/** As much of a text as goes into a column; what is cut ends with `…`. */
function fitted(
  text: string,
  size_mm: number,
  { most, bold }: { readonly most: number; readonly bold: boolean },
): string {
  const room = most - 2 * PAD_MM + 1e-9;
  if (textWidth(text, size_mm, bold) <= room) return text;
  const characters = Array.from(text.slice(0, 1000));
  let [fits, not] = [0, characters.length + 1];
  while (not - fits > 1) {
    const middle = Math.floor((fits + not) / 2);
    const begun = characters.slice(0, middle).join('') + MORE;
    if (textWidth(begun, size_mm, bold) <= room) fits = middle;
    else not = middle;
  }
  return characters.slice(0, fits).join('').trimEnd() + MORE;
}
