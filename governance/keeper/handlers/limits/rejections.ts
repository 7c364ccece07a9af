/** @module rejections: recently rejected approvals, newest first, without reading every plan of the store. */
import type { LedgerRead, Rejected } from '../../../../kernel/ledger/ledger.ts';
import type { ApprovalRecord } from '../../../../schemas/governance.ts';

/** The longest cool-down that a policy can set, in milliseconds: 7 days. */
const VETO_MAX_MS = 604_800_000;

/**
 * The keeper's cache of rejections. The store is searched once per term, because the search reads the plans of all rejected
 * approvals. Each rejection is compared with the store when it is used, because its transaction may have been rolled back.
 */
export class Rejections {
  #known: Rejected[] | null = null;

  /** Clears the cache after other machines have written to the store. */
  forget(): void {
    this.#known = null;
  }

  /** Notes an approval whose status has changed to rejected; ignores other changes. */
  note({ approval_id, status, updated_at }: Moved): void {
    if (status === 'rejected') this.#known?.unshift({ approval_id, updated_at });
  }

  /** Approvals that were rejected after `since_ms`, at most 7 days before `now_ms`, loaded one at a time. */
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
