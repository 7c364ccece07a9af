/** @module sqlite-tables: reads the derived tables of the embedded store and checks its file, for verification. */
import { DatabaseSync } from 'node:sqlite';

import type { BranchRow, ImportRow, LedgerTables, Sync, TouchRow } from './ledger.ts';
import { MIGRATIONS, MIGRATIONS_TABLE } from './migrations.ts';
import { hasBlobTables, hasTable } from './sqlite-blobs.ts';
import { text, textOrNull, whole, wholeOrZero, type Connection } from './sqlite-file.ts';
import { BRANCH_COLUMNS, toBranchHead, toIdempotency, toSeal } from './sqlite-queries.ts';

/** `LedgerTables` with synchronous methods. */
export type SyncLedgerTables = Sync<LedgerTables>;

/** Maximum number of reported damaged pages per table. */
const PAGES_NAMED = 5;
/**
 * The only table whose pages are not checked, to save time: it is most of the file. Verification reads and hashes each
 * of its rows anyway, and it has no index that could disagree with it.
 */
const READ_IN_FULL = 'audit';

/** Query for the names and SQL texts of tables, indexes and triggers. */
const SCHEMA = `SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema`;
const TOUCH_COLUMNS = 'id, branch, seq';

/** The reads of a connection. */
export function tablesOver(connection: Connection): SyncLedgerTables {
  const { prepare } = connection;
  const hasTouch = prepare('SELECT 1 FROM touches WHERE id = ? AND branch = ? AND seq = ?');
  return {
    storeFaults: () => {
      const schema = schemaFaults(prepare);
      // Pages and ordinals can only be checked if the schema is correct.
      return schema.length > 0 ? schema : [...pageFaults(prepare), ...ordinalFaults(prepare)];
    },
    touchCount: () => wholeOrZero(prepare('SELECT count(*) FROM touches').one()),
    touches: () => prepare(`SELECT ${TOUCH_COLUMNS} FROM touches`).all().map(toTouch),
    hasTouch: ({ id, branch, seq }) => hasTouch.one(id, branch, seq) !== undefined,
    untouched: (limit) =>
      prepare(
        `SELECT e.aggregate_id, e.branch, e.seq FROM events e WHERE NOT EXISTS (
           SELECT 1 FROM touches t WHERE t.id = e.aggregate_id AND t.branch = e.branch AND t.seq = e.seq
         ) ORDER BY e.seq LIMIT ?`,
      )
        .all(limit)
        .map(toTouch),
    branchRows: () =>
      prepare(`SELECT ${BRANCH_COLUMNS}, ordinal FROM branch_heads ORDER BY ordinal`)
        .all()
        .map(toBranchRow),
    approvalTexts: () =>
      prepare('SELECT ordinal, approval_id, decisions FROM approvals ORDER BY ordinal')
        .all()
        .map((row) => ({
          ordinal: whole(row, 0),
          approval_id: text(row, 1),
          decisions: text(row, 2),
        })),
    hasOperation: (operation_id) =>
      prepare('SELECT 1 FROM events WHERE operation_id = ? LIMIT 1').one(operation_id) !==
      undefined,
    idempotencyRows: () =>
      prepare('SELECT scope, key, digest, operation_id, reply FROM idempotency')
        .all()
        .map(toIdempotency),
    counters: () =>
      prepare('SELECT name, value FROM counters')
        .all()
        .map((row) => ({ name: text(row, 0), value: whole(row, 1) })),
    seals: () =>
      prepare('SELECT size, note, hashes FROM checkpoints ORDER BY size').all().map(toSeal),
    ...importTables(connection),
    followedRows: () => {
      // A store of the first version has no table `followed`.
      const table = prepare("SELECT 1 FROM sqlite_schema WHERE name = 'followed'").one();
      if (table === undefined) return [];
      return prepare('SELECT log, n, hash FROM followed').all().map(toFollowed);
    },
  };
}

type Row = Parameters<typeof text>[0];

/** The tables of imports; empty in a store of an earlier version. */
function importTables(
  connection: Connection,
): Pick<
  SyncLedgerTables,
  'importRows' | 'importEndRows' | 'manifestRowCount' | 'hasManifestRow' | 'orphanChunks'
