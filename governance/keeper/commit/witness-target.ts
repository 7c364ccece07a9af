/** @module witness-target: the destination of checkpoints: a file, or a witness over HTTP. */
import type { LedgerRead, SealRow } from '../../../kernel/ledger/ledger.ts';

/** The reads of the ledger that a witness needs. */
export type WitnessedLog = Pick<
  LedgerRead,
  'registry' | 'newestSeal' | 'sealAt' | 'checkpoints' | 'auditAfter'
>;

/** A destination of checkpoints. */
export type WitnessTarget = {
  /** Sends the witness its missing checkpoints, up to the newest. Throws an Error with the reason of a failure. */
  readonly catchUp: (newest: SealRow) => Promise<void>;
  /** Whether a failure is retried without a new commit, because a remote witness may recover at any time. */
  readonly retries: boolean;
};
