/** @module keeper-handlers: the interface of the rules of governance, called inside the transaction of a batch. */
import type { AuditRow, Awaitable, LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import type { ApprovalRecord, AuditDraft } from '../../../schemas/governance.ts';
import type {
  CallsReply,
  CallsRequest,
  CommittedNotice,
  DecideReply,
  DecideRequest,
  RegistryReply,
  RegistryRequest,
  RepairReply,
  RepairRequest,
  SubmitReply,
  SubmitRequest,
  UnfinishedReply,
  UnfinishedRequest,
} from './protocol.ts';

/**
 * The rules, one call for each request. Many requests share one transaction, and a transaction may be rolled back and
 * its requests repeated one by one, so a handler keeps what is only true once it has committed apart until `ended`.
 * A handler throws for faults only: the transaction of its request then leaves nothing behind.
 */
export type KeeperHandlers = {
  submit(tx: LedgerTransaction, request: SubmitRequest): Awaitable<SubmitReply>;
  record(tx: LedgerTransaction, drafts: readonly AuditDraft[]): Awaitable<void>;
  decide(tx: LedgerTransaction, request: DecideRequest): Awaitable<DecideReply>;
  registry(tx: LedgerTransaction, request: RegistryRequest): Awaitable<RegistryReply>;
  repair(tx: LedgerTransaction, request: RepairRequest): Awaitable<RepairReply>;
  /** The nonce of this term, the same until it ends. */
  termNonce(): string;
  approval(tx: LedgerTransaction, approval_id: string): Awaitable<ApprovalRecord | null>;
  calls(tx: LedgerTransaction, request: CallsRequest): Awaitable<CallsReply>;
  unfinished(tx: LedgerTransaction, request: UnfinishedRequest): Awaitable<UnfinishedReply>;
  checkpoint(tx: LedgerTransaction): Awaitable<string>;
  /** Called after each transaction, also a failed one. Answers the approvals whose status has changed since the last. */
  ended(committed: boolean): CommittedNotice['approvals'];
  /** Called between transactions when other machines have committed, with the entries of the chain that they wrote. */
  followed(entries: readonly AuditRow[]): void;
};
