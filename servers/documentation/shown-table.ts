/** @module shown-table: a table as an answer shows it, short enough for a model to read. */
import * as z from 'zod';

import { jsonTable, type JsonTable } from '../../kernel/schedules/print/json.ts';
import { filledColumns, rowsOf } from '../../kernel/schedules/print/lines.ts';
import { markdownText } from '../../kernel/schedules/print/markdown.ts';
import type { Table } from '../../kernel/schedules/table.ts';

/** Rows and characters that are answered. */
const [ROWS_SHOWN, TEXT_SHOWN] = [100, 12_000];

/** A table in an answer: its rows as JSON, or its text. */
export const ShownTable = {
  title: z.string(),
  /** Elements that are counted in it. */
  count: z.number(),
  table: z.looseObject({}).optional(),
  text: z.string().optional(),
};

/** What is shown, and that it is not all. */
export type Shown = {
  readonly data: {
    readonly title: string;
    readonly count: number;
    readonly table?: { [name: string]: unknown };
    readonly text?: string;
  };
  readonly warnings: readonly string[];
};

/** The table as JSON; where it has more than 100 rows, the first ones without groups, with all sums. */
export function shownJson(table: Table, next: string): Shown {
  const { title, count } = table;
  const rows = [...rowsOf(table)];
  if (rows.length <= ROWS_SHOWN) {
    return { data: { title, count, table: { ...jsonTable(table) } }, warnings: [] };
  }
  const first: JsonTable = jsonTable({ ...table, groups: [], rows: rows.slice(0, ROWS_SHOWN) });
  return {
    data: { title, count, table: { ...first } },
    warnings: [`${ROWS_SHOWN} of ${rows.length} rows are shown; ${next}`],
  };
}

/** The table as Markdown, cut after a line. */
export function shownText(table: Table, next: string): Shown {
  const { title, count } = table;
  const text = markdownText(table);
  if (text.length <= TEXT_SHOWN) return { data: { title, count, text }, warnings: [] };
  const cut = text.slice(0, text.lastIndexOf('\n', TEXT_SHOWN));
  return { data: { title, count, text: cut }, warnings: [`the text is cut; ${next}`] };
}

/** Says of columns that were asked for that nothing stands in them; none where there is no row. */
export function emptyColumns(table: Table, asked: readonly string[]): readonly string[] {
  if (table.count === 0) return [];
  const filled = filledColumns(table);
  const empty = table.columns.flatMap(({ key }, index) =>
    asked.includes(key) && !filled.has(index) ? [`\`${key}\``] : [],
  );
  return empty.length === 0 ? [] : [`empty in every row: ${empty.join(', ')}`];
}
