/** @module witness-target: where checkpoints go: a file, or a witness over HTTP. */
import type { LedgerRead, SealRow } from '../../../kernel/ledger/ledger.ts';

/** What is read of the ledger. */
export type WitnessedLog = Pick<
  LedgerRead,
  'registry' | 'newestSeal' | 'sealAt' | 'checkpoints' | 'auditAfter'
>;

/** Where checkpoints go. */
export type WitnessTarget = {
  /** Gives the witness what it lacks, up to the newest checkpoint. Throws an Error that says why it could not. */
  readonly catchUp: (newest: SealRow) => Promise<void>;
  /** Whether it is asked again without a commit: another machine may be back at any time. */
  readonly retries: boolean;
};
