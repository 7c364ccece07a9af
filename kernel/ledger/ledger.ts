/**
 * @module ledger: the interface of every store. All implementations, such as SQLite, must pass the same contract suite.
 */
import type { ElementRecord, EventFrame, PlannedEvent, StoredEvent } from '../../schemas/events.ts';
import type { ApprovalRecord, ApprovalStatus } from '../../schemas/governance.ts';

/** A value or a promise of it: the embedded store is synchronous, a network store is not. */
export type Awaitable<T> = T | Promise<T>;

/** An interface whose methods return their results synchronously. */
export type Sync<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => infer R
    ? (...args: A) => Awaited<R>
    : never;
};

/** The head of a branch. `from_seq`: ledger seq at which the branch was forked; 0 for main. */
export type BranchHead = {
  readonly branch: string;
  readonly branch_seq: number;
  readonly parent: string | null;
  readonly from_seq: number;
  readonly status: 'open' | 'discarded';
};

/** An event before it is stored: without its `seq` and `branch_seq`. */
export type EventRow = PlannedEvent & Omit<EventFrame, 'seq' | 'branch_seq'>;

/** An event as stored: its columns, and the exact canonical text of the event (`body`). */
export type EventText = Pick<
  EventFrame,
  'seq' | 'event_id' | 'operation_id' | 'branch' | 'branch_seq'
> & { readonly aggregate_id: string; readonly body: string };

/** An audit entry as stored: `body` is the exact canonical text that was hashed; it contains seq and time. */
export type AuditRow = {
  readonly seq: number;
  readonly prev_hash: string;
  readonly hash: string;
  readonly body: string;
};

/** A completed operation. A repeated call with the same idempotency key gets the stored reply. */
export type IdempotencyRow = {
  readonly scope: string;
  readonly key: string;
  readonly digest: string;
  readonly operation_id: string;
  /** Canonical JSON of the reply. */
  readonly reply: string;
};

/** The registration of a workspace, agent or approver; `record` is the canonical text of its latest record. */
export type RegistryRow = {
  readonly kind: RegistryKind;
  readonly name: string;
  readonly record: string;
};
/** The kinds of registrations. */
export type RegistryKind = 'workspace' | 'agent' | 'approver';

/** A signed checkpoint of the first `size` audit entries, as a signed note. */
export type CheckpointRow = { readonly size: number; readonly note: string };

/**
 * A checkpoint with the compact range of its tree (hex hashes, largest subtree first), so that the next checkpoint
 * continues from it without reading the whole log. The range is derived data: it is used only if its root is that of
 * the note.
 */
export type SealRow = CheckpointRow & { readonly hashes: readonly string[] };

/** A content-addressed blob that arrives before the events that name it; see `blobs` in the migrations. */
export type BlobRow = {
  /** SHA-256 of the content, hex; while it is being received, a name of its own for each sender. */
  readonly sha256: string;
  /** Length of the whole content. */
  readonly bytes: number;
  /** Number of stored chunks. */
  readonly received: number;
  readonly state: 'receiving' | 'staged' | 'kept';
  /** Registered name of the principal who sent the first chunk. */
  readonly owner: string;
  /** Time of the first chunk: ISO 8601, UTC, milliseconds. */
  readonly staged_at: string;
};

/** The events of a branch itself with a ledger seq above `after`, up to `until`. */
export type Stretch = {
  readonly branch: string;
  readonly after: number;
  readonly until: number;
  /** Ledger seqs of events of imports that do not count. */
  readonly except?: readonly number[];
};

/** Most events of a page, and most bytes of their stored text. */
export const [PAGE_EVENTS, PAGE_BYTES] = [1000, 4_194_304];

