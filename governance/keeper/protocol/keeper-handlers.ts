/** @module keeper-handlers: the interface of the rules of governance, called inside the transaction of a batch. */
import type { AuditRow, Awaitable, LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import type { ApprovalRecord, AuditDraft } from '../../../schemas/governance.ts';
import type {
  BlobDropReply,
  BlobDropRequest,
  BlobPutReply,
  BlobPutRequest,
} from './blob-requests.ts';
import type {
  CallsReply,
  CallsRequest,
  CommentReply,
  CommentRequest,
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
 * The rules, one method per request. Many requests share one transaction, which may be rolled back and its requests repeated
 * one by one, so a handler keeps uncommitted state apart until `ended`. A handler throws for faults only, which rolls its
 * transaction back.
 */
export type KeeperHandlers = {
  submit(tx: LedgerTransaction, request: SubmitRequest): Awaitable<SubmitReply>;
  record(tx: LedgerTransaction, drafts: readonly AuditDraft[]): Awaitable<void>;
  decide(tx: LedgerTransaction, request: DecideRequest): Awaitable<DecideReply>;
  comment(tx: LedgerTransaction, request: CommentRequest): Awaitable<CommentReply>;
  registry(tx: LedgerTransaction, request: RegistryRequest): Awaitable<RegistryReply>;
  repair(tx: LedgerTransaction, request: RepairRequest): Awaitable<RepairReply>;
  /** The nonce of this term, the same until it ends. */
  termNonce(): string;
  approval(tx: LedgerTransaction, approval_id: string): Awaitable<ApprovalRecord | null>;
  calls(tx: LedgerTransaction, request: CallsRequest): Awaitable<CallsReply>;
  unfinished(tx: LedgerTransaction, request: UnfinishedRequest): Awaitable<UnfinishedReply>;
  blobPut(tx: LedgerTransaction, request: BlobPutRequest): Awaitable<BlobPutReply>;
  blobDrop(tx: LedgerTransaction, request: BlobDropRequest): Awaitable<BlobDropReply>;
  checkpoint(tx: LedgerTransaction): Awaitable<string>;
  /** Called after each transaction, even a failed one. Returns the approvals with a new status or comment since the last call. */
  ended(committed: boolean): CommittedNotice['approvals'];
  /** Called between transactions after commits of other machines, with their entries of the chain. */
  followed(entries: readonly AuditRow[]): void;
};
