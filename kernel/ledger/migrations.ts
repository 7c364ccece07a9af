/** @module migrations: the schema migrations of the embedded store, oldest first. */

import { GENESIS } from '../base/canonical/chain.ts';

/**
 * A migration. `sql` runs once, in the transaction that records the migration. A released migration is never edited.
 */
export type Migration = { readonly version: number; readonly name: string; readonly sql: string };

/** Marks a SQLite file as a workspace (`PLMB` in ASCII, kept in the file's header). */
export const APPLICATION_ID = 0x504c4d42;

/** SQL that creates the table of the applied migrations. */
export const MIGRATIONS_TABLE =
  'CREATE TABLE migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;';

/** A trigger that refuses one kind of change of a table from every connection. */
function forbid(change: string, table: string, why: string): string {
  const name = `${table}_no_${change.toLowerCase().replaceAll(/[^a-z]+/g, '_')}`;
  return `CREATE TRIGGER ${name} BEFORE ${change} ON ${table} BEGIN SELECT RAISE(ABORT, '${why}'); END;`;
}

function appendOnly(table: string): string {
  const why = `${table} is append-only`;
  return forbid('UPDATE', table, why) + forbid('DELETE', table, why);
}

/** The tables of version 1. */
const FIRST_TABLES = `
CREATE TABLE events (
  seq INTEGER PRIMARY KEY,
  event_id TEXT NOT NULL UNIQUE,
  operation_id TEXT NOT NULL,
  branch TEXT NOT NULL,
  branch_seq INTEGER NOT NULL,
  aggregate_id TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (branch, branch_seq)
) STRICT;
CREATE INDEX events_by_operation ON events (operation_id, seq);
${appendOnly('events')}

-- What each event touched: the version of an element is its highest seq on the branch.
CREATE TABLE touches (
  id TEXT NOT NULL,
  branch TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (id, branch, seq)
) STRICT, WITHOUT ROWID;
${appendOnly('touches')}

CREATE TABLE branch_heads (
  ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
  branch TEXT NOT NULL UNIQUE,
  branch_seq INTEGER NOT NULL,
  parent TEXT,
  from_seq INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'discarded'))
) STRICT;
INSERT INTO branch_heads (branch, branch_seq, parent, from_seq, status) VALUES ('main', 0, NULL, 0, 'open');
${forbid('DELETE', 'branch_heads', 'branches are never deleted')}

-- The trigger gives what UNIQUE (prev_hash) would, and no gaps, without an index in random order, which would
-- be most of the cost of a commit: each entry would dirty a page of its own.
CREATE TABLE audit (
  seq INTEGER PRIMARY KEY,
  prev_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE TRIGGER audit_continues BEFORE INSERT ON audit
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM audit)
  OR NEW.prev_hash IS NOT coalesce((SELECT hash FROM audit ORDER BY seq DESC LIMIT 1), '${GENESIS}')
BEGIN SELECT RAISE(ABORT, 'an audit entry continues the last one'); END;
${appendOnly('audit')}

CREATE TABLE approvals (
  ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
  approval_id TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  plan TEXT NOT NULL,
  plan_digest TEXT NOT NULL,
  effect_key TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  decisions TEXT NOT NULL,
  event_id TEXT,
  detail TEXT,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX approvals_by_status ON approvals (status, ordinal);
CREATE INDEX approvals_by_effect ON approvals (effect_key, ordinal);
${forbid('DELETE', 'approvals', 'approvals are never deleted')}
${forbid(
  'UPDATE OF approval_id, plan, plan_digest, effect_key, created_at, expires_at',
  'approvals',
  'what was asked for approval never changes',
)}

CREATE TABLE idempotency (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  digest TEXT NOT NULL,
  operation_id TEXT NOT NULL,
  reply TEXT NOT NULL,
  PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;
${appendOnly('idempotency')}

CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE registry (
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE checkpoints (size INTEGER PRIMARY KEY, note TEXT NOT NULL, hashes TEXT NOT NULL) STRICT;
${appendOnly('checkpoints')}
`;