/** The reads of a store, inside or outside a transaction. */
export interface LedgerRead {
  /** Ledger seq of the last event, 0 when empty. */
  headSeq(): Awaitable<number>;
  branchHead(branch: string): Awaitable<BranchHead | null>;
  branches(): Awaitable<readonly BranchHead[]>;
  /**
   * Version of `id` on `branch`: seq of the last event of the branch itself (not of its parent) that wrote or imported it,
   * or deleted it with its import, or null.
   */
  versionAt(branch: string, id: string): Awaitable<number | null>;
  eventsAfter(seq: number, limit: number): Awaitable<readonly StoredEvent[]>;
  /** The same events as stored text, including those that this version cannot parse. */
  eventTextsAfter(seq: number, limit: number): Awaitable<readonly EventText[]>;
  /** Ids of the levels that events after `seq` create or import, on any branch. */
  levelsAfter(seq: number): Awaitable<readonly string[]>;
  /** Events of one branch, without its parent, after its event `branch_seq`, in order. */
  eventsOfBranch(
    branch: string,
    branch_seq: number,
    limit: number,
  ): Awaitable<readonly StoredEvent[]>;
  eventsOfOperation(operation_id: string): Awaitable<readonly StoredEvent[]>;
  eventById(event_id: string): Awaitable<StoredEvent | null>;
  /** Events of one aggregate, on one branch or on all (null), before ledger seq `before`. Newest first. */
  eventsOfAggregate(
    aggregate_id: string,
    branch: string | null,
    limit: number,
    before?: number,
  ): Awaitable<readonly StoredEvent[]>;
  /** Events of the branch itself, up to ledger seq `until`, that wrote or imported `id`, or deleted it with its import. Newest first. */
  eventsTouching(
    id: string,
    branch: string,
    until: number,
    limit: number,
  ): Awaitable<readonly StoredEvent[]>;
  /**
   * Events of the branch itself that wrote `id`, oldest first: at most `PAGE_EVENTS` and `PAGE_BYTES`, but at least one if
   * there is any. Events of imports are left out.
   */
  pageTouching(
    id: string,
    branch: string,
    span: { readonly after: number; readonly until: number },
  ): Awaitable<readonly StoredEvent[]>;
  auditHead(): Awaitable<AuditRow | null>;
  auditAfter(seq: number, limit: number): Awaitable<readonly AuditRow[]>;
  approval(approval_id: string): Awaitable<ApprovalRecord | null>;
  /** Newest first. `by`: only those that this principal requested. */
  approvals(
    status: ApprovalStatus | null,
    limit: number,
    by?: PlanRequester,
  ): Awaitable<readonly ApprovalRecord[]>;
  /**
   * Approvals that were rejected after `time` (ISO 8601, UTC, milliseconds), without their plans. Newest rejection
   * first.
   */
  rejectedAfter(time: string): Awaitable<readonly Rejected[]>;
  /** The newest approval with this effect key, in any status. */
  approvalByEffect(effect_key: string): Awaitable<ApprovalRecord | null>;
  idempotency(scope: string, key: string): Awaitable<IdempotencyRow | null>;
  counter(name: string): Awaitable<number>;
  registry(kind: RegistryKind, name: string): Awaitable<RegistryRow | null>;
  registryAll(kind: RegistryKind): Awaitable<readonly RegistryRow[]>;
  /** Checkpoints over more than `after` entries (default: all), the smallest first. */
  checkpoints(after?: number): Awaitable<readonly CheckpointRow[]>;
  /** The checkpoint over the most entries. */
  newestSeal(): Awaitable<SealRow | null>;
  /** The checkpoint over exactly `size` entries, or null. */
  sealAt(size: number): Awaitable<SealRow | null>;
  blobInfo(sha256: string): Awaitable<BlobRow | null>;
  /** All blobs, in the order in which they were opened. */
  blobs(): Awaitable<readonly BlobRow[]>;
  /**
   * Content of chunk `n` (from 0) of a blob: `BLOB_CHUNK_BYTES`, in the last one the rest. Null if the store does not have
   * the chunk. Throws CORRUPT for a chunk that cannot be decompressed to this length.
   */
  blobPart(sha256: string, n: number): Awaitable<Uint8Array | null>;
  /**
   * The element as a kept manifest creates it; null if the manifest has none with this id. `manifest`: its digest, or null
   * for the newest manifest that has the id.
   */
  importedElement(id: string, manifest: string | null): Awaitable<ElementRecord | null>;
  /** Those of the ids that events of the stretch wrote, imported, or deleted with an import. */
  writtenIds(ids: readonly string[], stretch: Stretch): Awaitable<readonly string[]>;
}

/** A rejected approval and the time of its rejection: ISO 8601, UTC, milliseconds. */
export type Rejected = Pick<ApprovalRecord, 'approval_id' | 'updated_at'>;

/** The principal that requested a plan. */
export type PlanRequester = { readonly user_id: string; readonly agent_id: string | null };

/** An approval as stored: its position among all approvals, and its decisions as text. */
export type ApprovalText = {
  readonly ordinal: number;
  readonly approval_id: string;
  readonly decisions: string;
};

/** An element that an event touched. */
export type TouchRow = { readonly id: string; readonly branch: string; readonly seq: number };

/** The head of a branch as stored, with its position among all branches. */
export type BranchRow = Omit<BranchHead, 'status'> & {
  readonly ordinal: number;
  readonly status: string;
};

/** The place of the row of an element in the manifest `sha256`, bytes; `level`: whether it is a level. */
export type ManifestPlace = {
  readonly sha256: string;
  readonly id: string;
  readonly at: number;
  readonly bytes: number;
  readonly level: boolean;
};

