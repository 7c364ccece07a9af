/** @module append: appends entries to the chain; caches the head for one transaction. */
import type { ChainHead } from '../../kernel/base/canonical/chain.ts';
import type { AuditRow, LedgerTransaction } from '../../kernel/ledger/ledger.ts';
import type { AuditDraft } from '../../schemas/governance.ts';
import { EMPTY_CHAIN, nextRow } from './entry.ts';

/** Writes entries of one transaction. */
export interface AuditAppender {
  /**
   * The next row, not yet written, so that a refusal can still follow.
   *
   * @throws {CanonicalJsonError} when the draft contains a value that JSON cannot represent
   */
  readonly prepare: (at: string, draft: AuditDraft) => Promise<AuditRow>;
  /** Writes a prepared row; throws when another row was written in between. */
  readonly append: (row: AuditRow) => Promise<void>;
  /** Prepares and writes. */
  readonly write: (at: string, draft: AuditDraft) => Promise<AuditRow>;
}

/** An appender for one transaction. */
export function openAppender(tx: LedgerTransaction): AuditAppender {
  let head: ChainHead | undefined;
  const prepare = async (at: string, draft: AuditDraft): Promise<AuditRow> => {
    head ??= (await tx.auditHead()) ?? EMPTY_CHAIN;
    return nextRow(head, at, draft);
  };
  const append = async (row: AuditRow): Promise<void> => {
    await tx.appendAudit([row]);
    head = row;
  };
  return {
    prepare,
    append,
    write: async (at, draft) => {
      const row = await prepare(at, draft);
      await append(row);
      return row;
    },
  };
}
