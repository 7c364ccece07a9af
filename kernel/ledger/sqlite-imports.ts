/** @module sqlite-imports: the index of imported elements, which finds the row of an element in a kept manifest. */
import { manifestSwap } from '../../schemas/element-changes.ts';
import type { ElementRecord, PlannedEvent } from '../../schemas/events.ts';
import { BLOB_CHUNK_BYTES, blobsOf } from '../../schemas/imports.ts';
import { manifestRowsIn, rowInLine } from '../base/manifest/manifest-reader.ts';
import { LedgerError, type LedgerRead, type Sync } from './ledger.ts';
import { hasBlobTables, hasTable, type BlobRead } from './sqlite-blobs.ts';
import { text, whole, type Connection, type Prepared } from './sqlite-file.ts';

type Row = NonNullable<ReturnType<Prepared['one']>>;

/** The reads of imported elements. An event uses a manifest if it imports, replaces or deletes its elements. */
export type ImportRead = Sync<Pick<LedgerRead, 'importedElement' | 'writtenIds'>> & {
  /** Seq of the last event of the branch itself that uses a manifest with the id, or null. */
  readonly importedAt: (branch: string, id: string) => number | null;
  /** Seq and text of the events of the branch, up to `until`, that use a manifest with the id; newest first. */
  readonly importsOf: (id: string, branch: string, until: number) => readonly Row[];
  /** Ids of the levels of imports after `seq`. */
  readonly importedLevels: (seq: number) => readonly string[];
};

/** Unpacked parts of manifests that are kept in memory: elements that change together are mostly near each other. */
const PARTS_CACHED = 4;

/** The reads of a connection. */
export function readImports(connection: Connection, stored: BlobRead): ImportRead {
  const { prepare } = connection;
  const blobs = cachedParts(stored);
  const exists = hasBlobTables(connection);
  const hasEnds = hasTable(connection, 'import_ends');
  /** Rows of seq, branch and manifest, as a table of a query. */
  const uses = (): string =>
    hasEnds()
      ? '(SELECT seq, branch, manifest FROM imports UNION ALL SELECT seq, branch, manifest FROM import_ends)'
      : 'imports';
  return {
    importedAt(branch, id) {
      if (!exists()) return null;
      const row = prepare(
        `SELECT i.seq FROM ${uses()} i JOIN manifest_rows r ON r.manifest = i.manifest AND r.id = ?1
         WHERE i.branch = ?2 ORDER BY i.seq DESC LIMIT 1`,
      ).one(id, branch);
      return row === undefined ? null : whole(row, 0);
    },
    importsOf: (id, branch, until) =>
      exists()
        ? prepare(
            `SELECT DISTINCT e.seq, e.body FROM ${uses()} i
             JOIN manifest_rows r ON r.manifest = i.manifest AND r.id = ?1
             JOIN events e ON e.seq = i.seq
             WHERE i.branch = ?2 AND i.seq <= ?3 ORDER BY i.seq DESC`,
          ).all(id, branch, until)
        : [],
    importedLevels: (seq) =>
      exists()
        ? prepare(
            `SELECT DISTINCT r.id FROM imports i JOIN manifest_rows r ON r.manifest = i.manifest
             WHERE i.seq > ? AND r.level = 1`,
          )
            .all(seq)
            .map((row) => text(row, 0))
        : [],
    importedElement(id, manifest) {
      if (!exists()) return null;
      const row = prepare(
        `SELECT b.sha256, r.at, r.bytes FROM manifest_rows r JOIN blobs b ON b.ordinal = r.manifest
         WHERE r.id = ?1 AND (?2 IS NULL OR b.sha256 = ?2) ORDER BY r.manifest DESC LIMIT 1`,
      ).one(id, manifest);
      if (row === undefined) return null;
      return elementIn(blobs, text(row, 0), { at: whole(row, 1), bytes: whole(row, 2) }, id);
    },
    writtenIds(ids, { branch, after, until, except = [] }) {
      const touched = `SELECT j.value FROM json_each(?1) j
         WHERE EXISTS (SELECT 1 FROM touches t
           WHERE t.id = j.value AND t.branch = ?2 AND t.seq > ?3 AND t.seq <= ?4)`;
      const asked = [JSON.stringify(ids), branch, after, until];
      const rows = exists()
        ? prepare(
            `${touched} OR EXISTS (SELECT 1 FROM manifest_rows r JOIN ${uses()} i ON i.manifest = r.manifest
             WHERE r.id = j.value AND i.branch = ?2 AND i.seq > ?3 AND i.seq <= ?4
               AND i.seq NOT IN (SELECT value FROM json_each(?5)))`,
          ).all(...asked, JSON.stringify(except))
        : prepare(touched).all(...asked);
      return rows.map((row) => text(row, 0));
    },
  };
}

