/** @module sqlite-tables: what the embedded store holds beside events, chain and registry, as it lies there. */
import { DatabaseSync } from 'node:sqlite';

import type { BranchRow, LedgerTables, TouchRow } from './ledger.ts';
import { MIGRATIONS, MIGRATIONS_TABLE } from './migrations.ts';
import { text, whole, type Connection } from './sqlite-file.ts';
import { BRANCH_COLUMNS, toBranchHead, toIdempotency, toSeal } from './sqlite-queries.ts';

/** `LedgerTables` where every call returns its result at once. */
export type SyncLedgerTables = {
  readonly [K in keyof LedgerTables]: (
    ...args: Parameters<LedgerTables[K]>
  ) => Awaited<ReturnType<LedgerTables[K]>>;
};

/** Pages that are named at most. */
const PAGES_NAMED = 5;
/**
 * The one table whose pages are not checked: it is most of the file, verification reads each of its rows and hashes it,
 * and it has no index that could disagree with it.
 */
const READ_IN_FULL = 'audit';

const SCHEMA = `SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema`;
const TOUCH_COLUMNS = 'id, branch, seq';

/** Reads over a connection. */
export function tablesOver({ prepare }: Connection): SyncLedgerTables {
  const hasTouch = prepare('SELECT 1 FROM touches WHERE id = ? AND branch = ? AND seq = ?');
  return {
    storeFaults: () => {
      const schema = schemaFaults(prepare);
      // What belongs to a table is only looked at where the tables are those of a store.
      return schema.length > 0 ? schema : [...pageFaults(prepare), ...ordinalFaults(prepare)];
    },
    touchCount: () => {
      const row = prepare('SELECT count(*) FROM touches').one();
      return row === undefined ? 0 : whole(row, 0);
    },
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
    followedRows: () => {
      // A store of the first version has no such table.
      const isKept = prepare("SELECT 1 FROM sqlite_schema WHERE name = 'followed'").one();
      if (isKept === undefined) return [];
      return prepare('SELECT log, n, hash FROM followed')
        .all()
        .map((row) => ({ log: text(row, 0), n: whole(row, 1), hash: text(row, 2) }));
    },
  };
}

type Row = Parameters<typeof text>[0];

function toBranchRow(row: Row): BranchRow {
  return { ...toBranchHead(row), status: text(row, 4), ordinal: whole(row, 5) };
}

function toTouch(row: Row): TouchRow {
  return { id: text(row, 0), branch: text(row, 1), seq: whole(row, 2) };
}

/** Tables, indexes and triggers against those that the migrations lay; the record of the migrations too. */
function schemaFaults(prepare: Connection['prepare']): readonly string[] {
  const recorded = prepare('SELECT version, name FROM migrations ORDER BY version')
    .all()
    .map((row) => `${whole(row, 0)} ${text(row, 1)}`);
  const steps = MIGRATIONS.slice(0, Math.max(1, recorded.length));
  const known = steps.map(({ version, name }) => `${version} ${name}`);
  if (recorded.join('\n') !== known.join('\n')) {
    return [`the record of migrations is \`${recorded.join(', ')}\`, want \`${known.join(', ')}\``];
  }
  const laid = new Map<string, string>();
  const fresh = new DatabaseSync(':memory:');
  fresh.exec(MIGRATIONS_TABLE + steps.map(({ sql }) => sql).join(''));
  const statement = fresh.prepare(SCHEMA);
  statement.setReturnArrays(true);
  for (const row of statement.all()) {
    if (Array.isArray(row)) laid.set(text(row, 0), text(row, 1));
  }
  fresh.close();
  const faults: string[] = [];
  for (const row of prepare(SCHEMA).all()) {
    const [name, sql] = [text(row, 0), text(row, 1)];
    if (laid.get(name) !== sql) faults.push(`the ${name} is not one that this program has laid`);
    laid.delete(name);
  }
  return [...faults, ...[...laid.keys()].map((name) => `the ${name} is not there`)];
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

/** The last ordinals that SQLite has given out, against the rows. */
function ordinalFaults(prepare: Connection['prepare']): readonly string[] {
  const given = new Map(
    prepare('SELECT name, seq FROM sqlite_sequence')
      .all()
      .map((row) => [text(row, 0), whole(row, 1)]),
  );
  const faults = ['branch_heads', 'approvals'].flatMap((table) => {
    const row = prepare(`SELECT coalesce(max(ordinal), 0) FROM ${table}`).one();
    const last = row === undefined ? 0 : whole(row, 0);
    const seq = given.get(table) ?? 0;
    given.delete(table);
    return seq === last
      ? []
      : [`the last ordinal of ${table} is \`${last}\`, sqlite_sequence has \`${seq}\``];
  });
  return [
    ...faults,
    ...[...given.keys()].map((name) => `sqlite_sequence has \`${name}\`, which counts nothing`),
  ];
}
