/** @module page: shortens a page of a table to whole rows, so that `next_offset` skips no row. */
import { shorten } from './shorten.ts';
import type { FitsIn, JsonObject } from './shorten.ts';

/** An output with rows of a table; `offset` is the position of its first row in the table. */
export type Page = {
  readonly output: JsonObject;
  readonly rows: readonly unknown[];
  readonly offset: number;
};

/** Member of an output that has one number per row and is cut with the rows. */
const ROW_NUMBERS = 'row_numbers';

/** The page in an output that has `rows` and `next_offset`, else undefined. `offset` of the input defaults to 0. */
export function pageOf(input: JsonObject, output: JsonObject): Page | undefined {
  const { rows, next_offset } = output;
  const { offset = 0 } = input;
  if (!Array.isArray(rows) || next_offset === undefined || typeof offset !== 'number') {
    return undefined;
  }
  return { output, rows, offset };
}

/**
 * The page with as many whole rows as fit. A first row that is too long for a page is shortened, so that the following
 * pages can be read, unless only whole rows are wanted. Undefined if no row fits.
 * INVARIANT: `next_offset` is the position of the first row that is not in the page.
 */
export async function shortenPage(
  page: Page,
  { schema, fits }: FitsIn,
  wholeRows: boolean,
): Promise<JsonObject | undefined> {
  // Binary search: `most` rows fit, `over` rows do not
  let [most, over] = [0, page.rows.length];
  while (over - most > 1) {
    const tried = Math.floor((most + over) / 2);
    if (await fits(firstRows(page, tried))) most = tried;
    else over = tried;
  }
  if (most > 0) return firstRows(page, most);
  if (page.rows.length === 0 || wholeRows) return undefined;
  return await shorten(firstRows(page, 1), schema, async (cut) => hasRow(cut) && (await fits(cut)));
}

function firstRows({ output, rows, offset }: Page, count: number): JsonObject {
  const { [ROW_NUMBERS]: numbers, ...page } = output;
  const whole = count === rows.length;
  return {
    ...page,
    ...(Array.isArray(numbers) ? { [ROW_NUMBERS]: numbers.slice(0, count) } : {}),
    rows: rows.slice(0, count),
    ...(whole ? {} : { next_offset: offset + count, stopped_by: 'size' }),
  };
}

function hasRow({ rows }: JsonObject): boolean {
  return Array.isArray(rows) && rows.length > 0;
}
