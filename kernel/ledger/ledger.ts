/** @module ledger: the contract every store keeps; sqlite is one, others run the same contract suite. */
import type { StoredEvent } from '../../schemas/events.ts';
import type { ApprovalRecord, ApprovalStatus } from '../../schemas/governance.ts';

/** Answers now or later: the embedded store is synchronous, a network store is not. */
export type Awaitable<T> = T | Promise<T>;

/** Where a branch stands. `from_seq` is the ledger seq of the fork, 0 for main. */
export type BranchHead = {
  readonly branch: string;
  readonly branch_seq: number;
  readonly parent: string | null;
  readonly from_seq: number;
  readonly status: 'open' | 'discarded';
};

/** An event ready to be stored: everything but its two counters. */
export type EventRow = Omit<StoredEvent, 'seq' | 'branch_seq'>;

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
 * A checkpoint with the compact range of its tree (hex hashes, largest subtree first), so that the next one can go on
 * from there without reading the whole log. It is derived: its root must be that of the note, else it is not used.
 */
export type SealRow = CheckpointRow & { readonly hashes: readonly string[] };

/** What can be read, in a transaction or outside. */
export interface LedgerRead {
  /** Ledger seq of the last event, 0 when empty. */
  headSeq(): Awaitable<number>;
  branchHead(branch: string): Awaitable<BranchHead | null>;
  branches(): Awaitable<readonly BranchHead[]>;
  /** Seq of the last event that touched `id` on `branch` itself (not inherited from its parent), or null. */
  touchedAt(branch: string, id: string): Awaitable<number | null>;
  eventsAfter(seq: number, limit: number): Awaitable<readonly StoredEvent[]>;
  eventsOfOperation(operation_id: string): Awaitable<readonly StoredEvent[]>;
  eventById(event_id: string): Awaitable<StoredEvent | null>;
  /** Newest first. */
  eventsOfAggregate(
    aggregate_id: string,
    branch: string | null,
    limit: number,
  ): Awaitable<readonly StoredEvent[]>;
  auditHead(): Awaitable<AuditRow | null>;
  auditAfter(seq: number, limit: number): Awaitable<readonly AuditRow[]>;
  approval(approval_id: string): Awaitable<ApprovalRecord | null>;
  /** Newest first. */
  approvals(status: ApprovalStatus | null, limit: number): Awaitable<readonly ApprovalRecord[]>;
  /** Newest approval with this effect key, whatever its status. */
  approvalByEffect(effect_key: string): Awaitable<ApprovalRecord | null>;
  idempotency(scope: string, key: string): Awaitable<IdempotencyRow | null>;
  counter(name: string): Awaitable<number>;
  registry(kind: RegistryKind, name: string): Awaitable<RegistryRow | null>;
  registryAll(kind: RegistryKind): Awaitable<readonly RegistryRow[]>;
  checkpoints(): Awaitable<readonly CheckpointRow[]>;
  /** The checkpoint over the most entries. */
  newestSeal(): Awaitable<SealRow | null>;
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
  transact<T>(work: (tx: LedgerTransaction) => Awaitable<T>): Promise<T>;
  readonly reader: LedgerRead;
  close(): Awaitable<void>;
}

/** A reader of its own connection that never waits for the writer. */
export interface LedgerReader extends LedgerRead {
  /** Changes whenever another connection has committed; cheap enough to ask on every call. */
  changeCounter(): number;
  close(): void;
}

/** A store that cannot be used, said plainly: newer version, corrupt file, not a workspace. Never repaired silently. */
export class LedgerError extends Error {
  readonly code:
    | 'NEWER_VERSION'
    | 'CORRUPT'
    | 'NOT_A_WORKSPACE'
    | 'LOCKED'
    | 'CHAIN_BROKEN'
    | 'DUPLICATE';
  constructor(code: LedgerError['code'], message: string) {
    super(message);
    this.name = 'LedgerError';
    this.code = code;
  }
}
