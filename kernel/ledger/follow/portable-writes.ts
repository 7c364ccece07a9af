/** @module portable-writes: the content of a store as writes that reproduce it in an empty store. */
import { storedEvents } from '../../../schemas/event-schemas.ts';
import { chunksOf } from '../../../schemas/imports.ts';
import { isFollowedCounter } from '../followed-counter.ts';
import { LedgerError, type LedgerRead, type LedgerTables } from '../ledger.ts';
import { chunkWrite } from './chunk-write.ts';
import type { Write } from './commit-text.ts';

/** The store that is copied. */
export type PortableSource = LedgerRead & { readonly tables: LedgerTables };

/** Number of rows in one write: a compromise between the number of transactions and the length of their text. */
const PAGE = 500;
/** A limit above the number of approvals of any store. */
const ALL = 1_000_000_000;
const KINDS = ['agent', 'approver', 'workspace'] as const;

/**
 * The writes, in an order in which they can be applied. The registration of the workspace comes last, so that a store
 * with only part of the writes does not count as a workspace.
 *
 * @param local names of counters that belong to one machine
 * @throws {LedgerError} CORRUPT for an event that cannot be parsed, and for a blob without one of its chunks
 */
export async function* portableWrites(
  { tables, ...read }: PortableSource,
  local: ReadonlySet<string>,
): AsyncGenerator<Write> {
  // Before the events, which keep the blobs that they name.
  yield* blobWrites(read);
  for (let after = 0; ;) {
    const rows = await read.eventTextsAfter(after, PAGE);
    const last = rows.at(-1);
    if (last === undefined) break;
    const events = rows.map(({ seq, body }) => {
      const event = storedEvents.validate(JSON.parse(body));
      if ('data' in event) return event.data;
      throw new LedgerError('CORRUPT', `event ${seq} cannot be read`);
    });
    yield { write: 'events', events };
    after = last.seq;
  }
  for (let after = 0; ;) {
    const rows = await read.auditAfter(after, PAGE);
    const last = rows.at(-1);
    if (last === undefined) break;
    yield { write: 'audit', rows: [...rows] };
    after = last.seq;
  }
  for (const record of (await read.approvals(null, ALL)).toReversed()) {
    yield { write: 'approval', record: { ...record, decisions: [...record.decisions] } };
  }
  for (const row of await tables.idempotencyRows()) yield { write: 'idempotency', row };
  for (const row of await tables.seals()) {
    yield { write: 'checkpoint', row: { ...row, hashes: [...row.hashes] } };
  }
  for (const { name, value } of await tables.counters()) {
    if (!local.has(name) && !isFollowedCounter(name)) yield { write: 'counter', name, by: value };
  }
  for (const kind of KINDS) {
    for (const row of await read.registryAll(kind)) yield { write: 'registry', row };
  }
}

/** Blobs that are kept, or staged for a plan; a blob that is still being received is sent again. */
async function* blobWrites(read: Pick<LedgerRead, 'blobs' | 'blobPart'>): AsyncGenerator<Write> {
  for (const { sha256, bytes, owner, staged_at, state } of await read.blobs()) {
    if (state === 'receiving') continue;
    yield { write: 'blob_opened', row: { sha256, bytes, owner, staged_at } };
    for (let n = 0; n < chunksOf(bytes); n += 1) {
      const content = await read.blobPart(sha256, n);
      if (content === null) {
        throw new LedgerError('CORRUPT', `the blob \`${sha256}\` lacks chunk ${n}`);
      }
      yield chunkWrite(sha256, n, content);
    }
    yield { write: 'blob_complete', sha256 };
  }
}
