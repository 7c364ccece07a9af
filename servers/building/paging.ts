/** @module paging: divides long results into pages that a model can read. */
import * as z from 'zod';

import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
import type { ModelView } from '../../kernel/building/model/view.ts';
import type { Refuse } from '../../schemas/plan.ts';

/**
 * Maximum size of a page in characters of JSON: about 15,000 tokens, below the 25,000 tokens at which hosts truncate.
 */
export const PAGE_CHARS = 60_000;

export const Limit = z
  .number()
  .int()
  .min(1)
  .max(500)
  .default(50)
  .describe('Maximum results per page.');
export const Cursor = z
  .string()
  .min(1)
  .max(100)
  .describe('next_cursor of the previous page.')
  .optional();

/**
 * Fields of every paged result in addition to its list. `total` counts the rows of all pages; `next_cursor` is null on
 * the last page.
 */
export const PageFields = { total: z.number(), next_cursor: z.string().nullable() };

/** One page. */
export type Page<T> = {
  readonly items: T[];
  readonly total: number;
  readonly next_cursor: string | null;
  readonly warnings: readonly string[];
};

/** Paging arguments. */
export type PageInput = { readonly limit: number; readonly cursor?: string | undefined };

/** Description of a paged list. */
export type Paged<T> = {
  /** Name of the list in a cursor: a tool, or a name that several tools share for the same list. */
  readonly list: string;
  /** Arguments that determine the rows and their order; they are the same for every page. */
  readonly query: unknown;
  /** Unique key of a row. */
  readonly key: (item: T) => string;
  readonly view: Pick<ModelView, 'branch' | 'position' | 'seq'>;
  readonly refuse: Refuse<'INVALID_ARGUMENT'>;
};

/**
 * A cursor: the list, the position in it, the last event at that time, and digests of the arguments and of the rows.
 */
const CURSOR = /^([a-z_]{1,40})\.(\d{1,12})\.(\d{1,15})\.([0-9a-f]{12})\.([0-9a-f]{12})$/u;

/**
 * Returns the page of `all` that `input` requests; `show` creates only the rows of this page. A cursor continues the
 * list for which it was issued. Refuses INVALID_ARGUMENT for a cursor that is malformed, belongs to another list or
 * other arguments, or belongs to a list whose rows have changed since: pages neither skip nor repeat a row.
 */
export function pageOf<In, Out>(
  all: readonly In[],
  input: PageInput,
  show: (item: In) => Out,
  { list, query, key, view, refuse }: Paged<In>,
): Page<Out> {
  const now = view.position(view.seq) ?? 0;
  const question = digestOf(JSON.stringify([view.branch, query]));
  const rows = digestOf(all.map(key).join('\n'));
  const { from, seq } = placeOf(input.cursor, { list, question, rows, refuse }) ?? {
    from: 0,
    seq: now,
  };
  const items: Out[] = [];
  let chars = 0;
  for (const item of all.slice(from, from + input.limit)) {
    const row = show(item);
    chars += JSON.stringify(row).length;
    if (items.length > 0 && chars > PAGE_CHARS) break;
    items.push(row);
  }
  const next = from + items.length;
  return {
    items,
    total: all.length,
    next_cursor: next < all.length ? [list, next, now, question, rows].join('.') : null,
    warnings:
      seq === now
        ? []
        : [
            'the model has changed since the previous page; the rows are listed with their current values',
          ],
  };
}

function digestOf(text: string): string {
  return sha256Hex(text.toWellFormed()).slice(0, 12);
}

type Wanted = {
  readonly list: string;
  readonly question: string;
  readonly rows: string;
  readonly refuse: Refuse<'INVALID_ARGUMENT'>;
};

function placeOf(
  cursor: string | undefined,
  { list, question, rows, refuse }: Wanted,
): { readonly from: number; readonly seq: number } | null {
  if (cursor === undefined) return null;
  const [, of, from, seq, query, listed] = CURSOR.exec(cursor) ?? [];
  const wrong = (why: string): never => refuse('INVALID_ARGUMENT', `\`${cursor}\` ${why}`);
  if (from === undefined || seq === undefined) {
    return wrong('is not a cursor, expected next_cursor of the previous page');
  }
  if (of !== list) return wrong(`is a cursor of \`${of}\`; expected a cursor of \`${list}\``);
  if (query !== question) {
    return wrong(
      'belongs to other arguments, expected those of the previous page: only limit and fields may differ',
    );
  }
  if (listed !== rows) {
    return wrong(
      'belongs to a list whose rows have changed with the model: call again without cursor',
    );
  }
  return { from: Number(from), seq: Number(seq) };
}
