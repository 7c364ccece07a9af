/** @module postgres look: what can be seen of a shared database from one machine, with nothing written. */
import type { Position } from './commit-text.ts';
import { postgresAddress } from './postgres-address.ts';
import {
  postgresConnection,
  PostgresFault,
  type PostgresConnection,
} from './postgres-connection.ts';
import { LATEST_TABLES, UNDEFINED_TABLE } from './postgres-tables.ts';

/** What was seen. */
export type PostgresLook = {
  /** Host, port, database and whether with TLS; no password. */
  readonly where: string;
  /** As the server says it. */
  readonly version: string;
  /** Milliseconds for a connection, and for one statement over it. */
  readonly connected_ms: number;
  readonly answered_ms: number;
  /** Milliseconds by which its clock is ahead of this one; what the way takes makes it no truer than `answered_ms`. */
  readonly ahead_ms: number;
  /** Version of its tables, 0 where there are none, and the one that this program knows. */
  readonly tables: number;
  readonly known: number;
  /** The end of the log; null where it is not there. */
  readonly head: Position | null;
  /** Hash of the commit that this machine has followed, as the database has it; null where it has none of that number. */
  readonly followed_hash: string | null;
  /** Rights on tables that are missing, such as `INSERT on plumbline_commits`; null where the engine does not tell. */
  readonly missing: readonly string[] | null;
};

const RIGHTS: readonly (readonly [table: string, right: string])[] = [
  ['plumbline_commits', 'SELECT'],
  ['plumbline_commits', 'INSERT'],
  ['plumbline_heads', 'SELECT'],
  ['plumbline_heads', 'INSERT'],
  ['plumbline_heads', 'UPDATE'],
  ['plumbline_migrations', 'SELECT'],
];

/** Time (ms) for the whole look. */
const PATIENCE_MS = 10_000;

/**
 * Looks at the log `name`.
 *
 * @param followed number of the commit that this machine has followed
 * @throws {Interrupted} where it is not reached
 * @throws {LedgerError} UNREACHABLE where it refuses
 */
export async function lookAtPostgres(
  url: string,
  name: string,
  { followed, now }: { readonly followed: number; readonly now: () => number },
): Promise<PostgresLook> {
  const connection = postgresConnection(url, async () => undefined);
  connection.limit(PATIENCE_MS);
  const { run } = connection;
  try {
    const began = performance.now();
    const [version] = await rowOf(run, 'SHOW server_version');
    const asked = performance.now();
    const at = now();
    const [clock] = await rowOf(run, 'SELECT CAST(extract(epoch FROM now()) * 1000 AS bigint)');
    const answered_ms = performance.now() - asked;
    const tables = await tablesOf(run);
    return {
      where: postgresAddress(url).shown,
      version: String(version),
      connected_ms: asked - began,
      answered_ms,
      ahead_ms: Number(clock) - at - answered_ms / 2,
      tables,
      known: LATEST_TABLES,
      ...(tables === 0
        ? { head: null, followed_hash: null, missing: [] }
        : { ...(await logOf(run, name, followed)), missing: await missingIn(run) }),
    };
  } finally {
    await connection.close();
  }
}

async function rowOf(
  run: PostgresConnection['run'],
  sql: string,
  parameters: readonly (string | number)[] = [],
): Promise<readonly unknown[]> {
  const { rows } = await run(sql, parameters);
  return rows[0] ?? [];
}

async function tablesOf(run: PostgresConnection['run']): Promise<number> {
  try {
    const [version] = await rowOf(
      run,
      'SELECT coalesce(max(version), 0) FROM plumbline_migrations',
    );
    return Number(version);
  } catch (error) {
    if (error instanceof PostgresFault && error.state === UNDEFINED_TABLE) return 0;
    throw error;
  }
}

async function logOf(
  run: PostgresConnection['run'],
  name: string,
  followed: number,
): Promise<Pick<PostgresLook, 'head' | 'followed_hash'>> {
  const [n, hash] = await rowOf(run, 'SELECT n, hash FROM plumbline_heads WHERE log = $1', [name]);
  const [same] = await rowOf(run, 'SELECT hash FROM plumbline_commits WHERE log = $1 AND n = $2', [
    name,
    followed,
  ]);
  return {
    head: n === undefined ? null : { n: Number(n), hash: String(hash) },
    followed_hash: typeof same === 'string' ? same : null,
  };
}

async function missingIn(run: PostgresConnection['run']): Promise<readonly string[] | null> {
  try {
    const missing: string[] = [];
    for (const [table, right] of RIGHTS) {
      const sql = 'SELECT has_table_privilege(CAST($1 AS text), CAST($2 AS text))';
      const [has] = await rowOf(run, sql, [table, right]);
      if (has !== true) missing.push(`${right} on ${table}`);
    }
    return missing;
  } catch (error) {
    if (error instanceof PostgresFault) return null;
    throw error;
  }
}
