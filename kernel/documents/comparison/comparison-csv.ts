/** @module comparison csv: the rows of a comparison as CSV, one line for each element. */
import type { Authorship } from '../../building/comparison/authors.ts';
import type { ChangedParam, ComparisonRow } from '../../building/comparison/row.ts';
import type { Quantity } from '../../building/kinds/kind.ts';
import { csvText } from '../schedules/print/csv.ts';
import type { Cell, Column, Unit } from '../schedules/table.ts';

type CsvColumn = {
  readonly title: string;
  readonly type: Column['type'];
  readonly unit?: Unit;
  readonly of: (row: ComparisonRow) => Cell;
};

const COLUMNS: readonly CsvColumn[] = [
  text('Change', ({ change }) => change),
  text('Element id', ({ id }) => id),
  text('Kind', ({ kind }) => kind),
  text('Category', ({ category }) => category),
  text('Name', ({ name }) => name),
  text('Level', ({ level_name }) => level_name),
  text('Level id', ({ level_id }) => level_id),
  text('Follows', ({ cause }) => cause),
  { title: 'Geometry', type: 'boolean', of: ({ geometry }) => geometry },
  { title: 'Data', type: 'boolean', of: ({ data }) => data },
  number('Moved east', 'mm', ({ moved_mm }) => moved_mm?.x),
  number('Moved north', 'mm', ({ moved_mm }) => moved_mm?.y),
  number('Moved up', 'mm', ({ moved_mm }) => moved_mm?.z),
  number('Distance', 'mm', ({ moved_mm }) => moved_mm?.distance),
  ...measured('Length', 'mm', 'length_mm'),
  ...measured('Area', 'mm²', 'area_mm2'),
  ...measured('Perimeter', 'mm', 'perimeter_mm'),
  ...measured('Volume', 'mm³', 'volume_mm3'),
  text('Values before', ({ params }) => valuesOf(params, ({ from }) => from)),
  text('Values after', ({ params }) => valuesOf(params, ({ to }) => to)),
  text('Description', (row) => row.text),
];

/**
 * A header with units and a line for each row, in the order of the rows, in UTF-8 with CRLF (RFC 4180). Text that a
 * spreadsheet could read as a formula gets a leading apostrophe. Values are JSON objects by parameter. With `authors`, a
 * line also states who changed the element and why, or else who changed its cause.
 */
export function comparisonCsv(
  rows: readonly ComparisonRow[],
  authors: ReadonlyMap<string, Authorship> | null = null,
): string {
  const columns = authors === null ? COLUMNS : [...COLUMNS, ...authorColumns(authors)];
  return csvText({
    title: 'Comparison',
    head: { branch: '', seq: null },
    columns: columns.map(({ title, type, unit = null }) => ({
      key: title,
      title,
      type,
      unit,
      decimals: null,
      summed: false,
    })),
    groups: [],
    rows: rows.map((row) => ({ element_ids: [row.id], cells: columns.map(({ of }) => of(row)) })),
    count: rows.length,
    totals: columns.map(() => null),
    warnings: [],
    notes: [],
  });
}

function authorColumns(authors: ReadonlyMap<string, Authorship>): readonly CsvColumn[] {
  const find = ({ id, cause }: ComparisonRow): Authorship | undefined =>
    authors.get(id) ?? (cause === null ? undefined : authors.get(cause));
  return [
    text('Time', (row) => find(row)?.at ?? null),
    text('User', (row) => find(row)?.user_id ?? null),
    text('Agent', (row) => find(row)?.agent_id ?? null),
    text('Approval', (row) => find(row)?.approval_id ?? null),
    text('Reason', (row) => find(row)?.reasoning ?? null),
  ];
}

function text(title: string, of: CsvColumn['of']): CsvColumn {
  return { title, type: 'text', of };
}

function number(
  title: string,
  unit: Unit,
  of: (row: ComparisonRow) => number | undefined,
): CsvColumn {
  return { title, type: 'number', unit, of: (row) => of(row) ?? null };
}

/** The columns of a measure before and after; empty if it does not differ. */
function measured(title: string, unit: Unit, quantity: Quantity): readonly CsvColumn[] {
  const find = ({ measures }: ComparisonRow) => measures.find(({ name }) => name === quantity);
  return [
    number(`${title} before`, unit, (row) => find(row)?.from),
    number(`${title} after`, unit, (row) => find(row)?.to),
  ];
}

function valuesOf(
  params: readonly ChangedParam[],
  of: (param: ChangedParam) => unknown,
): string | null {
  const values = params.map((param) => [param.name, of(param)] as const);
  if (values.every(([, value]) => value === null || value === undefined)) return null;
  return JSON.stringify(Object.fromEntries(values));
}
