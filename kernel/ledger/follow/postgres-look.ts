/** @module postgres-look: inspects a shared database without writing to it, for `plumbline doctor`. */
import type { Position } from './commit-text.ts';
import { postgresAddress } from './postgres-address.ts';
import {
  postgresConnection,
  PostgresFault,
  type PostgresConnection,
} from './postgres-connection.ts';
import { LATEST_TABLES, UNDEFINED_TABLE } from './postgres-tables.ts';

/** The findings of the inspection. */
export type PostgresLook = {
  /** Host, port, database and use of TLS; no password. */
  readonly where: string;
  /** Version of the server. */
  readonly version: string;
  /** Time to open a connection, and round-trip time of one statement; ms. */
  readonly connected_ms: number;
  readonly answered_ms: number;
  /** Time by which the clock of the database is ahead of this machine's clock, ms; accurate to `answered_ms`. */
  readonly ahead_ms: number;
  /** Version of the tables (0: no tables), and the latest version that this program knows. */
  readonly tables: number;
  readonly known: number;
  /** The last commit of the log; null if there is no log. */
  readonly head: Position | null;
  /** Hash of the commit in the database whose number this machine applied last; null if there is no such commit. */
  readonly followed_hash: string | null;
  /** Missing rights on tables, such as `INSERT on plumbline_commits`; null if the engine does not report rights. */
  readonly missing: readonly string[] | null;
};

/** The rights that the program needs. */
const RIGHTS: readonly (readonly [table: string, right: string])[] = [
  ['plumbline_commits', 'SELECT'],
  ['plumbline_commits', 'INSERT'],
  ['plumbline_heads', 'SELECT'],
  ['plumbline_heads', 'INSERT'],
  ['plumbline_heads', 'UPDATE'],
  ['plumbline_migrations', 'SELECT'],
];

/** Time limit (ms) of the whole inspection. */
const PATIENCE_MS = 10_000;

/**
 * Inspects the log `name`.
 *
 * @param followed number of the last commit that this machine applied
 * @throws {Interrupted} if the database cannot be reached
 * @throws {LedgerError} UNREACHABLE if it refuses a statement
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
    const sent = performance.now();
    const at = now();
    const [clock] = await rowOf(run, 'SELECT CAST(extract(epoch FROM now()) * 1000 AS bigint)');
    const answered_ms = performance.now() - sent;
    const tables = await tablesOf(run);
    return {
      where: postgresAddress(url).shown,
      version: String(version),
      connected_ms: sent - began,
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
