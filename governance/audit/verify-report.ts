/** @module verify-report: inputs, trust and results of verification. */
import type { TrustedKey } from '../../kernel/base/canonical/checkpoint.ts';
import type { LedgerRead, LedgerTables } from '../../kernel/ledger/ledger.ts';
import type { BlobSource } from './blobs/verify-blobs.ts';

/** The data to verify: an open ledger, or an exported file. */
export type AuditSource = Pick<
  LedgerRead,
  'auditAfter' | 'eventTextsAfter' | 'approvals' | 'registryAll' | 'checkpoints'
> &
  BlobSource & {
    /** The tables that only a store has; null for an exported file. */
    readonly tables: LedgerTables | null;
  };

/** Trusted data from outside the store. */
export type VerifyOptions = {
  /** Signed notes from outside the store, which reveal a truncated tail and a full rewrite. */
  readonly checkpoints?: readonly { readonly note: string; readonly from: string }[];
  /** Keys that may sign checkpoints; without them, the one that the first entry names. */
  readonly trustedLogKeys?: readonly TrustedKey[];
  /** Keys of witnesses: a checkpoint that names one of them must have been cosigned by it. */
  readonly witnessKeys?: readonly TrustedKey[];
  /** Reads a long chain with several threads, with the same result. */
  readonly parallel?: ParallelReading;
};

/** How several threads read the chain of a store file. */
export type ParallelReading = {
  /** Path of the file that the source reads. */
  readonly store: string;
  /** Number of the last entry that the source has. */
  readonly entries: number;
  readonly threads: number;
  /** Entries per span, a power of two. */
  readonly span?: number;
};

/**
 * - `edited`, `missing`, `duplicate`, `fork`, `reordered`: entries of the chain.
 * - `truncated`: a checkpoint covers entries that are missing; `rewritten`: it covers different entries.
 * - `wrong_key`: a checkpoint by a key that is not trusted; `unverifiable`: text that is neither a checkpoint nor an entry.
 * - `event_edited`, `event_missing`, `event_extra`: events differ from the digests on the chain; `event_unknown`: an event
 *   is as recorded, but of a type or with a payload that this version does not support.
 * - `approval_mismatch`: an approval, or events without one, differ from the request and the decisions on the chain;
 *   `approval_signature`, `self_approval`: a decision is invalid; `approval_replayed`: an approval was used twice.
 * - `table_mismatch`: a row of another table differs from events and chain; `store_damaged`: pages or schema of the store
 *   are damaged.
 * - `checkpoint_missing`: a checkpoint that was once stored is missing; `followed_mismatch`: the position of a copy in the
 *   log that several machines share has changed.
 * - `blob_missing`: a blob that an event names is missing; `blob_damaged`: its content has another digest or length.
 * - `registry_mismatch`: a record differs from the chain; `registry_signature`: no approver has signed a change.
 * - `event_unapplied`: an event is as recorded, but no model can apply it.
 * - `snapshot_mismatch`: a model snapshot that servers open differs from the result of the events.
 * - `witness_missing`: the external file of checkpoints cannot be read, or the witness cannot be reached.
 *
 * The last three are found by the caller, which has the model and the address of the witness.
 */
export type FaultKind =
  | 'edited'
  | 'missing'
  | 'duplicate'
  | 'fork'
  | 'reordered'
  | 'truncated'
  | 'rewritten'
  | 'wrong_key'
  | 'unverifiable'
  | 'event_edited'
  | 'event_missing'
  | 'event_extra'
  | 'event_unknown'
  | 'event_unapplied'
  | 'approval_mismatch'
  | 'approval_signature'
  | 'self_approval'
  | 'approval_replayed'
  | 'table_mismatch'
  | 'store_damaged'
  | 'checkpoint_missing'
  | 'followed_mismatch'
  | 'blob_missing'
  | 'blob_damaged'
  | 'registry_mismatch'
  | 'registry_signature'
  | 'snapshot_mismatch'
  | 'witness_missing';

/** One fault. `seq`: number of the audit entry; of the event for the `event_` kinds and snapshots; 0 without one. */
export type Fault = { readonly kind: FaultKind; readonly seq: number; readonly detail: string };

/** Result of a verification. */
export type VerifyReport = {
  readonly ok: boolean;
  /** Audit entries read. */
  readonly entries: number;
  /** Events recorded by entries. */
  readonly events: number;
  /** Last entry. */
  readonly head: { readonly seq: number; readonly hash: string };
  /** Entries up to this one are covered by a checkpoint of a trusted key; later ones by the chain alone. */
  readonly covered: number;
  readonly faults: readonly Fault[];
};

/** Records a fault. */
export type Report = (kind: FaultKind, seq: number, detail: string) => void;
