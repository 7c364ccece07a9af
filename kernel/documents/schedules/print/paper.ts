/** @module paper: a table as text cells for a drawing sheet. */
import type { ScheduleDefinition } from '../../../../schemas/schedules.ts';
import { IDENTITY } from '../schedule.ts';
import type { Cell, Column, Table } from '../table.ts';
import { filledColumns, headingOf, linesOf, cellText } from './lines.ts';

/** A line on paper with one cell per column. Bold lines are headings and sums, the others are elements. */
type PaperRow = {
  readonly cells: readonly string[];
  readonly bold: boolean;
  readonly element: string | null;
};

/** A table laid out for paper. */
type PaperTable = {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly align: 'left' | 'right' }[];
  readonly rows: readonly PaperRow[];
};

/**
 * The table with group headings and sums. Fields in headings have no column. Element ids and GUIDs are omitted unless
 * requested, because they are of no use on paper. Empty default columns are omitted.
 */
export function paperTable(table: Table, request: ScheduleDefinition): PaperTable {
  const { parameters, group_by = [] } = request;
  const left_out = new Set([
    ...IDENTITY.filter((key) => parameters?.includes(key) !== true),
    ...group_by,
  ]);
  const all = [...table.columns.entries()];
  const filled = filledColumns(table);
  const some = all.filter(([index, { key }]) => {
    return !left_out.has(key) && (parameters !== undefined || filled.has(index));
  });
  const kept = some.length === 0 ? all.slice(0, 1) : some;
  const textsOf = (cells: readonly Cell[]): string[] =>
    kept.map(([index, column]) => cellText(cells[index] ?? null, column));
  const first = (text: string): readonly string[] => kept.map((_, at) => (at === 0 ? text : ''));
  const rows: PaperRow[] = [];
  for (const line of linesOf(table)) {
    if (line.line === 'heading') {
      rows.push({ cells: first(line.text), bold: true, element: null });
    } else if (line.line === 'row') {
      const [element = null] = line.element_ids;
      rows.push({ cells: textsOf(line.cells), bold: false, element });
    } else if (line.depth === 0 || line.sums.some((sum) => sum !== null)) {
      const [free = '', ...sums] = textsOf(line.sums);
      // If the first column has a sum, the label gets its own line.
      if (free !== '') rows.push({ cells: first(line.label), bold: true, element: null });
      rows.push({ cells: [free === '' ? line.label : free, ...sums], bold: true, element: null });
    }
  }
  const columns = kept.map(([, column]) => ({ title: headingOf(column), align: alignOf(column) }));
  return { title: table.title, columns, rows };
}

function alignOf({ type }: Column): 'left' | 'right' {
  return type === 'number' || type === 'integer' ? 'right' : 'left';
}
