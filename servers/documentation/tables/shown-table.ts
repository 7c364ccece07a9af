/** @module shown-table: shortens tables for the result of a tool. */
import * as z from 'zod';

import { jsonTable, type JsonTable } from '../../../kernel/documents/schedules/print/json.ts';
import { filledColumns, rowsOf } from '../../../kernel/documents/schedules/print/lines.ts';
import { markdownText } from '../../../kernel/documents/schedules/print/markdown.ts';
import type { Table } from '../../../kernel/documents/schedules/table.ts';

/** Maximum number of rows (JSON) and of characters (Markdown) in a result. */
const [ROWS_MAX, CHARACTERS_MAX] = [100, 12_000];

/** Fields of a table in a result: `table` for JSON, `text` for Markdown. */
export const ShownTable = {
  title: z.string(),
  /** Number of elements in the table. */
  count: z.number(),
  table: z.looseObject({}).optional(),
  text: z.string().optional(),
};

/** The part of a table in a result, and warnings: those of the table, and one if it was truncated. */
export type Shown = {
  readonly data: {
    readonly title: string;
    readonly count: number;
    readonly table?: { [name: string]: unknown };
    readonly text?: string;
  };
  readonly warnings: readonly string[];
};

/**
 * The table as JSON. A table of more than 100 rows is reduced to the first 100 rows without groups, and all sums.
 *
 * @param next next step for the caller, appended to the warning
 */
export function shownJson(table: Table, next: string): Shown {
  const { title, count } = table;
  const rows = [...rowsOf(table)];
  if (rows.length <= ROWS_MAX) {
    return { data: { title, count, table: { ...jsonTable(table) } }, warnings: table.warnings };
  }
  const first: JsonTable = jsonTable({ ...table, groups: [], rows: rows.slice(0, ROWS_MAX) });
  return {
    data: { title, count, table: { ...first } },
    warnings: [...table.warnings, `${ROWS_MAX} of ${rows.length} rows are shown; ${next}`],
  };
}

/** The table as Markdown. A longer text is truncated at the end of a line. `next`: as in `shownJson`. */
export function shownText(table: Table, next: string): Shown {
  const { title, count } = table;
  const text = markdownText(table);
  if (text.length <= CHARACTERS_MAX) {
    return { data: { title, count, text }, warnings: table.warnings };
  }
  const cut = text.slice(0, text.lastIndexOf('\n', CHARACTERS_MAX));
  return {
    data: { title, count, text: cut },
    warnings: [...table.warnings, `the text is truncated; ${next}`],
  };
}

/** The part of a table whose file is or, in a dry run, would be written in a format. */
export function shownOfFile(
  table: Table,
  { format, dry_run }: { readonly format: string; readonly dry_run: boolean },
): Shown {
  const next = dry_run ? 'dry_run: false writes all rows' : 'the file has all rows';
  return format === 'json' ? shownJson(table, next) : shownText(table, next);
}

/** Warnings for requested columns that have no value in any row. */
export function emptyColumns(table: Table, requested: readonly string[]): readonly string[] {
  if (table.count === 0) return [];
  const filled = filledColumns(table);
  const empty = table.columns.flatMap(({ key }, index) =>
    requested.includes(key) && !filled.has(index) ? [`\`${key}\``] : [],
  );
  return empty.length === 0 ? [] : [`empty in every row: ${empty.join(', ')}`];
}
