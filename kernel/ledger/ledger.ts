/** @module ledger: the contract every store keeps; sqlite is one, others run the same contract suite. */
import type { EventFrame, PlannedEvent, StoredEvent } from '../../schemas/events.ts';
import type { ApprovalRecord, ApprovalStatus } from '../../schemas/governance.ts';

/** A value now or later: the embedded store is synchronous, a network store is not. */
export type Awaitable<T> = T | Promise<T>;

/** The head of a branch. `from_seq` is the ledger seq of the fork, 0 for main. */
export type BranchHead = {
  readonly branch: string;
  readonly branch_seq: number;
  readonly parent: string | null;
  readonly from_seq: number;
  readonly status: 'open' | 'discarded';
};

/** An event ready to be stored: everything but its two counters. */
export type EventRow = PlannedEvent & Omit<EventFrame, 'seq' | 'branch_seq'>;

/** An event row as it lies in the store: its columns, and the exact canonical text of the event. */
export type EventText = Pick<
  EventFrame,
  'seq' | 'event_id' | 'operation_id' | 'branch' | 'branch_seq'
> & { readonly aggregate_id: string; readonly body: string };

/** An audit entry as stored: `body` is the exact canonical text that was hashed, with seq and at inside. */
export type AuditRow = {
  readonly seq: number;
  readonly prev_hash: string;
  readonly hash: string;
  readonly body: string;
};

/** A finished operation that can be answered again for the same idempotency key. */
export type IdempotencyRow = {
  readonly scope: string;
  readonly key: string;
  readonly digest: string;
  readonly operation_id: string;
  /** Canonical JSON of the reply. */
  readonly reply: string;
};

/** A registered thing (workspace, agent, approver): the canonical text of its latest record. */
export type RegistryRow = {
  readonly kind: RegistryKind;
  readonly name: string;
  readonly record: string;
};
export type RegistryKind = 'workspace' | 'agent' | 'approver';

/** A signed checkpoint over the first `size` audit entries, in signed-note form. */
export type CheckpointRow = { readonly size: number; readonly note: string };

/**
 * A checkpoint with the compact range of its tree (hex hashes, largest subtree first), so that the next one
 * continues from there without reading the whole log. It is derived: used only where its root is that of the note.
 */
export type SealRow = CheckpointRow & { readonly hashes: readonly string[] };

/** What can be read, in a transaction or outside. */
export interface LedgerRead {
  /** Ledger seq of the last event, 0 when empty. */
  headSeq(): Awaitable<number>;
  branchHead(branch: string): Awaitable<BranchHead | null>;
  branches(): Awaitable<readonly BranchHead[]>;
  /** Version of `id` on `branch`: seq of the last event of the branch itself (not of its parent) that wrote it, or null. */
  versionAt(branch: string, id: string): Awaitable<number | null>;
  eventsAfter(seq: number, limit: number): Awaitable<readonly StoredEvent[]>;
  /** The same rows as they lie in the store, readable or not. */
  eventTextsAfter(seq: number, limit: number): Awaitable<readonly EventText[]>;
  /** Ids of the levels that events after `seq` make, on any branch. */
  levelsAfter(seq: number): Awaitable<readonly string[]>;
  /** Events of one branch after its event `branch_seq`, in order; not those of its parent. */
  eventsOfBranch(
    branch: string,
    branch_seq: number,
    limit: number,
  ): Awaitable<readonly StoredEvent[]>;
  eventsOfOperation(operation_id: string): Awaitable<readonly StoredEvent[]>;
  eventById(event_id: string): Awaitable<StoredEvent | null>;
  /** Newest first; only those before ledger seq `before`. */
  eventsOfAggregate(
    aggregate_id: string,
    branch: string | null,
    limit: number,
    before?: number,
  ): Awaitable<readonly StoredEvent[]>;
  /** Events of the branch itself, up to ledger seq `until`, that wrote `id`. Newest first. */
  eventsTouching(
    id: string,
    branch: string,
    until: number,
    limit: number,
  ): Awaitable<readonly StoredEvent[]>;
  auditHead(): Awaitable<AuditRow | null>;
  auditAfter(seq: number, limit: number): Awaitable<readonly AuditRow[]>;
  approval(approval_id: string): Awaitable<ApprovalRecord | null>;
  /** Newest first. */
  approvals(status: ApprovalStatus | null, limit: number): Awaitable<readonly ApprovalRecord[]>;
  /** Approvals that were rejected after `time` (ISO 8601, UTC, milliseconds), without their plans. Newest rejection first. */
  rejectedAfter(time: string): Awaitable<readonly Rejected[]>;
  /** Newest approval with this effect key, whatever its status. */
  approvalByEffect(effect_key: string): Awaitable<ApprovalRecord | null>;
  idempotency(scope: string, key: string): Awaitable<IdempotencyRow | null>;
  counter(name: string): Awaitable<number>;
  registry(kind: RegistryKind, name: string): Awaitable<RegistryRow | null>;
  registryAll(kind: RegistryKind): Awaitable<readonly RegistryRow[]>;
  /** Those over more than `after` entries (default: all), the smallest first. */
  checkpoints(after?: number): Awaitable<readonly CheckpointRow[]>;
  /** The checkpoint over the most entries. */
  newestSeal(): Awaitable<SealRow | null>;
  /** The checkpoint over exactly `size` entries, or null. */
  sealAt(size: number): Awaitable<SealRow | null>;
}