> {
  const { prepare } = connection;
  const exists = hasBlobTables(connection);
  const hasEnds = hasTable(connection, 'import_ends');
  const rowsOf = (table: 'imports' | 'import_ends'): readonly ImportRow[] =>
    prepare(
      `SELECT i.seq, i.branch, b.sha256 FROM ${table} i
       LEFT JOIN blobs b ON b.ordinal = i.manifest ORDER BY i.seq`,
    )
      .all()
      .map((row) => ({ seq: whole(row, 0), branch: text(row, 1), sha256: textOrNull(row, 2) }));
  return {
    importRows: () => (exists() ? rowsOf('imports') : []),
    importEndRows: () => (hasEnds() ? rowsOf('import_ends') : []),
    manifestRowCount: () =>
      exists() ? wholeOrZero(prepare('SELECT count(*) FROM manifest_rows').one()) : 0,
    hasManifestRow: ({ sha256, id, at, bytes, level }) =>
      prepare(
        `SELECT 1 FROM manifest_rows r JOIN blobs b ON b.ordinal = r.manifest
         WHERE r.id = ? AND b.sha256 = ? AND r.at = ? AND r.bytes = ? AND r.level = ?`,
      ).one(id, sha256, at, bytes, level ? 1 : 0) !== undefined,
    orphanChunks: () =>
      exists()
        ? prepare(
            `SELECT DISTINCT sha256 FROM blob_chunks
             WHERE NOT EXISTS (SELECT 1 FROM blobs b WHERE b.sha256 = blob_chunks.sha256)`,
          )
            .all()
            .map((row) => text(row, 0))
        : [],
  };
}

function toBranchRow(row: Row): BranchRow {
  return { ...toBranchHead(row), status: text(row, 4), ordinal: whole(row, 5) };
}

/** The last applied commit of a shared log: its number and hash. */
export type FollowedCommit = { readonly log: string; readonly n: number; readonly hash: string };

/** The last applied commit from a row with log, number and hash. */
export function toFollowed(row: Row): FollowedCommit {
  return { log: text(row, 0), n: whole(row, 1), hash: text(row, 2) };
}

function toTouch(row: Row): TouchRow {
  return { id: text(row, 0), branch: text(row, 1), seq: whole(row, 2) };
}

/** Differences between the schema (tables, indexes, triggers, migrations) and the one that this program creates. */
function schemaFaults(prepare: Connection['prepare']): readonly string[] {
  const recorded = prepare('SELECT version, name FROM migrations ORDER BY version')
    .all()
    .map((row) => `${whole(row, 0)} ${text(row, 1)}`);
  const steps = MIGRATIONS.slice(0, Math.max(1, recorded.length));
  const known = steps.map(({ version, name }) => `${version} ${name}`);
  if (recorded.join('\n') !== known.join('\n')) {
    return [
      `the record of migrations is \`${recorded.join(', ')}\`, expected \`${known.join(', ')}\``,
    ];
  }
  const created = new Map<string, string>();
  const fresh = new DatabaseSync(':memory:');
  fresh.exec(MIGRATIONS_TABLE + steps.map(({ sql }) => sql).join(''));
  const statement = fresh.prepare(SCHEMA);
  statement.setReturnArrays(true);
  for (const row of statement.all()) {
    if (Array.isArray(row)) created.set(text(row, 0), text(row, 1));
  }
  fresh.close();
  const faults: string[] = [];
  for (const row of prepare(SCHEMA).all()) {
    const [name, sql] = [text(row, 0), text(row, 1)];
    if (created.get(name) !== sql) {
      faults.push(`the ${name} differs from the one that this program creates`);
    }
    created.delete(name);
  }
  return [...faults, ...[...created.keys()].map((name) => `the ${name} is missing`)];
}

function pageFaults(prepare: Connection['prepare']): readonly string[] {
  const tables = prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> '${READ_IN_FULL}'`,
  ).all();
  return tables.flatMap((table) => {
    const name = text(table, 0);
    return prepare(`PRAGMA quick_check('${name}')`)
      .all()
      .slice(0, PAGES_NAMED)
      .map((row) => text(row, 0))
      .filter((found) => found !== 'ok')
      .map((found) => `the table ${name} is damaged: ${found.replaceAll(/\s+/g, ' ').trim()}`);
  });
}

/** Differences between the last assigned ordinals in `sqlite_sequence` and the greatest ordinals in the tables. */
function ordinalFaults(prepare: Connection['prepare']): readonly string[] {
  const given = new Map(
    prepare('SELECT name, seq FROM sqlite_sequence')
      .all()
      .map((row) => [text(row, 0), whole(row, 1)]),
  );
  const faults = ['branch_heads', 'approvals'].flatMap((table) => {
    const last = wholeOrZero(prepare(`SELECT coalesce(max(ordinal), 0) FROM ${table}`).one());
    const seq = given.get(table) ?? 0;
    given.delete(table);
    return seq === last
      ? []
      : [`the last ordinal of ${table} is \`${last}\`, sqlite_sequence has \`${seq}\``];
  });
  return [
    ...faults,
    ...[...given.keys()].map(
      (name) => `sqlite_sequence has \`${name}\`, which belongs to no table`,
    ),
  ];
}
