/** @module csv: the rows of a table as CSV (RFC 4180), without text that a spreadsheet would execute. */
import type { Cell, Table } from '../table.ts';
import { headingOf, linesOf, rowsOf } from './lines.ts';

/** The beginning of a text that a spreadsheet reads as a formula, including leading spaces. */
const FORMULA = /^[\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/**
 * A header with units and a line for each row, in UTF-8 with CRLF. Text that a spreadsheet could read as a formula gets a
 * leading apostrophe. Sums are not rows: they are written only with `totals`, as lines that begin with `Subtotal` or
 * `Total`.
 */
export function csvText(
  table: Table,
  { totals = false }: { readonly totals?: boolean } = {},
): string {
  const lines: (readonly Cell[])[] = [table.columns.map(headingOf)];
  if (totals) {
    for (const line of linesOf(table)) if (line.line !== 'heading') lines.push(line.cells);
  } else {
    for (const { cells } of rowsOf(table)) lines.push(cells);
  }
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
