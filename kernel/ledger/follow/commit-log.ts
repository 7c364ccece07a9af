/** @module commit-log: the interface of the database that the machines of a workspace share. */
import { LedgerError } from '../ledger.ts';
import type { CommitRow, Position } from './commit-text.ts';

/**
 * An append-only log of commits with one head. One connection; calls do not overlap.
 *
 * Each method throws `Interrupted` if its outcome is unknown, and a `LedgerError` for failures that a retry does not
 * fix.
 */
export interface CommitLog {
  /** Name of the log: the same for all machines of a workspace. */
  readonly name: string;
  /** The position of the last commit. It may be outdated when the promise resolves. */
  head(): Promise<Position>;
  /** Up to `limit` commits after number `n`, in order. */
  after(n: number, limit: number): Promise<readonly CommitRow[]>;
  /**
   * Appends a commit if it continues the head; otherwise appends nothing and returns false. The commit is durable when
   * the promise resolves. Ends a hold.
   */
  append(row: CommitRow): Promise<boolean>;
  /**
   * Holds the log: `append` on other machines waits until this one calls `append` or `release`. Returns the position of
   * the last commit.
   */
  hold(): Promise<Position>;
  /** Ends a hold, if there is one. */
  release(): Promise<void>;
  /** Sets a deadline for all later calls, ms from now. A call without an answer until then is interrupted. */
  limit(time_ms: number): void;
  close(): Promise<void>;
}

/** The connection was lost, or the database asks the client to repeat the call. */
export class Interrupted extends Error {
  /** Whether the call was sent to the database; its outcome is then unknown. */
  readonly sent: boolean;

  constructor(message: string, sent = true) {
    super(message);
    this.sent = sent;
    this.name = 'Interrupted';
  }
}

/** The database could not be reached in time. */
export class Unreachable extends LedgerError {
  /** Whether a sent commit has an unknown outcome. */
  readonly unknown: boolean;

  constructor(because: string, unknown: boolean) {
    super('UNREACHABLE', `the database cannot be reached (${because})`);
    this.unknown = unknown;
  }
}