/** Parts of kept blobs, which never change. */
function cachedParts({ blobPart }: BlobRead): Pick<BlobRead, 'blobPart'> {
  const parts = new Map<string, Uint8Array>();
  return {
    blobPart(sha256, n) {
      const key = `${sha256} ${n}`;
      const known = parts.get(key);
      if (known !== undefined) return known;
      const part = blobPart(sha256, n);
      const [oldest] = parts.keys();
      if (parts.size >= PARTS_CACHED && oldest !== undefined) parts.delete(oldest);
      if (part !== null) parts.set(key, part);
      return part;
    },
  };
}

/** The element in one row of a manifest. */
function elementIn(
  blobs: Pick<BlobRead, 'blobPart'>,
  sha256: string,
  { at, bytes }: { readonly at: number; readonly bytes: number },
  id: string,
): ElementRecord {
  const parts: Uint8Array[] = [];
  let from = at;
  while (from < at + bytes) {
    const n = Math.floor(from / BLOB_CHUNK_BYTES);
    const part = blobs.blobPart(sha256, n);
    const start = from - n * BLOB_CHUNK_BYTES;
    const piece = part?.subarray(start, start + at + bytes - from);
    if (piece === undefined || piece.length === 0) break;
    parts.push(piece);
    from += piece.length;
  }
  try {
    const { element } = rowInLine(Buffer.concat(parts));
    if (element?.id === id) return element;
  } catch {
    // Reported below: the index or the blob was edited.
  }
  throw new LedgerError('CORRUPT', `the manifest \`${sha256}\` has no row of \`${id}\` at ${at}`);
}

/** Writes of the index, inside a transaction. */
export type ImportWrite = {
  /**
   * Notes the manifests that an event uses. The blobs of an import are kept from then on, and its manifest is indexed.
   * Other events are ignored.
   */
  readonly appended: (seq: number, branch: string, event: PlannedEvent) => void;
};

/** The writes of a connection. */
export function writeImports({ prepare }: Connection, blobs: BlobRead): ImportWrite {
  const index = (sha256: string, manifest: number): void => {
    const insert = prepare('INSERT INTO manifest_rows VALUES (?, ?, ?, ?, ?)');
    for (const { row, at, bytes } of manifestRowsIn(partsOf(blobs, sha256))) {
      if (row.element === null) continue;
      const { id, kind } = row.element;
      insert.run(id, manifest, at, bytes, kind === 'level' ? 1 : 0);
    }
  };
  const ordinalOf = (sha256: string): number => {
    const row = prepare('SELECT ordinal FROM blobs WHERE sha256 = ?').one(sha256);
    if (row !== undefined) return whole(row, 0);
    throw new RangeError(`got an event that names the manifest \`${sha256}\`, which is missing`);
  };
  const keep = (event: PlannedEvent): void => {
    for (const { sha256 } of blobsOf(event)) {
      const state = blobs.blobInfo(sha256)?.state ?? 'missing';
      if (state !== 'staged' && state !== 'kept') {
        throw new RangeError(`got an event that names the blob \`${sha256}\`, which is ${state}`);
      }
      if (state === 'staged') {
        prepare("UPDATE blobs SET state = 'kept' WHERE sha256 = ?").run(sha256);
      }
    }
  };
  return {
    appended(seq, branch, event) {
      keep(event);
      const { brought, ended } = manifestSwap(event);
      if (brought !== null) {
        const { sha256 } = brought.manifest;
        const manifest = ordinalOf(sha256);
        const used = prepare('SELECT 1 FROM imports WHERE manifest = ? LIMIT 1').one(manifest);
        // The rows of a manifest are indexed with its first import.
        if (used === undefined) index(sha256, manifest);
        prepare('INSERT INTO imports VALUES (?, ?, ?)').run(seq, branch, manifest);
      }
      if (ended === null) return;
      const manifest = ordinalOf(ended.manifest.sha256);
      prepare('INSERT INTO import_ends VALUES (?, ?, ?)').run(seq, branch, manifest);
    },
  };
}

/** The content of a blob, chunk by chunk. */
function* partsOf(blobs: Pick<BlobRead, 'blobPart'>, sha256: string): Generator<Uint8Array> {
  for (let n = 0; ; n += 1) {
    const part = blobs.blobPart(sha256, n);
    if (part === null) return;
    yield part;
  }
}
