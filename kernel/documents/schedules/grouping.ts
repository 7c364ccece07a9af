/** @module grouping: entries in order, put into groups by their first columns, with sums of what is exact. */
import { compareNatural } from '../text/natural-order.ts';
import { printedNumber, thousandthsOf } from './exact.ts';
import type { Field } from './field.ts';
import type { Cell, Group, Row, Table } from './table.ts';

/** A row before it is printed. */
export type Entry = {
  readonly element_ids: readonly string[];
  /** As many as fields; numbers as they are stored. */
  readonly values: readonly Cell[];
  /** What it is ordered by, first to last: for each a rank, then the value. */
  readonly order: readonly SortKey[];
};
export type SortKey = { readonly rank: number | null; readonly value: Cell };

/** What is in a table. */
export type Filled = Pick<Table, 'groups' | 'rows' | 'count' | 'totals'>;

/** Puts entries in order and into groups by the first `grouped` fields, which are what they are ordered by first. */
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

/** Entries that follow each other with the same value. */
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

/** `exact` where the field says nothing of digits. */
function printedOf(thousandths: bigint, { decimals, per }: Field, exact: number): number {
  return decimals === null ? exact : printedNumber(thousandths, { per, decimals });
}

/** What conditions compare: the value as it is printed, in full. */
export function shownValue(value: Cell, { per }: Field): Cell {
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

/** What is missing comes last; numbers by size, texts as people number things. */
function compareCells(a: Cell, b: Cell): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'string' && typeof b === 'string') return compareNatural(a, b);
  return Number(a) - Number(b);
}
