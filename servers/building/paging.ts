/** @module paging: long answers in pages that a model can read. */
import * as z from 'zod';

import { sha256Hex } from '../../kernel/canonical/hash.ts';
import type { ModelView } from '../../kernel/model/view.ts';
import type { Refuse } from '../../schemas/plan.ts';

/** Largest page in characters of JSON: about 15,000 tokens, under the 25,000 that hosts cut at. */
const PAGE_CHARS = 60_000;

export const Limit = z
  .number()
  .int()
  .min(1)
  .max(500)
  .default(50)
  .describe('Most results, 1 to 500.');
export const Cursor = z
  .string()
  .min(1)
  .max(100)
  .describe('next_cursor of the page before.')
  .optional();

/** What every paged answer has beside its list. `total` counts all pages; `next_cursor` is null on the last. */
export const PageFields = { total: z.number(), next_cursor: z.string().nullable() };

/** One page. */
export type Page<T> = {
  readonly items: T[];
  readonly total: number;
  readonly next_cursor: string | null;
  readonly warnings: readonly string[];
};

/** How a page is asked for. */
export type PageInput = { readonly limit: number; readonly cursor?: string | undefined };

/** What is paged. */
export type Paged<T> = {
  /** What a cursor belongs to, as it names it: a tool, or what several tools page alike. */
  readonly list: string;
  /** What decides which rows there are and in which order; the same on every page. */
  readonly asked: unknown;
  /** What tells one row from all others. */
  readonly key: (item: T) => string;
  readonly view: Pick<ModelView, 'branch' | 'position' | 'seq'>;
  readonly refuse: Refuse<'INVALID_ARGUMENT'>;
};

/** The list, the place in it, the last event that counted then, and digests of what was asked and of the rows there were. */
const CURSOR = /^([a-z_]{1,40})\.(\d{1,12})\.(\d{1,15})\.([0-9a-f]{12})\.([0-9a-f]{12})$/u;

/**
 * The page of `all` that `input` asks for; `show` makes the rows of this page only. A cursor goes on in the list that it
 * was given for: refuses INVALID_ARGUMENT for one that is none, that belongs to another list or other arguments, or whose
 * list has other rows now, so that none is missing or there twice.
 */
export function pageOf<In, Out>(
  all: readonly In[],
  input: PageInput,
  show: (item: In) => Out,
  { list, asked, key, view, refuse }: Paged<In>,
): Page<Out> {
  const now = view.position(view.seq) ?? 0;
  const question = digestOf(JSON.stringify([view.branch, asked]));
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
            'the model has changed since the page before; the same rows are listed, as they are now',
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
  const [, of, from, seq, asked, listed] = CURSOR.exec(cursor) ?? [];
  const wrong = (why: string): never => refuse('INVALID_ARGUMENT', `\`${cursor}\` ${why}`);
  if (from === undefined || seq === undefined) {
    return wrong('is not a cursor, expected next_cursor of the page before');
  }
  if (of !== list) return wrong(`is a cursor of \`${of}\`, expected one of \`${list}\``);
  if (asked !== question) {
    return wrong(
      'is the cursor of other arguments, expected those of the page before: only limit and fields may differ',
    );
  }
  if (listed !== rows) {
    return wrong(
      'goes on in a list that has other rows now, since the model has changed: call again without cursor',
    );
  }
  return { from: Number(from), seq: Number(seq) };
}
