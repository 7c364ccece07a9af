/** @module verify-report: inputs, trust and results of verification. */
import type { TrustedKey } from '../../kernel/base/canonical/checkpoint.ts';
import type { LedgerRead, LedgerTables } from '../../kernel/ledger/ledger.ts';

/** The data to verify: an open ledger, or an exported file. */
export type AuditSource = Pick<
  LedgerRead,
  'auditAfter' | 'eventTextsAfter' | 'approvals' | 'registryAll' | 'checkpoints'
> & {
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

/** How several threads read the chain of a store in a file. */
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
 * - `truncated`: a checkpoint covers entries that are not there; `rewritten`: other ones.
 * - `wrong_key`: a checkpoint by a key that is not trusted; `unverifiable`: text that is neither a checkpoint nor an entry.
 * - `event_edited`, `event_missing`, `event_extra`: events against the digests on the chain; `event_unknown`: one that
 *   is as recorded, but of a type or with a payload that this version does not support.
 * - `approval_mismatch`: an approval, or events without one, against the request and the decisions on the chain;
 *   `approval_signature`, `self_approval`: a decision that does not count; `approval_replayed`: used twice.
 * - `table_mismatch`: a row of another table against what events and chain say; `store_damaged`: pages or schema of the
 *   store.
 * - `checkpoint_missing`: a stored checkpoint that was there once; `followed_mismatch`: the position of a copy in the log
 *   that several machines share.
 * - `registry_mismatch`: a record against the chain; `registry_signature`: a change no approver has signed.
 * - `event_unapplied`: an event that is as recorded and that no model can apply; found by the caller, as the next.
 * - `snapshot_mismatch`: a snapshot of the model that servers open from, against what the events lead to; found by
 *   the caller, which has the model.
 * - `witness_missing`: the file elsewhere that has the checkpoints cannot be read, or the witness not be asked; found by
 *   the caller too.
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
