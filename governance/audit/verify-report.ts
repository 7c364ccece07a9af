/** @module verify-report: what verification reads, what it takes on trust, and what it finds. */
import type { TrustedKey } from '../../kernel/canonical/checkpoint.ts';
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';

/** All that is verified; an open ledger is one, so is an exported file. */
export type AuditSource = Pick<
  LedgerRead,
  'auditAfter' | 'eventsAfter' | 'approvals' | 'registryAll' | 'checkpoints'
>;

/** What comes from elsewhere and is believed. */
export type VerifyOptions = {
  /** Signed notes kept outside of the store: they show a cut-off tail and a full rewrite. */
  readonly checkpoints?: readonly string[];
  /** Keys that may sign checkpoints; without them, the one that the first entry names. */
  readonly trustedLogKeys?: readonly TrustedKey[];
  /** Reads a long chain with several threads; what is found is the same. */
  readonly parallel?: ParallelReading;
};

/** How several threads read the chain of a store in a file. */
export type ParallelReading = {
  /** Path of the file that the source reads. */
  readonly store: string;
  /** Number of the last entry that the source sees. */
  readonly entries: number;
  readonly threads: number;
  /** Entries that a thread reads at once, a power of two. */
  readonly span?: number;
};

/**
 * - `edited`, `missing`, `duplicate`, `fork`, `reordered`: entries of the chain.
 * - `truncated`: a checkpoint vouches for entries that are not there; `rewritten`: for other ones.
 * - `wrong_key`: a checkpoint by a key that is not trusted; `unverifiable`: text that is no checkpoint or no entry.
 * - `event_edited`, `event_missing`, `event_extra`: events against the digests on the chain.
 * - `approval_mismatch`: an approval, or events without one, against what the chain says was asked and decided;
 *   `approval_signature`, `self_approval`: a decision that does not count; `approval_replayed`: used twice.
 * - `registry_mismatch`: a record against the chain; `registry_signature`: a change no approver has signed.
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
  | 'approval_mismatch'
  | 'approval_signature'
  | 'self_approval'
  | 'approval_replayed'
  | 'registry_mismatch'
  | 'registry_signature';

/** One fault. `seq`: number of the audit entry; of the event for the `event_` kinds; 0 where there is none. */
export type Fault = { readonly kind: FaultKind; readonly seq: number; readonly detail: string };

/** Result of a verification. */
export type VerifyReport = {
  readonly ok: boolean;
  /** Audit entries read. */
  readonly entries: number;
  /** Events vouched for by entries. */
  readonly events: number;
  /** Last entry. */
  readonly head: { readonly seq: number; readonly hash: string };
  /** Entries up to this one are vouched for by a checkpoint of a trusted key; later ones by the chain alone. */
  readonly covered: number;
  readonly faults: readonly Fault[];
};

/** Takes down a fault. */
export type Report = (kind: FaultKind, seq: number, detail: string) => void;
