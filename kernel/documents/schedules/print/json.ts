/** @module json: formats a table as JSON; each row is an object with one member per column. */
import type { Cell, Column, Group, Row, Table } from '../table.ts';

type Fields = { readonly [key: string]: Cell };

/** Rows with the same value in `key`; the sums of a group are in `totals`. */
export type JsonGroup = {
  readonly key: string;
  readonly value: Cell;
  readonly count: number;
  readonly groups?: readonly JsonGroup[];
  readonly rows?: readonly Fields[];
  readonly totals: Fields;
};

export type JsonTable = {
  readonly title: string;
  readonly head: Table['head'];
  readonly columns: readonly Pick<Column, 'key' | 'title' | 'type' | 'unit'>[];
  readonly groups?: readonly JsonGroup[];
  readonly rows?: readonly Fields[];
  readonly count: number;
  readonly totals: Fields;
  readonly notes: readonly string[];
};

/** The table in the form used in tool results and files. */
export function jsonTable({
  title,
  head,
  columns,
  count,
  totals,
  warnings,
  notes,
  ...inside
}: Table): JsonTable {
  return {
    title,
    head,
    columns: columns.map(({ key, title: words, type, unit }) => ({
      key,
      title: words,
      type,
      unit,
    })),
    ...insideOf(inside, columns),
    count,
    totals: sumsOf(totals, columns),
    notes: [...warnings, ...notes],
  };
}

/** The same as text, indented, with a line feed at the end. */
export function jsonText(table: Table): string {
  return `${JSON.stringify(jsonTable(table), null, 2)}\n`;
}

type Inside = { readonly groups: readonly Group[]; readonly rows: readonly Row[] };

function insideOf(
  { groups, rows }: Inside,
  columns: readonly Column[],
): Pick<JsonTable, 'groups' | 'rows'> {
  if (groups.length === 0) return { rows: rows.map(({ cells }) => byKey(cells, columns)) };
  return { groups: groups.map((group) => jsonGroup(group, columns)) };
}

function jsonGroup(
  { column, value, count, totals, ...inside }: Group,
  columns: readonly Column[],
): JsonGroup {
  const key = columns[column]?.key ?? '';
  return { key, value, count, ...insideOf(inside, columns), totals: sumsOf(totals, columns) };
}

function byKey(cells: readonly Cell[], columns: readonly Column[]): Fields {
  return Object.fromEntries(columns.map(({ key }, index) => [key, cells[index] ?? null]));
}

function sumsOf(totals: readonly Cell[], columns: readonly Column[]): Fields {
  return Object.fromEntries(
    columns.flatMap(({ key }, index) => {
      const sum = totals[index] ?? null;
      return sum === null ? [] : [[key, sum]];
    }),
  );
}