/** An event that uses a manifest. */
export type ImportRow = {
  readonly seq: number;
  readonly branch: string;
  readonly sha256: string | null;
};

/** The derived tables of a store as stored, for verification. */
export interface LedgerTables {
  /** Faults of pages, schema and internal records of the store, one sentence each; empty when it is intact. */
  storeFaults(): Awaitable<readonly string[]>;
  touchCount(): Awaitable<number>;
  touches(): Awaitable<readonly TouchRow[]>;
  hasTouch(row: TouchRow): Awaitable<boolean>;
  /** Up to `limit` events that lack the touch of their own aggregate. */
  untouched(limit: number): Awaitable<readonly TouchRow[]>;
  /** In the order of their ordinals. */
  branchRows(): Awaitable<readonly BranchRow[]>;
  approvalTexts(): Awaitable<readonly ApprovalText[]>;
  /** Whether any event belongs to the operation. */
  hasOperation(operation_id: string): Awaitable<boolean>;
  idempotencyRows(): Awaitable<readonly IdempotencyRow[]>;
  counters(): Awaitable<readonly { readonly name: string; readonly value: number }[]>;
  seals(): Awaitable<readonly SealRow[]>;
  /** Imports as noted, with the digests of their manifests; null for one that names no blob. */
  importRows(): Awaitable<readonly ImportRow[]>;
  /** Revisions and undone imports as noted, with the digests of the manifests that they replace or delete. */
  importEndRows(): Awaitable<readonly ImportRow[]>;
  manifestRowCount(): Awaitable<number>;
  hasManifestRow(row: ManifestPlace): Awaitable<boolean>;
  /** Digests of chunks that belong to no blob. */
  orphanChunks(): Awaitable<readonly string[]>;
  /** The last applied commit of the shared log: one row if the store is a copy of a log, else none. */
  followedRows(): Awaitable<
    readonly { readonly log: string; readonly n: number; readonly hash: string }[]
  >;
}

/** One write transaction. Nothing is visible to others before it commits; an exception rolls everything back. */
export interface LedgerTransaction extends LedgerRead {
  /**
   * Appends events in order; assigns seq and branch_seq, moves touched versions and branch heads. The blobs that they name
   * must be staged or kept, and are kept from then on; a manifest is indexed.
   */
  appendEvents(events: readonly EventRow[]): Awaitable<readonly StoredEvent[]>;
  /** Appends audit rows that continue the chain at `auditHead()`; throws for a gap or a wrong previous hash. */
  appendAudit(rows: readonly AuditRow[]): Awaitable<void>;
  insertApproval(record: ApprovalRecord): Awaitable<void>;
  /** Compare-and-set: false when the stored status is not `from`. */
  updateApproval(from: ApprovalStatus, record: ApprovalRecord): Awaitable<boolean>;
  putIdempotency(row: IdempotencyRow): Awaitable<void>;
  addCounter(name: string, by: number): Awaitable<number>;
  putRegistry(row: RegistryRow): Awaitable<void>;
  putCheckpoint(row: SealRow): Awaitable<void>;
  /** Opens a blob in the state `receiving`. Throws DUPLICATE for a known one. */
  openBlob(row: Omit<BlobRow, 'received' | 'state'>): Awaitable<void>;
  /** Stores the next chunk of a blob that is being received. Throws `RangeError` for another chunk or a wrong length. */
  putBlobChunk(sha256: string, n: number, content: Uint8Array): Awaitable<void>;
  /**
   * Marks a blob as `staged`: all chunks have arrived, and the caller has hashed them. With `as`, the blob was received
   * under another name, and gets the unused name `as`.
   */
  completeBlob(sha256: string, as?: string): Awaitable<void>;
  /** Deletes a blob with its chunks; a kept one cannot be deleted. */
  dropBlob(sha256: string): Awaitable<void>;
}

/** The only writer of a store. A transaction is durable when the promise of `transact` resolves. */
export interface LedgerWriter {
  /**
   * A store shared by several machines runs `work` again after a commit of another machine: only the last run counts.
   */
  transact<T>(work: (tx: LedgerTransaction) => Awaitable<T>): Promise<T>;
  readonly reader: LedgerRead;
  close(): Awaitable<void>;
}

/** A reader with its own connection, which never waits for the writer. */
export interface LedgerReader extends LedgerRead {
  /** A number that changes with each commit of another connection; cheap enough to read on every call. */
  changeCounter(): Awaitable<number>;
  close(): void;
}

/** A store cannot be used, for example because it has a newer version or is corrupt. Nothing is repaired silently. */
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
