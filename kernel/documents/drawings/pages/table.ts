/** @module table: draws a schedule as a table on paper, as a whole or in parts. */
import type { Item } from '../drawing.ts';
import { GREY, LAYERS, penOf, tint } from '../pens.ts';
import { textAt } from '../sketch.ts';
import { textWidth } from '../text/fonts.ts';

/** A row of a table, with one cell for each column. */
type TableRow = {
  readonly cells: readonly string[];
  /** True for headings and totals. */
  readonly bold: boolean;
  /** Id of the element that the row describes; null for headings and totals. */
  readonly element: string | null;
};

/** The content of a schedule to be drawn. */
export type Table = {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly align: 'left' | 'right' }[];
  readonly rows: readonly TableRow[];
};

/** Sizes on paper, mm. */
const TEXT_MM = 2.2;
const TITLE_MM = 3;
const ROW_MM = 4.6;
/** Space between a cell's border and its text on each side. */
const PAD_MM = 1.6;
/** Minimum and maximum width of a column. */
const COLUMN_MM = { least: 8, most: 70 } as const;
/** Height of the title and the column headers. */
const HEAD_MM = TITLE_MM * 2 + ROW_MM;
/** Maximum number of rows measured for column widths; even the largest sheet has space for fewer. */
const MAX_MEASURED_ROWS = 3000;
/** End of a truncated text. */
const MORE = '…';
/** Suffix of the title of each part after the first. */
const CONTINUED = ' (continued)';
/** Minimum width of a part, mm, so that the message below it fits. */
const MIN_WIDTH_MM = 32;

/** A table with the computed widths of its columns. */
export type SizedTable = Table & {
  readonly widths: readonly number[];
  readonly width: number;
  /** Titles of the columns that exceed the maximum width and are left out. */
  readonly left_out: readonly string[];
};

/** A range of table rows; `to` is exclusive. */
export type TablePart = { readonly from: number; readonly to: number };

/** A drawn part, with its lower left corner at the origin. */
type DrawnPart = {
  readonly items: readonly Item[];
  readonly width: number;
  readonly height: number;
};

/**
 * Computes the column widths from the content. The first column that exceeds the total width of `most_mm` is left out,
 * with all columns after it; the first column of the table is always kept.
 */
export function sizeTable({ title, columns, rows }: Table, most_mm: number): SizedTable {
  const measured = rows.slice(0, MAX_MEASURED_ROWS);
  const widths: number[] = [];
  let width = 0;
  for (const [c, column] of columns.entries()) {
    const wide = measured.reduce(
      // A bold text without a neighbour on its right may extend over the next columns.
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
    width: Math.max(width, Math.min(most_mm, Math.max(MIN_WIDTH_MM, named))),
    left_out: columns.slice(shown).map((column) => column.title),
  };
}

/** Height of a part, mm, including the line below it if rows remain after it. */
export function heightOf({ rows }: SizedTable, { from, to }: TablePart): number {
  return HEAD_MM + (to - from + (to < rows.length ? 1 : 0)) * ROW_MM;
}

/**
 * Draws a part of the table. If rows remain after it, a line below the part states that the table is continued
 * elsewhere on the sheet (`goes_on`), or the number of missing rows.
 */
export function tableItems(table: SizedTable, part: TablePart, goes_on: boolean): DrawnPart {
  const { title, columns, rows, widths, width } = table;
  const { from, to } = part;
  const height = heightOf(table, part);
  const top = height - TITLE_MM * 2;
  const items: Item[] = [];
  const name = from === 0 ? title : title + CONTINUED;
  items.push(
    textAt(
      { x: 0, y: height - TITLE_MM },
      truncatedText(name, TITLE_MM, { most: width, bold: true }),
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
    const remainder = goes_on ? 'continued beside' : `and ${left} more lines`;
    const text = truncatedText(remainder, TEXT_MM, { most: width, bold: false });
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

type Across = Pick<SizedTable, 'columns' | 'widths'> & {
  /** The y coordinate of the line below it. */
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
    const free = bold && align === 'left' ? emptyCellsAfter(cells, c) : 0;
    const wide = own + widths.slice(c + 1, c + 1 + free).reduce((sum, one) => sum + one, 0);
    const text = truncatedText(cells[c] ?? '', TEXT_MM, { most: wide, bold });
    const at = align === 'left' ? x + PAD_MM : x + own - PAD_MM;
    if (text !== '') {
      items.push(textAt({ x: at, y: y + 1.5 }, text, TEXT_MM, { align, bold, element }));
    }
    x += own;
  }
  return items;
}

/** The number of empty cells directly to the right of a cell. */
function emptyCellsAfter(cells: readonly string[], c: number): number {
  const next = cells.findIndex((cell, at) => at > c && cell !== '');
  return (next < 0 ? cells.length : next) - c - 1;
}

function widthOf(text: string, bold: boolean): number {
  return textWidth(text, TEXT_MM, bold) + 2 * PAD_MM;
}

/** The text, truncated to the width of a column; a truncated text ends with `…`. */
function truncatedText(
  text: string,
  size_mm: number,
  { most, bold }: { readonly most: number; readonly bold: boolean },
): string {
  const available = most - 2 * PAD_MM + 1e-9;
  if (textWidth(text, size_mm, bold) <= available) return text;
  const characters = Array.from(text.slice(0, 1000));
  let [fits, not] = [0, characters.length + 1];
  while (not - fits > 1) {
    const middle = Math.floor((fits + not) / 2);
    const begun = characters.slice(0, middle).join('') + MORE;
    if (textWidth(begun, size_mm, bold) <= available) fits = middle;
    else not = middle;
  }
  return characters.slice(0, fits).join('').trimEnd() + MORE;
}
