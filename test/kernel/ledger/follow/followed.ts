/** @module followed: stores that follow a log in PostgreSQL, each as on a machine of its own. */
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

/** One machine. */
export type Machine = {
  readonly writer: FollowingWriter;
  /** The local copy. */
  readonly path: string;
  /** Ids of the commits of others, in order. */
  readonly followed: string[];
  /** How often work was run again. */
  readonly repeats: () => number;
  readonly end: () => Promise<void>;
};

export type MachineOptions = Partial<Pick<FollowOptions, 'patienceMs'>> & {
  /** The log, to be looked into or disturbed. */
  readonly log?: (log: CommitLog) => CommitLog;
  /** Called with commits of others, after they are noted. */
  readonly onFollowed?: () => void;
  /** Default `plumbline/test`. */
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
