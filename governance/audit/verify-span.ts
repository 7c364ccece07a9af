/** @module verify-span: verifies a span of entries by itself, to be joined to the spans before it. */
import * as z from 'zod';

import { continuesChain, GENESIS } from '../../kernel/base/canonical/chain.ts';
import { isDigest } from '../../kernel/base/canonical/hash.ts';
import { leafHash, openCompactRange } from '../../kernel/base/canonical/merkle.ts';
import { mayGovern, readNumber } from './governing.ts';
import type { AuditSource } from './verify-report.ts';

/** Rows per page: few enough for the young generation of the heap. */
const PAGE = 1000;

/**
 * Entries `after` + 1 to `through`. `sizes`: where tree heads are requested, ascending, each above `after` and at most
 * `through`; `tree`: whether a later span needs the tree over this one.
 */
export const SpanTask = z.strictObject({
  after: z.number().int(),
  through: z.number().int(),
  sizes: z.array(z.number().int()),
  tree: z.boolean(),
});
export type SpanTask = z.output<typeof SpanTask>;

/** The data that joins a span of an intact chain to the others; hashes are 64 hex digits. */
export const Span = z.strictObject({
  /** `prev_hash` of the first entry: the hash of the entry before, which only the span before has. */
  follows: z.string(),
  hash: z.string(),
  /** Compact range of the span's own tree at each requested size, with the hash of the entry there. */
  heads: z.array(
    z.strictObject({ size: z.number(), hash: z.string(), peaks: z.array(z.string()) }),
  ),
  /** Compact range over the whole span; empty if no tree was requested. */
  peaks: z.array(z.string()),
  /** Entries that may be governing ones. */
  governing: z.array(z.strictObject({ seq: z.number(), body: z.string() })),
});
export type Span = z.output<typeof Span>;

/**
 * Reads one span. Null when the rows are not exactly its entries, each chained to the one before, and each page ending
 * with an entry whose text has its number.
 */
export async function readSpan(
  source: Pick<AuditSource, 'auditAfter'>,
  { after, through, sizes, tree }: SpanTask,
): Promise<Span | null> {
  const range = openCompactRange();
  const heads: Span['heads'] = [];
  const governing: Span['governing'] = [];
  const last = tree ? through : (sizes.at(-1) ?? after);
  let follows: string | null = null;
  let hash = GENESIS;
  let seq = after;
  while (seq < through) {
    const wanted = Math.min(PAGE, through - seq);
    // One row more, so that a duplicate of the last one is read too.
    const read = await source.auditAfter(seq, wanted + 1);
    const rows = read.slice(0, wanted);
    const end = rows.at(-1);
    if (end === undefined || read[wanted]?.seq === end.seq) return null;
    for (const row of rows) {
      if (follows === null) {
        if (!isDigest(row.prev_hash)) return null;
        follows = row.prev_hash;
        hash = follows;
      }
      seq += 1;
      if (row.seq !== seq || !continuesChain(hash, row)) return null;
      ({ hash } = row);
      if (seq <= last) range.append(leafHash(row.body));
      if (sizes[heads.length] === seq) {
        heads.push({ size: seq, hash, peaks: [...range.state().hashes] });
      }
      if (mayGovern(row.body)) governing.push({ seq, body: row.body });
    }
    if (readNumber(end.body) !== seq) return null;
  }
  if (follows === null) return null;
  return { follows, hash, heads, governing, peaks: tree ? [...range.state().hashes] : [] };
}
