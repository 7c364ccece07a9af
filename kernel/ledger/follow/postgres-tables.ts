/** @module postgres-tables: the schema migrations of a shared database, oldest first. */
import { setTimeout as pause } from 'node:timers/promises';

import { LedgerError } from '../ledger.ts';
import { PostgresFault, type PostgresConnection } from './postgres-connection.ts';

type Run = PostgresConnection['run'];

/**
 * The migrations. They use plain SQL only: no function, trigger, sequence or lock, which other engines with
 * PostgreSQL's protocol may lack.
 */
const STEPS: readonly {
  readonly version: number;
  readonly name: string;
  readonly sql: readonly string[];
}[] = [
  {
    version: 1,
    name: 'heads and commits',
    sql: [
      `CREATE TABLE plumbline_heads (
         log varchar(100) PRIMARY KEY, n bigint NOT NULL, hash varchar(64) NOT NULL)`,
      `CREATE TABLE plumbline_commits (
         log varchar(100) NOT NULL, n bigint NOT NULL, prev_hash varchar(64) NOT NULL,
         hash varchar(64) NOT NULL, body text NOT NULL, PRIMARY KEY (log, n))`,
    ],
  },
];

/** The latest version of the tables that this program knows. */
export const LATEST_TABLES = Math.max(...STEPS.map(({ version }) => version));

/** SQLSTATE of conflicts between machines that create the tables at the same time; the later machine tries again. */
const TAKEN = new Set(['23505', '42P07', '42710', '40001', '40P01']);
/** SQLSTATE of a missing table. */
export const UNDEFINED_TABLE = '42P01';
/** Maximum number of attempts. */
const TRIES = 20;

/**
 * Creates the missing tables.
 *
 * @throws {LedgerError} NEWER_VERSION if a newer program created the tables
 */
export async function layTables(run: Run): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      const version = await storedVersion(run);
      if (version > LATEST_TABLES) {
        throw new LedgerError(
          'NEWER_VERSION',
          `the tables of the database have version ${version}, this program knows ${LATEST_TABLES}; upgrade the program`,
        );
      }
      if (version === LATEST_TABLES) return;
      await migrate(run, version);
      return;
    } catch (error) {
      await run('ROLLBACK');
      const taken = error instanceof PostgresFault && TAKEN.has(error.state);
      if (!taken || tries === TRIES) throw error;
      await pause(20 * tries);
    }
  }
}

async function storedVersion(run: Run): Promise<number> {
  try {
    const { rows } = await run('SELECT coalesce(max(version), 0) FROM plumbline_migrations');
    return Number(rows[0]?.[0] ?? 0);
  } catch (error) {
    if (error instanceof PostgresFault && error.state === UNDEFINED_TABLE) return 0;
    throw error;
  }
}

async function migrate(run: Run, version: number): Promise<void> {
  await run('BEGIN');
  if (version === 0) {
    await run(
      'CREATE TABLE plumbline_migrations (version integer PRIMARY KEY, name varchar(100) NOT NULL)',
    );
  }
  for (const step of STEPS) {
    if (step.version <= version) continue;
    for (const sql of step.sql) await run(sql);
    await run('INSERT INTO plumbline_migrations (version, name) VALUES ($1, $2)', [
      step.version,
      step.name,
    ]);
  }
  await run('COMMIT');
}
