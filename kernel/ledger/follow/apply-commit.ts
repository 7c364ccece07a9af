/** @module apply-commit: applies commits of other machines to the local store. */
import { LedgerError, type LedgerRead, type LedgerTransaction } from '../ledger.ts';
import { chunkContent } from './chunk-write.ts';
import type { Commit, Heads, Write } from './commit-text.ts';

/**
 * Applies the writes of a commit, in order.
 *
 * @throws {LedgerError} CORRUPT if the resulting heads differ from those of the machine that recorded them
 */
export async function applyCommit(tx: LedgerTransaction, commit: Commit): Promise<void> {
  for (const write of commit.writes) await applyWrite(tx, write);
  const { heads } = commit;
  const found = await headsOf(tx);
  const same =
    found.head_seq === heads.head_seq &&
    found.audit_seq === heads.audit_seq &&
    found.audit_hash === heads.audit_hash;
  if (!same) {
    throw new LedgerError(
      'CORRUPT',
      `the commit \`${commit.commit_id}\` leads to event ${found.head_seq} and entry ${found.audit_seq} here, expected ${heads.head_seq} and ${heads.audit_seq}`,
    );
  }
}

/** The heads of ledger and audit chain. */
export async function headsOf(read: Pick<LedgerRead, 'headSeq' | 'auditHead'>): Promise<Heads> {
  const audit = await read.auditHead();
  return {
    head_seq: await read.headSeq(),
    audit_seq: audit?.seq ?? 0,
    audit_hash: audit?.hash ?? null,
  };
}

/**
 * Applies one write.
 *
 * @throws {LedgerError} CORRUPT if the store differs from the store in which the write was recorded
 */
export async function applyWrite(tx: LedgerTransaction, write: Write): Promise<void> {
  try {
    await repeated(tx, write);
  } catch (error) {
    // The store refuses what no transaction can have written, such as a chunk of an unknown blob.
    if (error instanceof RangeError) throw new LedgerError('CORRUPT', error.message);
    throw error;
  }
}

async function repeated(tx: LedgerTransaction, write: Write): Promise<void> {
  switch (write.write) {
    case 'events': {
      const stored = await tx.appendEvents(write.events);
      for (const [index, { seq, branch_seq }] of stored.entries()) {
        const wanted = write.events[index];
        if (wanted?.seq === seq && wanted.branch_seq === branch_seq) continue;
        throw new LedgerError(
          'CORRUPT',
          `event ${wanted?.seq ?? 0} of the database became event ${seq}`,
        );
      }
      return;
    }
    case 'audit':
      return tx.appendAudit(write.rows);
    case 'approval':
      return tx.insertApproval(write.record);
    case 'approval_moved': {
      if (await tx.updateApproval(write.from, write.record)) return;
      const { approval_id } = write.record;
      throw new LedgerError('CORRUPT', `the approval \`${approval_id}\` is not \`${write.from}\``);
    }
    case 'idempotency':
      return tx.putIdempotency(write.row);
    case 'counter':
      await tx.addCounter(write.name, write.by);
      return;
    case 'registry':
      return tx.putRegistry(write.row);
    case 'checkpoint':
      return tx.putCheckpoint(write.row);
    case 'blob_opened':
      return tx.openBlob(write.row);
    case 'blob_chunk':
      return tx.putBlobChunk(write.sha256, write.n, chunkContent(write));
    case 'blob_complete':
      return tx.completeBlob(write.sha256, write.as);
    case 'blob_dropped':
      return tx.dropBlob(write.sha256);
  }
}
