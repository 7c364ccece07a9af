/** @module handlers-type: what the keeper asks of the rules of governance, inside the transaction of a batch. */
import type { Awaitable, LedgerTransaction } from '../../kernel/ledger/ledger.ts';
import type { ApprovalRecord, AuditDraft } from '../../schemas/governance.ts';
import type {
  CommittedNotice,
  DecideReply,
  DecideRequest,
  RegistryReply,
  RegistryRequest,
  SubmitReply,
  SubmitRequest,
} from './protocol.ts';

/**
 * The rules, one call for each request. Many requests share one transaction, and a transaction may be rolled back and
 * its requests asked again one by one, so a handler keeps nothing in memory that is only true once it has committed.
 * A handler throws for faults only: the transaction of its request then leaves nothing behind.
 */
export type KeeperHandlers = {
  submit(tx: LedgerTransaction, request: SubmitRequest): Awaitable<SubmitReply>;
  record(tx: LedgerTransaction, drafts: readonly AuditDraft[]): Awaitable<void>;
  decide(tx: LedgerTransaction, request: DecideRequest): Awaitable<DecideReply>;
  registry(tx: LedgerTransaction, request: RegistryRequest): Awaitable<RegistryReply>;
  approval(tx: LedgerTransaction, approval_id: string): Awaitable<ApprovalRecord | null>;
  checkpoint(tx: LedgerTransaction): Awaitable<string>;
  /** Approvals whose status has changed since the last call; the call forgets them. Called after every transaction, committed or not. */
  changedApprovals(): CommittedNotice['approvals'];
};
