/** @module sheet: rows of typed cells as a worksheet part (ECMA-376, part 1, 18.3). */
import { xmlText } from '../../../text/xml-text.ts';
import type { Cell } from '../../table.ts';
import { STYLE } from './styles.ts';

/** A row of cells, each in the style of its column; `bold` for sums and headings. */
export type SheetRow = { readonly cells: readonly Cell[]; readonly bold: boolean };

export type Sheet = {
  readonly name: string;
  readonly header: readonly string[];
  /** Digits after the point of each column; null where numbers are as they are. */
  readonly decimals: readonly (number | null)[];
  readonly rows: readonly SheetRow[];
  /** Rows that can be filtered by the columns; null where headings are among them. */
  readonly filtered: number | null;
};

/** Of the specification of Excel. */
const ROWS_MAX = 1_048_576;
const CELL_CHARS_MAX = 32_767;
const WIDTH = { least: 8, most: 60 } as const;

/** The worksheet. Throws `RangeError` for more rows than a sheet takes. */
export function sheetXml({ header, decimals, rows, filtered }: Sheet): string {
  if (rows.length >= ROWS_MAX) {
    throw new RangeError(`got ${rows.length} rows, want fewer than ${ROWS_MAX}`);
  }
  const widths = header.map((title, column) =>
    widthOf([title, ...rows.map(({ cells, bold }) => (bold ? null : (cells[column] ?? null)))]),
  );
  const lines = rows.map(({ cells, bold }, index) => {
    const inside = cells.map((cell, column) =>
      cellXml(
        cell,
        `${lettersOf(column)}${index + 2}`,
        styleOf(cell, decimals[column] ?? null, bold),
      ),
    );
    return `<row r="${index + 2}">${inside.join('')}</row>`;
  });
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

/** Width of a column in characters. */
function widthOf(cells: readonly Cell[]): number {
  const longest = cells.reduce<number>(
    (most, cell) => Math.max(most, cell === null ? 0 : String(cell).length),
    0,
  );
  return Math.min(WIDTH.most, Math.max(WIDTH.least, longest + 2));
}

function styleOf(cell: Cell, decimals: number | null, bold: boolean): number {
  if (typeof cell === 'string') return bold ? STYLE.boldText : STYLE.text;
  const isFixed = typeof cell === 'number' && decimals !== null;
  if (bold) return isFixed ? STYLE.boldThousandths : STYLE.bold;
  return isFixed ? STYLE.thousandths : STYLE.plain;
}

/** Nothing for an empty cell, so that readers find it empty. */
function cellXml(cell: Cell, place: string, style: number): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${place}" s="${style}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') {
    return `<c r="${place}" s="${style}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  }
  const text = cell.length > CELL_CHARS_MAX ? `${cell.slice(0, CELL_CHARS_MAX - 1)}…` : cell;
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xlsxText(text)}</t></is></c>`;
}

/** Text as ST_Xstring (22.9.2.19): what XML cannot say, and what looks like it, as `_x0007_`. */
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
