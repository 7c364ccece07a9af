/** @module commit log: the interface of the database that the machines of a workspace share. */
import { LedgerError } from '../ledger.ts';
import type { CommitRow, Position } from './commit-text.ts';

/**
 * An append-only log of commits with one head. One connection; calls do not overlap.
 *
 * Each method throws `Interrupted` where nothing is known of what it did, and a `LedgerError` for what repeating does
 * not mend.
 */
export interface CommitLog {
  /** Name of the log: the same for all machines of a workspace. */
  readonly name: string;
  /** The last commit, when no other is appended meanwhile that has been acknowledged. */
  head(): Promise<Position>;
  /** Commits after the `n`th, in order. */
  after(n: number, limit: number): Promise<readonly CommitRow[]>;
  /**
   * Appends a commit if the one before it is the head; false, with nothing appended, where it is not. Durable when it
   * answers. Ends a hold.
   */
  append(row: CommitRow): Promise<boolean>;
  /** The last commit; from the answer on every other machine's `append` waits, until `append` or `release`. */
  hold(): Promise<Position>;
  /** Ends a hold; does nothing where there is none. */
  release(): Promise<void>;
  /** From now on calls are interrupted that have no answer by the end of this time (ms), which all of them share. */
  limit(time_ms: number): void;
  close(): Promise<void>;
}

/** The connection was lost, or the database wants the call repeated: what it did, if it was sent, is not known. */
export class Interrupted extends Error {
  readonly sent: boolean;

  constructor(message: string, sent = true) {
    super(message);
    this.sent = sent;
    this.name = 'Interrupted';
  }
}

/** The database was not reached in time. */
export class Unreachable extends LedgerError {
  /** Whether something was sent of which it is not known whether the database has it. */
  readonly unknown: boolean;

  constructor(because: string, unknown: boolean) {
    super('UNREACHABLE', `the database cannot be reached (${because})`);
    this.unknown = unknown;
  }
}
