/** @module postgres-log: the commit log of a workspace in PostgreSQL, or in an engine with its protocol. */
import { GENESIS } from '../../base/canonical/chain.ts';
import { LedgerError } from '../ledger.ts';
import type { CommitLog } from './commit-log.ts';
import type { CommitRow, Position } from './commit-text.ts';
import {
  postgresConnection,
  PostgresFault,
  SILENT_HOLD,
  type PostgresConnection,
} from './postgres-connection.ts';
import { layTables } from './postgres-tables.ts';

/** A single statement, so that head and commit are written atomically without an explicit transaction. */
const APPEND = `WITH moved AS (
  UPDATE plumbline_heads SET n = CAST($2 AS bigint), hash = $4
  WHERE log = $1 AND n = CAST($2 AS bigint) - 1 AND hash = $3 RETURNING log)
INSERT INTO plumbline_commits (log, n, prev_hash, hash, body)
SELECT log, CAST($2 AS bigint), $3, $4, $5 FROM moved`;

/**
 * The log `name` in the database at `url`. Connects and creates the tables on first use.
 *
 * @param url of libpq's form: `postgresql://user:password@host:port/database?sslmode=verify-full`
 */
export function postgresLog(url: string, name: string): CommitLog {
  let begin = 'BEGIN';
  const connection = postgresConnection(url, async (run) => {
    begin = (await endsSilentHolds(run)) ? `BEGIN; ${SILENT_HOLD}` : 'BEGIN';
    await prepare(run, name);
  });
  let held = false;
  return {
    name,
    async head() {
      const { rows } = await connection.run(
        'SELECT n, hash FROM plumbline_heads WHERE log = $1',
        [name],
        held,
      );
      return toPosition(rows[0]);
    },
    async after(n, limit) {
      const { rows } = await connection.run(
        `SELECT n, prev_hash, hash, body FROM plumbline_commits
         WHERE log = $1 AND n > $2 ORDER BY n LIMIT $3`,
        [name, n, limit],
        held,
      );
      return rows.map(toCommit);
    },
    async append({ n, prev_hash, hash, body }) {
      const { count } = await connection.run(APPEND, [name, n, prev_hash, hash, body], held);
      if (held) await connection.run('COMMIT', [], true);
      held = false;
      return count === 1;
    },
    async hold() {
      await connection.run(begin);
      held = true;
      const { rows } = await connection.run(
        'SELECT n, hash FROM plumbline_heads WHERE log = $1 FOR UPDATE',
        [name],
        true,
      );
      return toPosition(rows[0]);
    },
    async release() {
      if (!held) return;
      held = false;
      await connection.run('ROLLBACK', [], true);
    },
    limit: connection.limit,
    close: connection.close,
  };
}

/** Whether the engine can end the transaction of an idle client. */
async function endsSilentHolds(run: PostgresConnection['run']): Promise<boolean> {
  try {
    await run(`BEGIN; ${SILENT_HOLD}; COMMIT`);
    return true;
  } catch (error) {
    if (!(error instanceof PostgresFault)) throw error;
    await run('ROLLBACK');
    return false;
  }
}

async function prepare(run: PostgresConnection['run'], name: string): Promise<void> {
  await layTables(run);
  await run(
    'INSERT INTO plumbline_heads (log, n, hash) VALUES ($1, 0, $2) ON CONFLICT (log) DO NOTHING',
    [name, GENESIS],
  );
}

function toPosition(row: readonly unknown[] = []): Position {
  return { n: whole(row[0]), hash: text(row[1]) };
}

function toCommit(row: readonly unknown[]): CommitRow {
  return { n: whole(row[0]), prev_hash: text(row[1]), hash: text(row[2]), body: text(row[3]) };
}

/** The value of a bigint column, which the driver returns as text. */
function whole(value: unknown): number {
  const number = Number(value);
  if (value !== null && Number.isSafeInteger(number)) return number;
  throw new LedgerError('CORRUPT', `got ${typeof value} from the database, want a whole number`);
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new LedgerError('CORRUPT', `got ${typeof value} from the database, want text`);
}
