/** @module followed: stores that follow a log in PostgreSQL, each simulating a separate machine. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CommitLog } from '../../../../kernel/ledger/follow/commit-log.ts';
import type { Commit } from '../../../../kernel/ledger/follow/commit-text.ts';
import {
  followingWriter,
  type FollowingWriter,
  type FollowOptions,
} from '../../../../kernel/ledger/follow/following-writer.ts';
import { postgresLog } from '../../../../kernel/ledger/follow/postgres-log.ts';
import { createSqliteStore } from '../../../../kernel/ledger/sqlite-file.ts';
import { openSqliteWriter } from '../../../../kernel/ledger/sqlite-writer.ts';

/** A simulated machine. */
export type Machine = {
  readonly writer: FollowingWriter;
  /** Path of the local store. */
  readonly path: string;
  /** Ids of the applied commits of other machines, in order. */
  readonly followed: string[];
  /** Number of times that work ran again. */
  readonly repeats: () => number;
  readonly end: () => Promise<void>;
};

export type MachineOptions = Partial<Pick<FollowOptions, 'patienceMs'>> & {
  /** Wraps the log, to inspect or disturb it. */
  readonly log?: (log: CommitLog) => CommitLog;
  /** Called after commits of other machines were added to `followed`. */
  readonly onFollowed?: () => void;
  /** Name of the log; default `plumbline/test`. */
  readonly name?: string;
};

/** A machine with an empty store. */
export function machine(url: string, options: MachineOptions = {}): Machine {
  const dir = mkdtempSync(join(tmpdir(), 'follow-'));
  const path = join(dir, 'ledger.db');
  createSqliteStore(path);
  const own = postgresLog(url, options.name ?? 'plumbline/test');
  const followed: string[] = [];
  let repeats = 0;
  const writer = followingWriter(
    openSqliteWriter(path, { copy: true }),
    options.log?.(own) ?? own,
    {
      randomId: randomUUID,
      clock: () => performance.now(),
      localCounters: new Set(['keeper/epoch']),
      onFollowed: (commits: readonly Commit[]) => {
        followed.push(...commits.map(({ commit_id }) => commit_id));
        options.onFollowed?.();
      },
      onRepeat: () => {
        repeats += 1;
      },
      ...(options.patienceMs === undefined ? {} : { patienceMs: options.patienceMs }),
    },
  );
  return {
    writer,
    path,
    followed,
    repeats: () => repeats,
    async end() {
      await writer.close();
      rmSync(dir, { recursive: true });
    },
  };
}