/** An approval that was rejected, and when: ISO 8601, UTC, milliseconds. */
export type Rejected = Pick<ApprovalRecord, 'approval_id' | 'updated_at'>;

/** An approval as it lies in the store: its place among all, and its decisions as text. */
export type ApprovalText = {
  readonly ordinal: number;
  readonly approval_id: string;
  readonly decisions: string;
};

/** An element that an event has touched. */
export type TouchRow = { readonly id: string; readonly branch: string; readonly seq: number };

/** The head of a branch as it lies in the store, with its place among all. */
export type BranchRow = Omit<BranchHead, 'status'> & {
  readonly ordinal: number;
  readonly status: string;
};

/** What a store holds beside events, chain and registry, as it lies there, for verification. */
export interface LedgerTables {
  /** What is wrong with the store itself, a sentence each: its pages, its schema, its own records. Empty when intact. */
  storeFaults(): Awaitable<readonly string[]>;
  touchCount(): Awaitable<number>;
  touches(): Awaitable<readonly TouchRow[]>;
  hasTouch(row: TouchRow): Awaitable<boolean>;
  /** Events for whose own aggregate there is no touch. */
  untouched(limit: number): Awaitable<readonly TouchRow[]>;
  /** In the order of their ordinals. */
  branchRows(): Awaitable<readonly BranchRow[]>;
  approvalTexts(): Awaitable<readonly ApprovalText[]>;
  /** Whether any event is of the operation. */
  hasOperation(operation_id: string): Awaitable<boolean>;
  idempotencyRows(): Awaitable<readonly IdempotencyRow[]>;
  counters(): Awaitable<readonly { readonly name: string; readonly value: number }[]>;
  seals(): Awaitable<readonly SealRow[]>;
  /** The commits of shared logs that the store says it has followed to: one where it is a copy, else none. */
  followedRows(): Awaitable<
    readonly { readonly log: string; readonly n: number; readonly hash: string }[]
  >;
}

/** One writing transaction. Nothing is visible to others before it commits; a throw rolls everything back. */
export interface LedgerTransaction extends LedgerRead {
  /** Appends events in order; assigns seq and branch_seq, moves touched versions and branch heads. */
  appendEvents(events: readonly EventRow[]): Awaitable<readonly StoredEvent[]>;
  /** Appends audit rows whose chain continues at `auditHead()`; a gap or a wrong previous hash throws. */
  appendAudit(rows: readonly AuditRow[]): Awaitable<void>;
  insertApproval(record: ApprovalRecord): Awaitable<void>;
  /** Compare-and-set: false when the stored status is not `from`. */
  updateApproval(from: ApprovalStatus, record: ApprovalRecord): Awaitable<boolean>;
  putIdempotency(row: IdempotencyRow): Awaitable<void>;
  addCounter(name: string, by: number): Awaitable<number>;
  putRegistry(row: RegistryRow): Awaitable<void>;
  putCheckpoint(row: SealRow): Awaitable<void>;
}

/** The one writer. `transact` is durable when it resolves. */
export interface LedgerWriter {
  /** A store that several machines share may run `work` again after it was overtaken: only the last run counts. */
  transact<T>(work: (tx: LedgerTransaction) => Awaitable<T>): Promise<T>;
  readonly reader: LedgerRead;
  close(): Awaitable<void>;
}

/** A reader of its own connection that never waits for the writer. */
export interface LedgerReader extends LedgerRead {
  /** Changes whenever another connection has committed; cheap enough to read on every call. */
  changeCounter(): Awaitable<number>;
  close(): void;
}

/** A store that cannot be used, with the reason: newer version, corrupt file, not a workspace. Never repaired silently. */
export class LedgerError extends Error {
  readonly code:
    | 'NEWER_VERSION'
    | 'CORRUPT'
    | 'NOT_A_WORKSPACE'
    | 'LOCKED'
    | 'CHAIN_BROKEN'
    | 'DUPLICATE'
    | 'UNREACHABLE';
  constructor(code: LedgerError['code'], message: string) {
    super(message);
    this.name = 'LedgerError';
    this.code = code;
  }
}
