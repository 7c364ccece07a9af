/** @module lines: the lines of a table from top to bottom, shared by all printers. */
import type { Cell, Column, Group, Row, Table } from '../table.ts';

/** A line below the header. For sums, `cells` includes the label, in the first column that has no sum. */
export type Line =
  | { readonly line: 'heading'; readonly depth: number; readonly text: string }
  | {
      readonly line: 'row';
      readonly cells: readonly Cell[];
      readonly element_ids: readonly string[];
    }
  | {
      readonly line: 'total';
      readonly depth: number;
      readonly cells: readonly Cell[];
      readonly label: string;
      readonly sums: readonly Cell[];
    };

/** Headings, rows and sums. The sums of a group follow its rows; the grand totals are at the end. */
export function* linesOf(table: Table): Generator<Line> {
  yield* within(table, table.columns, 0);
  yield totalOf(table.totals, `Total (${table.count})`, 0);
}

type Inside = { readonly groups: readonly Group[]; readonly rows: readonly Row[] };

function* within(
  { groups, rows }: Inside,
  columns: readonly Column[],
  depth: number,
): Generator<Line> {
  for (const { cells, element_ids } of rows) yield { line: 'row', cells, element_ids };
  for (const group of groups) {
    const column = columns[group.column];
    const name = `${column?.title ?? ''}: ${group.value === null ? 'none' : cellText(group.value, column)}`;
    yield { line: 'heading', depth: depth + 1, text: `${name} (${group.count})` };
    yield* within(group, columns, depth + 1);
    yield totalOf(group.totals, `Subtotal ${name}`, depth + 1);
  }
}

function totalOf(sums: readonly Cell[], label: string, depth: number): Line {
  const free = sums.indexOf(null);
  const cells = sums.map((sum, index) => (index === free ? label : sum));
  return { line: 'total', depth, cells, label, sums };
}

/** The rows without headings and sums, in the order of the groups. */
export function* rowsOf({ groups, rows }: Inside): Generator<Row> {
  yield* rows;
  for (const group of groups) yield* rowsOf(group);
}

/** Title of a column with its unit. */
export function headingOf({ title, unit }: Column): string {
  return unit === null ? title : `${title} (${unit})`;
}

/** A value formatted for people. */
export function cellText(cell: Cell, column: Column | undefined): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'string') return cell;
  const decimals = column?.decimals ?? null;
  return decimals === null ? String(cell) : cell.toFixed(decimals);
}

/** Indexes of the columns that are not empty. */
export function filledColumns(table: Table): ReadonlySet<number> {
  const filled = new Set<number>();
  for (const { cells } of rowsOf(table)) {
    for (const [index, cell] of cells.entries()) if (cell !== null) filled.add(index);
  }
  return filled;
}
