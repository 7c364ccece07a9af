/** @module sheet: rows of typed cells as a worksheet part (ECMA-376, part 1, 18.3). */
import { xmlText } from '../../../../base/text/xml-text.ts';
import { checkpoint } from '../../../../base/work/checkpoint.ts';
import type { Cell } from '../../table.ts';
import { STYLE } from './styles.ts';

/** A row of cells, each in the format of its column; `bold` for sums and headings. */
export type SheetRow = { readonly cells: readonly Cell[]; readonly bold: boolean };

export type Sheet = {
  readonly name: string;
  readonly header: readonly string[];
  /** Decimals of each column; null leaves numbers unformatted. */
  readonly decimals: readonly (number | null)[];
  readonly rows: readonly SheetRow[];
  /** Number of rows in the column filter; null (no filter) if the table contains headings. */
  readonly filtered: number | null;
};

/** Limits from the Excel specification; a header is among the rows. */
export const MAX_ROWS = 1_048_576;
const MAX_CELL_CHARS = 32_767;
/** Column widths, characters. */
const WIDTH = { min: 8, max: 60 } as const;

/** Rows written between two checkpoints. */
const WRITTEN = 1000;

/** The worksheet. @throws {RangeError} if there are more rows than a sheet can contain. */
export function sheetXml({ header, decimals, rows, filtered }: Sheet): string {
  if (rows.length >= MAX_ROWS) {
    throw new RangeError(`${rows.length} rows were given; expected fewer than ${MAX_ROWS}`);
  }
  const letters = header.map((_, column) => lettersOf(column));
  const longest = header.map((title) => title.length);
  const lines: string[] = [];
  for (const [index, { cells, bold }] of rows.entries()) {
    if (index % WRITTEN === WRITTEN - 1) {
      checkpoint({ done: index, total: rows.length, doing: 'rows of the file' });
    }
    let line = `<row r="${index + 2}">`;
    for (const [column, cell] of cells.entries()) {
      const place = `${letters[column] ?? lettersOf(column)}${index + 2}`;
      line += cellXml(cell, place, styleOf(cell, decimals[column] ?? null, bold));
      if (bold || cell === null) continue;
      longest[column] = Math.max(longest[column] ?? 0, String(cell).length);
    }
    lines.push(`${line}</row>`);
  }
  const widths = longest.map((chars) => Math.min(WIDTH.max, Math.max(WIDTH.min, chars + 2)));
  const titles = header.map((title, column) =>
    cellXml(title, `${lettersOf(column)}1`, STYLE.header),
  );
  const last = lettersOf(header.length - 1);
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`,
    `<sheetData><row r="1">${titles.join('')}</row>${lines.join('')}</sheetData>`,
    filtered === null ? '' : `<autoFilter ref="A1:${last}${filtered + 1}"/>`,
    '</worksheet>',
  ].join('');
}

function styleOf(cell: Cell, decimals: number | null, bold: boolean): number {
  if (typeof cell === 'string') return bold ? STYLE.boldText : STYLE.text;
  const isFixed = typeof cell === 'number' && decimals !== null;
  if (bold) return isFixed ? STYLE.boldThousandths : STYLE.bold;
  return isFixed ? STYLE.thousandths : STYLE.plain;
}

/** Empty cells are omitted, so that readers treat them as empty. */
function cellXml(cell: Cell, place: string, style: number): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${place}" s="${style}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') {
    return `<c r="${place}" s="${style}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  }
  const text = cell.length > MAX_CELL_CHARS ? `${cell.slice(0, MAX_CELL_CHARS - 1)}…` : cell;
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xlsxText(text)}</t></is></c>`;
}

/** Text as ST_Xstring (22.9.2.19): characters that XML cannot contain, and text that looks like an escape, as `_x0007_`. */
function xlsxText(text: string): string {
  return xmlText(
    text
      .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, (character) =>
        character === '\t' || character === '\n' ? character : hexOf(character),
      ),
  );
}

function hexOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

/** Letters of a column counted from 0: A, Z, AA. */
function lettersOf(column: number): string {
  const letter = String.fromCodePoint(65 + (column % 26));
  return column < 26 ? letter : lettersOf(Math.floor(column / 26) - 1) + letter;
}
