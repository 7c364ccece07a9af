/** @module following writer: the writer of a store that follows a log of commits, which other machines write too. */
import { setTimeout as pause } from 'node:timers/promises';

import {
  LedgerError,
  type Awaitable,
  type LedgerTransaction,
  type LedgerWriter,
} from '../ledger.ts';
import type { SqliteWriter } from '../sqlite-writer.ts';
import { applyCommit, headsOf } from './apply-commit.ts';
import { Interrupted, Unreachable, type CommitLog } from './commit-log.ts';
import {
  commitRow,
  readCommit,
  START,
  type Commit,
  type CommitRow,
  type Position,
} from './commit-text.ts';
import { recording } from './recorder.ts';

/** What the owner of a following writer is told, and gives it. */
export type FollowOptions = {
  /** A fresh id. */
  readonly randomId: () => string;
  /** Milliseconds from any start. */
  readonly clock: () => number;
  /** Counters that belong to this machine alone. */
  readonly localCounters: ReadonlySet<string>;
  /** Commits of other machines are in the local store now. */
  readonly onFollowed?: (commits: readonly Commit[]) => void;
  /** The work of a transaction has been taken back and is about to be run again. */
  readonly onRepeat?: () => void;
  /** Longest time (ms) from the beginning of an outage for which transactions wait for its end. */
  readonly patienceMs?: number;
};

/** A writer on one of several machines. */
export type FollowingWriter = LedgerWriter & {
  /** Carries out what other machines have committed; true where there was something. Throws UNREACHABLE. */
  follow(): Promise<boolean>;
  /** Whether the log could be followed, or written, when that was tried last. */
  readonly usable: boolean;
};

const PATIENCE_MS = 5000;
/** Pause (ms) before the database is tried again, and the same for a transaction that finds it away for long. */
const [RETRY_MS, PROBE_MS] = [50, 250];
/** Commits that are fetched at once. */
const PAGE = 64;

/** Another machine has committed since the work was begun. */
class Overtaken extends Error {}

/**
 * A writer whose transactions are commits of the log. The local store is a copy: it is committed last, so what is read
 * there is in the log.
 *
 * A transaction is run on the copy as it is, and appended where no other machine has committed meanwhile: one round
 * trip. Where one has, the work is taken back, and run again while the log is held, so that it is overtaken once at
 * most. The next transactions hold the log at once, until one finds that nobody else has committed. So `work` may run
 * more than once; only its last run counts, and each sees what was committed before it.
 *
 * INVARIANT: a try whose outcome is not known is recognised by its commit id before anything is run again, and each
 * append names the commit it follows, so none is made twice, however late the database carries it out.
 *
 * Transactions throw UNREACHABLE where the database cannot be reached in time; what they did is not known then.
 */
export function followingWriter(
  local: SqliteWriter,
  log: CommitLog,
  options: FollowOptions,
): FollowingWriter {
  let last: Promise<unknown> = Promise.resolve();
  const seen: Seen = { busy: false, outage: null, usable: true };
  const next = <T>(step: () => Promise<T>): Promise<T> => {
    const done = last.then(step);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    reader: local.reader,
    transact: (work) => next(() => new Transaction({ local, log, options, seen }, work).run()),
    follow: () =>
      next(async () => {
        const tried = options.clock();
        log.limit(Infinity);
        try {
          const commits = await catchUp(local, log, options, { head: await log.head() });
          seen.outage = null;
          seen.usable = true;
          return commits > 0;
        } catch (error) {
          seen.usable = false;
          if (!(error instanceof Interrupted)) throw error;
          seen.outage = { since: seen.outage?.since ?? tried, last: options.clock() };
          throw new Unreachable(error.message, false);
        }
      }),
    get usable() {
      return seen.usable;
    },
    async close() {
      await last;
      await log.close();
      await local.close();
    },
  };
}

/**
 * What the last tries have found. `busy`: other machines commit in between. `outage`: when the first try began that has
 * not reached the database, and when the last one ended; null where the last one has reached it. `usable`: it is neither
 * away nor refuses.
 */
type Seen = {
  busy: boolean;
  usable: boolean;
  outage: { readonly since: number; readonly last: number } | null;
};

/** One transaction, as often as it must be tried. */
class Transaction<T> {
  readonly #local: SqliteWriter;
  readonly #log: CommitLog;
  readonly #options: FollowOptions;
  readonly #seen: Seen;
  readonly #work: (tx: LedgerTransaction) => Awaitable<T>;
  /** Results of the tries of which it is not known that they have failed, by the id of their commit. */
  readonly #tries = new Map<string, { readonly result: T }>();
  #found: { readonly result: T } | null = null;

  constructor(
    on: {
      readonly local: SqliteWriter;
      readonly log: CommitLog;
      readonly options: FollowOptions;
      readonly seen: Seen;
    },
    work: (tx: LedgerTransaction) => Awaitable<T>,
  ) {
    this.#local = on.local;
    this.#log = on.log;
    this.#options = on.options;
    this.#seen = on.seen;
    this.#work = work;
  }

