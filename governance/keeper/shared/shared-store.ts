/** @module shared-store: the local store as a copy of a log that several machines share in a database. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { Unreachable } from '../../../kernel/ledger/follow/commit-log.ts';
import type { Commit } from '../../../kernel/ledger/follow/commit-text.ts';
import { START } from '../../../kernel/ledger/follow/commit-text.ts';
import type { FollowingWriter } from '../../../kernel/ledger/follow/following-writer.ts';
import { type AuditRow, LedgerError, type LedgerWriter } from '../../../kernel/ledger/ledger.ts';
import type { SqliteWriter } from '../../../kernel/ledger/sqlite-writer.ts';
import { readGoverning } from '../../audit/governing.ts';
import { EPOCH_COUNTER } from '../commit/group-committer.ts';
import type { KeeperHandlers } from '../protocol/keeper-handlers.ts';
import type { CommittedNotice } from '../protocol/protocol.ts';

/** The database and the name of the workspace's log in it. */
export type SharedLog = { readonly url: string; readonly name: string };

/** The writer of a term, and control of its background work. */
export type TermStore = {
  readonly writer: LedgerWriter;
  /** Starts polling for commits of other machines; each is announced. */
  readonly follow: (announce: (notice: CommittedNotice) => void) => void;
  /** Whether the last attempt to reach the log succeeded. */
  readonly usable: () => boolean;
  /** Stops polling; the caller closes the writer. */
  readonly stop: () => void;
};

/** Pauses (ms) between polls of the database: after commits of others, and the longest while there are none. */
const [BUSY_MS, IDLE_MS] = [25, 250];
/** Time limit (ms) for a new keeper to reach the database. */
const OPEN_MS = 2000;

/** Counters that are not shared: the epoch distinguishes the keepers of one machine only. */
const LOCAL_COUNTERS: ReadonlySet<string> = new Set([EPOCH_COUNTER]);

/** A store that belongs to this machine alone. @throws {LedgerError} LOCKED for a copy of a shared log */
export function ownStore(writer: SqliteWriter): TermStore {
  if (writer.followed.position() !== null) {
    throw new LedgerError(
      'LOCKED',
      'this workspace shares its log in a database; set PLUMBLINE_DATABASE_URL',
    );
  }
  return { writer, follow: () => undefined, usable: () => true, stop: () => undefined };
}

/**
 * A store as an up-to-date copy of a shared log. `onFollowed` gets the commits of other machines.
 *
 * @throws {LedgerError} LOCKED for a store with its own log or another log; UNREACHABLE
 */
export async function sharedStore(
  local: SqliteWriter,
  { url, name }: SharedLog,
  handlers: Pick<KeeperHandlers, 'ended' | 'followed'>,
  onFollowed: (commits: readonly Commit[]) => void = () => undefined,
): Promise<TermStore> {
  // Only a shared log needs a database client, and most workspaces have none.
  const { followingWriter } = await import('../../../kernel/ledger/follow/following-writer.ts');
  const { postgresLog } = await import('../../../kernel/ledger/follow/postgres-log.ts');
  await assertCopy(local, name);
  let announce: ((notice: CommittedNotice) => void) | null = null;
  let stopped = false;
  let pause_ms = BUSY_MS;
  let timer: NodeJS.Timeout | undefined;
  const log = postgresLog(url, name);
  const writer = followingWriter(local, log, {
    randomId: randomUUID,
    clock: () => performance.now(),
    localCounters: LOCAL_COUNTERS,
    onFollowed: (commits) => {
      handlers.followed(rowsIn(commits));
      onFollowed(commits);
      pause_ms = BUSY_MS;
      announce?.(noticeOf(commits));
    },
    onRepeat: () => void handlers.ended(false),
  });
  const poll = async (): Promise<void> => {
    // The next transaction fails with the same reason and reports it.
    await writer.follow().catch(() => undefined);
    pause_ms = Math.min(IDLE_MS, pause_ms * 2);
    if (!stopped) timer = setTimeout(() => void poll(), pause_ms).unref();
  };
  try {
    await catchUpWriter(writer);
  } catch (error) {
    await log.close();
    throw error;
  }
  return {
    writer,
    follow(to) {
      announce = to;
      void poll();
    },
    usable: () => writer.usable,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Brings the store up to date with the log; retries when the connection was just lost. */
async function catchUpWriter(writer: FollowingWriter): Promise<void> {
  for (const began = performance.now(); ; await pause(BUSY_MS)) {
    try {
      await writer.follow();
      return;
    } catch (error) {
      const isOver = performance.now() - began > OPEN_MS;
      if (!(error instanceof Unreachable) || isOver) throw error;
    }
  }
}

/** Marks an empty store as a copy of the log, and checks any other store. */
async function assertCopy(local: SqliteWriter, log: string): Promise<void> {
  const followed = local.followed.position();
  if (followed?.log === log) return;
  if (followed !== null) {
    throw new LedgerError(
      'LOCKED',
      `this workspace is a copy of the log \`${followed.log}\`, but its key is that of \`${log}\`: restore the key`,
    );
  }
  await local.transact(async (tx) => {
    if ((await tx.headSeq()) > 0 || (await tx.auditHead()) !== null) {
      throw new LedgerError(
        'LOCKED',
        'this workspace has its own log: export it with `plumbline export-workspace FILE`, then import the file with `plumbline import-workspace FILE` in a new folder',
      );
    }
    local.followed.move({ log, ...START });
  });
}

function rowsIn(commits: readonly Commit[]): Parameters<KeeperHandlers['followed']>[0] {
  return commits
    .flatMap(({ writes }) => writes)
    .flatMap((write) => (write.write === 'audit' ? write.rows : []));
}

/** The approvals on which audit entries comment. Their rows stay the same, and they are pending. */
function commentedIn(rows: readonly AuditRow[]): CommittedNotice['approvals'] {
  return rows.flatMap(({ body }) => {
    // Most entries record reads, and searching for a word is cheaper than parsing.
    const entry = body.includes('"step":"commented"') ? readGoverning(body) : null;
    if (entry?.step !== 'commented') return [];
    return [{ approval_id: entry.approval_id, status: 'pending' as const }];
  });
}

function noticeOf(commits: readonly Commit[]): CommittedNotice {
  const heads = commits.at(-1)?.heads;
  const approvals = commits
    .flatMap(({ writes }) => writes)
    .flatMap((write) =>
      write.write === 'approval' || write.write === 'approval_moved'
        ? [{ approval_id: write.record.approval_id, status: write.record.status }]
        : write.write === 'audit'
          ? commentedIn(write.rows)
          : [],
    );
  return { head_seq: heads?.head_seq ?? 0, audit_seq: heads?.audit_seq ?? 0, approvals };
}
