/** @module paging: long answers in pages that a model can read. */
import * as z from 'zod';

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

const CURSOR = /^p(\d{1,12})\.(\d{1,15})$/u;

/** The page of `all` that `input` asks for; `show` makes the rows of this page only. Refuses INVALID_ARGUMENT for a cursor that is none. */
export function pageOf<In, Out>(
  all: readonly In[],
  input: PageInput,
  show: (item: In) => Out,
  {
    view,
    refuse,
  }: {
    readonly view: Pick<ModelView, 'position' | 'seq'>;
    readonly refuse: Refuse<'INVALID_ARGUMENT'>;
  },
): Page<Out> {
  const now = view.position(view.seq) ?? 0;
  const { from, seq } = placeOf(input.cursor, refuse) ?? { from: 0, seq: now };
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
    next_cursor: next < all.length ? `p${next}.${now}` : null,
    warnings:
      seq === now
        ? []
        : ['the model has changed since the page before: rows may be missing or repeated'],
  };
}

function placeOf(
  cursor: string | undefined,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): { readonly from: number; readonly seq: number } | null {
  if (cursor === undefined) return null;
  const [, from, seq] = CURSOR.exec(cursor) ?? [];
  if (from === undefined || seq === undefined) {
    return refuse(
      'INVALID_ARGUMENT',
      `\`${cursor}\` is not a cursor, expected next_cursor of the page before`,
    );
  }
  return { from: Number(from), seq: Number(seq) };
}
