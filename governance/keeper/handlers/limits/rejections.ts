/** @module rejections: the approvals that were rejected recently, newest rejection first, without reading every plan of the store. */
import type { LedgerRead, Rejected } from '../../../../kernel/ledger/ledger.ts';
import type { ApprovalRecord } from '../../../../schemas/governance.ts';

/** The longest time that a policy lets a rejection veto its effect, in milliseconds: 7 days. */
const VETO_MAX_MS = 604_800_000;

/**
 * The keeper's memory of rejections. The store is searched once per term, because the search passes over the plans of all
 * rejected approvals. Each rejection is compared with the store when it is used: a transaction may be rolled back.
 */
export class Rejections {
  #known: Rejected[] | null = null;

  /** Searches the store again when it is next asked: others have written to it. */
  forget(): void {
    this.#known = null;
  }

  /** Notes an approval that has moved, where it was rejected. */
  note({ approval_id, status, updated_at }: Moved): void {
    if (status === 'rejected') this.#known?.unshift({ approval_id, updated_at });
  }

  /** The approvals that were rejected after `since_ms`, at most 7 days before `now_ms`. One is loaded at a time. */
  async *after(read: LedgerRead, since_ms: number, now_ms: number): AsyncGenerator<ApprovalRecord> {
    const earliest = new Date(now_ms - VETO_MAX_MS).toISOString();
    const known = (this.#known ??= [...(await read.rejectedAfter(earliest))]);
    for (const { approval_id, updated_at } of known) {
      if (Date.parse(updated_at) <= since_ms) continue;
      const record = await read.approval(approval_id);
      if (record?.status === 'rejected') yield record;
    }
  }
}

type Moved = Pick<ApprovalRecord, 'approval_id' | 'status' | 'updated_at'>;
