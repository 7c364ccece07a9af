/** @module recorder: wraps a transaction so that its writes are recorded. */
import type { LedgerTransaction } from '../ledger.ts';
import { chunkWrite } from './chunk-write.ts';
import type { Write } from './commit-text.ts';

/** A transaction with a record of its writes. */
export type Recorder = {
  readonly tx: LedgerTransaction;
  /** The writes, in order. Throws the error of a failed write, even if the work caught this error. */
  readonly writes: () => readonly Write[];
};

/**
 * Records each write after it has succeeded.
 *
 * @param local names of counters that are local to this machine and not recorded
 */
export function recording(tx: LedgerTransaction, local: ReadonlySet<string>): Recorder {
  const writes: Write[] = [];
  let failed: { readonly error: unknown } | null = null;
  /** Remembers the first error: a failed write may leave rows behind, so the whole transaction must be rolled back. */
  const noting = async <T>(call: () => T | Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      failed ??= { error };
      throw error;
    }
  };
  return {
    writes() {
      if (failed !== null) throw failed.error;
      return writes;
    },
    tx: {
      ...tx,
      appendEvents: (rows) =>
        noting(async () => {
          const events = await tx.appendEvents(rows);
          if (events.length > 0) writes.push({ write: 'events', events: [...events] });
          return events;
        }),
      appendAudit: (rows) =>
        noting(async () => {
          await tx.appendAudit(rows);
          if (rows.length > 0) writes.push({ write: 'audit', rows: [...rows] });
        }),
      insertApproval: (record) =>
        noting(async () => {
          await tx.insertApproval(record);
          writes.push({
            write: 'approval',
            record: { ...record, decisions: [...record.decisions] },
          });
        }),
      updateApproval: (from, record) =>
        noting(async () => {
          const moved = await tx.updateApproval(from, record);
          const copy = { ...record, decisions: [...record.decisions] };
          if (moved) writes.push({ write: 'approval_moved', from, record: copy });
          return moved;
        }),
      putIdempotency: (row) =>
        noting(async () => {
          await tx.putIdempotency(row);
          writes.push({ write: 'idempotency', row });
        }),
      addCounter: (name, by) =>
        noting(async () => {
          const value = await tx.addCounter(name, by);
          if (!local.has(name)) writes.push({ write: 'counter', name, by });
          return value;
        }),
      putRegistry: (row) =>
        noting(async () => {
          await tx.putRegistry(row);
          writes.push({ write: 'registry', row });
        }),
      ...recordingBlobs(tx, noting, writes),
      putCheckpoint: (row) =>
        noting(async () => {
          await tx.putCheckpoint(row);
          writes.push({ write: 'checkpoint', row: { ...row, hashes: [...row.hashes] } });
        }),
    },
  };
}

type Noting = <T>(call: () => T | Promise<T>) => Promise<T>;

/** The writes of blobs. Events keep the blobs that they name, so that needs no write of its own. */
function recordingBlobs(
  tx: LedgerTransaction,
  noting: Noting,
  writes: Write[],
): Pick<LedgerTransaction, 'openBlob' | 'putBlobChunk' | 'completeBlob' | 'dropBlob'> {
  return {
    openBlob: (row) =>
      noting(async () => {
        await tx.openBlob(row);
        writes.push({ write: 'blob_opened', row });
      }),
    putBlobChunk: (sha256, n, content) =>
      noting(async () => {
        await tx.putBlobChunk(sha256, n, content);
        writes.push(chunkWrite(sha256, n, content));
      }),
    completeBlob: (sha256, as) =>
      noting(async () => {
        await tx.completeBlob(sha256, as);
        writes.push({ write: 'blob_complete', sha256, ...(as === undefined ? {} : { as }) });
      }),
    dropBlob: (sha256) =>
      noting(async () => {
        await tx.dropBlob(sha256);
        writes.push({ write: 'blob_dropped', sha256 });
      }),
  };
}