  /** INVARIANT: it ends within the patience, counted from the beginning of an outage, and at once in one that is older. */
  async run(): Promise<T> {
    const { clock, onRepeat, patienceMs = PATIENCE_MS } = this.#options;
    const found = this.#seen.outage;
    if (found !== null && clock() - found.since > patienceMs && clock() - found.last < PROBE_MS) {
      throw new Unreachable('it was not there a moment ago', false);
    }
    const began = clock();
    for (let behind = this.#seen.busy; ; onRepeat?.()) {
      const tried = clock();
      const deadline = (this.#seen.outage?.since ?? began) + patienceMs;
      this.#log.limit(Math.max(deadline - tried, PROBE_MS));
      try {
        if (behind) {
          const head = await this.#log.hold();
          this.#seen.busy = (await this.#catchUp(head)) > 0;
        }
        const { result } = this.#found ?? (await this.#try());
        this.#seen.outage = null;
        this.#seen.usable = true;
        return result;
      } catch (error) {
        if (error instanceof Interrupted) {
          const since = this.#seen.outage?.since ?? tried;
          this.#seen.outage = { since, last: clock() };
          this.#seen.usable = false;
          const end = Math.min(deadline, since + patienceMs);
          if (clock() + RETRY_MS > end) throw this.#unreachable(error);
          await pause(RETRY_MS);
        } else if (!(error instanceof Overtaken)) {
          throw this.#tries.size > 0 && isRefused(error) ? this.#unreachable(error) : error;
        }
        behind = true;
        this.#seen.busy ||= error instanceof Overtaken;
      } finally {
        // Where even this fails, the connection is lost and the hold with it.
        await this.#log.release().catch(() => undefined);
      }
    }
  }

  #unreachable(error: Error): Unreachable {
    return new Unreachable(error.message, this.#tries.size > 0);
  }

  /** As `catchUp`; once the own commit is found in the log, no fault after that changes the answer. */
  async #catchUp(head: Position): Promise<number> {
    const each = ({ commit_id }: Commit): void => {
      this.#found ??= this.#tries.get(commit_id) ?? null;
    };
    try {
      return await catchUp(this.#local, this.#log, this.#options, { head, each });
    } catch (error) {
      if (this.#found === null || error instanceof Interrupted) throw error;
      return 1;
    }
  }

  async #try(): Promise<{ readonly result: T }> {
    let appended: { readonly result: T } | null = null;
    try {
      return await this.#local.transact(async (tx) => {
        const from = positionOf(this.#local, this.#log);
        const recorder = recording(tx, this.#options.localCounters);
        const done = { result: await this.#work(recorder.tx) };
        const writes = recorder.writes();
        if (writes.length === 0) {
          await this.#assertNewest(from);
          return done;
        }
        const commit_id = this.#options.randomId();
        const row = commitRow(from, { commit_id, writes: [...writes], heads: await headsOf(tx) });
        this.#tries.set(commit_id, done);
        if (!(await this.#append(row, commit_id))) throw new Overtaken();
        appended = done;
        this.#local.followed.move({ log: this.#log.name, n: row.n, hash: row.hash });
        return done;
      });
    } catch (error) {
      // In the log and not in the copy, which is full or locked: it is made up for as if another machine had done it.
      if (appended !== null) throw new Interrupted(String(error));
      throw error;
    }
  }

  async #append(row: CommitRow, commit_id: string): Promise<boolean> {
    let isOpen = true;
    try {
      const appended = await this.#log.append(row);
      isOpen = appended;
      return appended;
    } catch (error) {
      isOpen = !(error instanceof Interrupted) || error.sent;
      throw error;
    } finally {
      if (!isOpen) this.#tries.delete(commit_id);
    }
  }

  /** What has written nothing must have read what is newest. */
  async #assertNewest(from: Position): Promise<void> {
    const head = await this.#log.head();
    if (head.n !== from.n) throw new Overtaken();
    if (head.hash !== from.hash) throw forked(head.n);
  }
}

/** The database refuses what it is asked, so that what was sent before cannot be looked up either. */
function isRefused(error: unknown): error is LedgerError {
  return error instanceof LedgerError && error.code === 'UNREACHABLE';
}

/** Carries out the commits that the local store lacks, and answers how many. */
async function catchUp(
  local: SqliteWriter,
  log: CommitLog,
  { onFollowed }: Pick<FollowOptions, 'onFollowed'>,
  { head, each }: { readonly head: Position; readonly each?: (commit: Commit) => void },
): Promise<number> {
  let from = positionOf(local, log);
  if (head.n < from.n) {
    throw new LedgerError(
      'CORRUPT',
      `the database ends with commit ${head.n}, this machine has seen commit ${from.n}: it was set back`,
    );
  }
  if (head.n === from.n && head.hash !== from.hash) throw forked(head.n);
  let count = 0;
  while (from.n < head.n) {
    const rows = await log.after(from.n, PAGE);
    if (rows.length === 0) throw new LedgerError('CORRUPT', `commit ${from.n + 1} is not there`);
    const commits: Commit[] = [];
    from = await local.transact(async (tx) => {
      let at = positionOf(local, log);
      for (const row of rows) {
        const commit = readCommit(at, row);
        await applyCommit(tx, commit);
        commits.push(commit);
        at = { n: row.n, hash: row.hash };
      }
      local.followed.move({ log: log.name, ...at });
      return at;
    });
    count += commits.length;
    // First: what a follower throws must not hide that the own commit is among them.
    for (const commit of commits) each?.(commit);
    onFollowed?.(commits);
  }
  return count;
}

function positionOf(local: SqliteWriter, log: CommitLog): Position {
  const followed = local.followed.position();
  if (followed === null) return START;
  if (followed.log === log.name) return followed;
  throw new LedgerError(
    'LOCKED',
    `this store follows the log \`${followed.log}\`, not \`${log.name}\``,
  );
}

function forked(n: number): LedgerError {
  return new LedgerError(
    'CORRUPT',
    `commit ${n} of the database is not the one that this machine has seen: it was replaced`,
  );
}
