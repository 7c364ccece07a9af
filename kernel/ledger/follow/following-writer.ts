/** @module following-writer: the writer of a local store that is a copy of a commit log shared by several machines. */
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

/** Dependencies and callbacks of a following writer. */
export type FollowOptions = {
  /** Returns a new unique id. */
  readonly randomId: () => string;
  /** Monotonic milliseconds from any origin. */
  readonly clock: () => number;
  /** Counters that belong to this machine alone. */
  readonly localCounters: ReadonlySet<string>;
  /** Called after commits of other machines were applied to the local store. */
  readonly onFollowed?: (commits: readonly Commit[]) => void;
  /** Called after a transaction was rolled back, before its work runs again. */
  readonly onRepeat?: () => void;
  /** Maximum time (ms) from the start of an outage for which transactions wait; default 5,000. */
  readonly patienceMs?: number;
};

/** A writer whose store follows a shared log. */
export type FollowingWriter = LedgerWriter & {
  /** Applies the commits of other machines; true if there were any. @throws {LedgerError} UNREACHABLE */
  follow(): Promise<boolean>;
  /** Whether the last attempt to read or write the log succeeded. */
  readonly usable: boolean;
};

/** Default of `patienceMs`. */
const PATIENCE_MS = 5000;
/**
 * Pause (ms) before the next attempt of a transaction, and between attempts during an outage longer than the patience.
 */
const [RETRY_MS, PROBE_MS] = [50, 250];
/** Number of commits fetched at once. */
const PAGE = 64;

/** Another machine committed after the transaction began, so that it must run again. */
class Overtaken extends Error {}

/**
 * A writer whose transactions become commits of the log. A commit is first appended to the log and then committed to
 * the local store, so that everything in the local store is also in the log.
 *
 * A transaction runs on the current copy and is appended if no other machine has committed in the meantime; this takes
 * one round trip. Otherwise it is rolled back and runs again while the log is held, so that it is overtaken at most
 * once. The next transactions hold the log from the start, until one of them finds no commit of another machine.
 * Therefore `work` may run more than once; only its last run counts, and each run sees all earlier commits.
 *
 * INVARIANT: before anything runs again, an attempt with an unknown outcome is looked up in the log by its commit id,
 * and each append names the commit that it follows. So no attempt is applied twice, even if the database executes it
 * late.
 *
 * Transactions throw UNREACHABLE if the database cannot be reached in time; their outcome is then unknown.
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
 * Results of the last attempts. `busy`: other machines are committing, so transactions hold the log from the start.
 * `outage`: when the first unsuccessful attempt began and the last one ended (ms of the clock); null if the last
 * attempt reached the database. `usable`: the database can be reached and does not refuse statements.
 */
type Seen = {
  busy: boolean;
  usable: boolean;
  outage: { readonly since: number; readonly last: number } | null;
};

/** One transaction with all its attempts. */
class Transaction<T> {
  readonly #local: SqliteWriter;
  readonly #log: CommitLog;
  readonly #options: FollowOptions;
  readonly #seen: Seen;
  readonly #work: (tx: LedgerTransaction) => Awaitable<T>;
  /** Results of attempts that may have succeeded, by commit id. */
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

  /** INVARIANT: ends within the patience, counted from the start of an outage, and at once in a longer outage. */
  async run(): Promise<T> {
    const { clock, onRepeat, patienceMs = PATIENCE_MS } = this.#options;
    const found = this.#seen.outage;
    if (found !== null && clock() - found.since > patienceMs && clock() - found.last < PROBE_MS) {
      throw new Unreachable('it was unreachable a moment ago', false);
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
        // If this fails, the connection is lost, which ends the hold.
        await this.#log.release().catch(() => undefined);
      }
    }
  }

  #unreachable(error: Error): Unreachable {
    return new Unreachable(error.message, this.#tries.size > 0);
  }

  /** Like `catchUp`, but an error after this transaction's own commit was found in the log is ignored. */
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
      // The commit is in the log, but the local store failed (full or locked): it is applied later, like a commit of
      // another machine.
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

  /** A transaction without writes must have read the newest state. */
  async #assertNewest(from: Position): Promise<void> {
    const head = await this.#log.head();
    if (head.n !== from.n) throw new Overtaken();
    if (head.hash !== from.hash) throw replacedCommit(head.n);
  }
}

/** Whether the database refuses statements, so that an earlier attempt cannot be looked up either. */
function isRefused(error: unknown): error is LedgerError {
  return error instanceof LedgerError && error.code === 'UNREACHABLE';
}

/** Applies the commits that the local store lacks and returns their number. */
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
      `the database ends with commit ${head.n}, this machine has applied commit ${from.n}: it was reset`,
    );
  }
  if (head.n === from.n && head.hash !== from.hash) throw replacedCommit(head.n);
  let count = 0;
  while (from.n < head.n) {
    const rows = await log.after(from.n, PAGE);
    if (rows.length === 0) throw new LedgerError('CORRUPT', `commit ${from.n + 1} is missing`);
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
    // Before `onFollowed`: its error must not hide that the own commit is among them.
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

function replacedCommit(n: number): LedgerError {
  return new LedgerError(
    'CORRUPT',
    `commit ${n} of the database is not the one that this machine applied: it was replaced`,
  );
}
