/** @module grouping: sorted entries, grouped by their first columns, with exact sums. */
import { compareNatural } from '../../base/text/natural-order.ts';
import { printedNumber, thousandthsOf } from './exact.ts';
import type { Field } from './field.ts';
import type { Cell, Group, Row, Table } from './table.ts';

/** A row before it is printed. */
export type Entry = {
  readonly element_ids: readonly string[];
  /** One value per field; numbers in the stored unit. */
  readonly values: readonly Cell[];
  /** Sort keys, most significant first: each consists of a rank and a value. */
  readonly order: readonly SortKey[];
};
export type SortKey = { readonly rank: number | null; readonly value: Cell };

/** Contents of a table. */
export type Filled = Pick<Table, 'groups' | 'rows' | 'count' | 'totals'>;

/** Sorts entries and groups them by the first `grouped` fields, which are the most significant sort keys. */
export function filledWith(
  entries: readonly Entry[],
  fields: readonly Field[],
  grouped: number,
): Filled {
  return filled(entries.toSorted(compareEntries), fields, { column: 0, grouped });
}

function filled(
  entries: readonly Entry[],
  fields: readonly Field[],
  { column, grouped }: { readonly column: number; readonly grouped: number },
): Filled {
  const count = entries.reduce((sum, { element_ids }) => sum + element_ids.length, 0);
  const totals = totalsOf(entries, fields);
  if (column === grouped) {
    return { groups: [], rows: entries.map((entry) => rowOf(entry, fields)), count, totals };
  }
  const groups = runsOf(entries, column).map((run): Group => {
    const value = printed(run[0]?.values[column] ?? null, fields[column]);
    const inside = filled(run, fields, { column: column + 1, grouped });
    return Object.assign(inside, { column, value });
  });
  return { groups, rows: [], count, totals };
}

/** Consecutive entries with the same value. */
function runsOf(entries: readonly Entry[], column: number): readonly (readonly Entry[])[] {
  const runs: Entry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    if (run !== undefined && run[0]?.values[column] === entry.values[column]) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

function rowOf({ element_ids, values }: Entry, fields: readonly Field[]): Row {
  return { element_ids, cells: values.map((value, index) => printed(value, fields[index])) };
}

function printed(value: Cell, field: Field | undefined): Cell {
  return typeof value !== 'number' || field === undefined
    ? value
    : printedOf(thousandthsOf(value), field, value);
}

/** The printed number; `exact` if the field does not state a number of decimals. */
function printedOf(thousandths: bigint, { decimals, per }: Field, exact: number): number {
  return decimals === null ? exact : printedNumber(thousandths, { per, decimals });
}

/** The value that filter conditions compare: the printed value, not shortened. */
export function comparedValue(value: Cell, { per }: Field): Cell {
  return typeof value === 'number' && per !== 1 ? value / per : value;
}

function totalsOf(entries: readonly Entry[], fields: readonly Field[]): readonly Cell[] {
  return fields.map((field, index) => {
    if (!field.summed) return null;
    let sum = 0n;
    let any = false;
    for (const { values } of entries) {
      const value = values[index];
      if (typeof value !== 'number') continue;
      any = true;
      sum += thousandthsOf(value);
    }
    return any ? printedOf(sum, field, Number(sum) / 1000) : null;
  });
}

function compareEntries(a: Entry, b: Entry): number {
  for (const [index, key] of a.order.entries()) {
    const other = b.order[index];
    if (other === undefined) return 1;
    const order = compareRanks(key.rank, other.rank) || compareCells(key.value, other.value);
    if (order !== 0) return order;
  }
  return 0;
}

function compareRanks(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a - b;
}

/** Missing values come last; numbers sort by size, texts in natural order. */
function compareCells(a: Cell, b: Cell): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'string' && typeof b === 'string') return compareNatural(a, b);
  return Number(a) - Number(b);
}
