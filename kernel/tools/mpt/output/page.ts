/** @module page: shortens a page of a table between rows, so that its next_offset leaves none out. */
import { shorten } from './shorten.ts';
import type { FitsIn, JsonObject } from './shorten.ts';

/** An output with rows of a table; `offset` is the position of the first of them in the table. */
export type Page = {
  readonly output: JsonObject;
  readonly rows: readonly unknown[];
  readonly offset: number;
};

/** The other list with one item per row. */
const BESIDE_ROWS = 'row_numbers';

/** The output of a paged tool, undefined for any other: `rows` and `next_offset` in the output, `offset` (or 0) in the input. */
export function pageOf(input: JsonObject, output: JsonObject): Page | undefined {
  const { rows, next_offset } = output;
  const { offset = 0 } = input;
  if (!Array.isArray(rows) || next_offset === undefined || typeof offset !== 'number') {
    return undefined;
  }
  return { output, rows, offset };
}

/**
 * The page with as many whole rows as fit, undefined when not even a shortened first row does. A first row that is too
 * long for a page is shortened, so that the following pages can be read.
 * INVARIANT: `next_offset` is the position of the first row that is not in the page.
 */
export async function shortenPage(
  page: Page,
  { schema, fits }: FitsIn,
): Promise<JsonObject | undefined> {
  let [most, over] = [0, page.rows.length];
  while (over - most > 1) {
    const tried = Math.floor((most + over) / 2);
    if (await fits(firstRows(page, tried))) most = tried;
    else over = tried;
  }
  if (most > 0) return firstRows(page, most);
  if (page.rows.length === 0) return undefined;
  return await shorten(firstRows(page, 1), schema, async (cut) => hasRow(cut) && (await fits(cut)));
}

function firstRows({ output, rows, offset }: Page, count: number): JsonObject {
  const { [BESIDE_ROWS]: beside, ...page } = output;
  const whole = count === rows.length;
  return {
    ...page,
    ...(Array.isArray(beside) ? { [BESIDE_ROWS]: beside.slice(0, count) } : {}),
    rows: rows.slice(0, count),
    ...(whole ? {} : { next_offset: offset + count, stopped_by: 'size' }),
  };
}

function hasRow({ rows }: JsonObject): boolean {
  return Array.isArray(rows) && rows.length > 0;
}