/** The last applied commit of the shared log that this store copies; the table is empty for other stores. */
const FOLLOWED = `
CREATE TABLE followed (log TEXT PRIMARY KEY, n INTEGER NOT NULL, hash TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/**
 * Blobs, and the index of the elements that imports created. A blob arrives in chunks (`receiving`); it is `staged` once
 * its content has been hashed, and `kept` from the event on that names it.
 */
const BLOBS = `
CREATE TABLE blobs (
  ordinal INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  state TEXT NOT NULL CHECK (state IN ('receiving', 'staged', 'kept')),
  owner TEXT NOT NULL,
  staged_at TEXT NOT NULL
) STRICT;
CREATE TRIGGER blobs_identity BEFORE UPDATE OF ordinal, sha256, bytes, owner, staged_at ON blobs
BEGIN SELECT RAISE(ABORT, 'a blob is never replaced'); END;
CREATE TRIGGER blobs_forward BEFORE UPDATE ON blobs
WHEN (OLD.state || ' ' || NEW.state) NOT IN ('receiving staged', 'staged kept')
BEGIN SELECT RAISE(ABORT, 'a blob moves from receiving to staged to kept'); END;
CREATE TRIGGER blobs_kept BEFORE DELETE ON blobs WHEN OLD.state = 'kept'
BEGIN SELECT RAISE(ABORT, 'a kept blob is never deleted'); END;

-- Content of at most 1 MiB each, compressed (RFC 1951).
CREATE TABLE blob_chunks (
  sha256 TEXT NOT NULL,
  n INTEGER NOT NULL,
  packed BLOB NOT NULL,
  PRIMARY KEY (sha256, n)
) STRICT;
CREATE TRIGGER blob_chunks_arrive BEFORE INSERT ON blob_chunks
WHEN NOT EXISTS (SELECT 1 FROM blobs WHERE sha256 = NEW.sha256 AND state = 'receiving')
BEGIN SELECT RAISE(ABORT, 'only a blob that is being received takes chunks'); END;
${forbid('UPDATE', 'blob_chunks', 'chunks of blobs never change')}
CREATE TRIGGER blob_chunks_kept BEFORE DELETE ON blob_chunks
WHEN EXISTS (SELECT 1 FROM blobs WHERE sha256 = OLD.sha256 AND state = 'kept')
BEGIN SELECT RAISE(ABORT, 'a kept blob is never deleted'); END;

-- Derived from the events: the manifest (ordinal of its blob) of each import.
CREATE TABLE imports (seq INTEGER PRIMARY KEY, branch TEXT NOT NULL, manifest INTEGER NOT NULL) STRICT;
${appendOnly('imports')}

-- Derived from the kept manifests: the place of the row of each element, bytes.
CREATE TABLE manifest_rows (
  id TEXT NOT NULL,
  manifest INTEGER NOT NULL,
  at INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  level INTEGER NOT NULL CHECK (level IN (0, 1)),
  PRIMARY KEY (id, manifest)
) STRICT, WITHOUT ROWID;
CREATE INDEX manifest_levels ON manifest_rows (manifest, id) WHERE level = 1;
${appendOnly('manifest_rows')}
`;

/** Derived from the events: the manifest whose elements a revision replaced or an undo deleted (ordinal of its blob). */
const IMPORT_ENDS = `
CREATE TABLE import_ends (seq INTEGER PRIMARY KEY, branch TEXT NOT NULL, manifest INTEGER NOT NULL) STRICT;
${appendOnly('import_ends')}
`;

/** All migrations, oldest first. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'first tables', sql: FIRST_TABLES },
  { version: 2, name: 'followed log', sql: FOLLOWED },
  { version: 3, name: 'blobs', sql: BLOBS },
  { version: 4, name: 'ends of imports', sql: IMPORT_ENDS },
];

/** The version of the schema that this program writes; it is also the newest one that it reads. */
export const LATEST_VERSION = Math.max(...MIGRATIONS.map((step) => step.version));
