/** @module sqlite-blobs: blobs of the embedded store, in compressed chunks. */
import { BLOB_CHUNK_BYTES, chunksOf } from '../../schemas/imports.ts';
import {
  LedgerError,
  type BlobRow,
  type LedgerRead,
  type LedgerTransaction,
  type Sync,
} from './ledger.ts';
import { packed, unpacked } from './packed-chunk.ts';
import { bytesIn, text, whole, wholeOrZero, type Connection } from './sqlite-file.ts';

type Row = Parameters<typeof text>[0];

/** The reads of blobs. */
export type BlobRead = Sync<Pick<LedgerRead, 'blobInfo' | 'blobs' | 'blobPart'>>;

/** The writes of blobs. */
export type BlobWrite = Sync<
  Pick<LedgerTransaction, 'openBlob' | 'putBlobChunk' | 'completeBlob' | 'dropBlob'>
>;

/** Whether the store has a table; a store of an earlier version that was not migrated lacks later ones. */
export function hasTable({ prepare }: Connection, name: string): () => boolean {
  let found = false;
  return () => {
    found ||= prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').one(name) !== undefined;
    return found;
  };
}

/** Whether the store has the tables of blobs. */
export function hasBlobTables(connection: Connection): () => boolean {
  return hasTable(connection, 'manifest_rows');
}

const COLUMNS = `b.sha256, b.bytes, b.state, b.owner, b.staged_at,
  (SELECT count(*) FROM blob_chunks c WHERE c.sha256 = b.sha256)`;

/** The reads of a connection. */
export function readBlobs(connection: Connection): BlobRead {
  const { prepare } = connection;
  const exists = hasBlobTables(connection);
  return {
    blobInfo(sha256) {
      if (!exists()) return null;
      const row = prepare(`SELECT ${COLUMNS} FROM blobs b WHERE b.sha256 = ?`).one(sha256);
      return row === undefined ? null : toBlob(row);
    },
    blobs: () =>
      exists()
        ? prepare(`SELECT ${COLUMNS} FROM blobs b ORDER BY b.ordinal`).all().map(toBlob)
        : [],
    blobPart(sha256, n) {
      if (!exists()) return null;
      const row = prepare(
        `SELECT c.packed, b.bytes FROM blob_chunks c JOIN blobs b ON b.sha256 = c.sha256
         WHERE c.sha256 = ? AND c.n = ?`,
      ).one(sha256, n);
      if (row === undefined) return null;
      const bytes = chunkBytes(whole(row, 1), n);
      if (bytes !== null) return unpacked(bytesIn(row, 0), bytes);
      throw new LedgerError('CORRUPT', `got chunk ${n} of \`${sha256}\`, which has fewer`);
    },
  };
}

/** The writes of a connection, inside a transaction. */
export function writeBlobs({ prepare }: Connection): BlobWrite {
  const one = (sha256: string): Row => {
    const row = prepare('SELECT bytes, state FROM blobs WHERE sha256 = ?').one(sha256);
    if (row !== undefined) return row;
    throw new RangeError(`got the unknown blob \`${sha256}\``);
  };
  const received = (sha256: string): number =>
    wholeOrZero(prepare('SELECT count(*) FROM blob_chunks WHERE sha256 = ?').one(sha256));
  const drop = (sha256: string): void => {
    prepare('DELETE FROM blob_chunks WHERE sha256 = ?').run(sha256);
    prepare('DELETE FROM blobs WHERE sha256 = ?').run(sha256);
  };
  return {
    openBlob({ sha256, bytes, owner, staged_at }) {
      prepare(
        `INSERT INTO blobs (sha256, bytes, state, owner, staged_at) VALUES (?, ?, 'receiving', ?, ?)`,
      ).run(sha256, bytes, owner, staged_at);
    },
    putBlobChunk(sha256, n, content) {
      const expected = chunkBytes(whole(one(sha256), 0), n);
      if (content.length !== expected || n !== received(sha256)) {
        throw new RangeError(
          `got chunk ${n} with ${content.length} bytes, want chunk ${received(sha256)} with ${expected ?? 0}`,
        );
      }
      prepare('INSERT INTO blob_chunks VALUES (?, ?, ?)').run(sha256, n, packed(content));
    },
    completeBlob(sha256, as = sha256) {
      if (received(sha256) !== chunksOf(whole(one(sha256), 0))) {
        throw new RangeError(`got ${received(sha256)} chunks of \`${sha256}\`, want all`);
      }
      if (as !== sha256) {
        // Names of blobs and chunks never change, so they are copied.
        prepare(
          `INSERT INTO blobs (sha256, bytes, state, owner, staged_at)
           SELECT ?1, bytes, state, owner, staged_at FROM blobs WHERE sha256 = ?2`,
        ).run(as, sha256);
        prepare(
          'INSERT INTO blob_chunks SELECT ?1, n, packed FROM blob_chunks WHERE sha256 = ?2',
        ).run(as, sha256);
        drop(sha256);
      }
      prepare("UPDATE blobs SET state = 'staged' WHERE sha256 = ?").run(as);
    },
    dropBlob(sha256) {
      one(sha256);
      drop(sha256);
    },
  };
}

/** Length of chunk `n` of a blob of this length; null if it has fewer chunks. */
function chunkBytes(bytes: number, n: number): number | null {
  const rest = bytes - n * BLOB_CHUNK_BYTES;
  return rest <= 0 ? null : Math.min(rest, BLOB_CHUNK_BYTES);
}

function toBlob(row: Row): BlobRow {
  const state = text(row, 2);
  if (state !== 'receiving' && state !== 'staged' && state !== 'kept') {
    throw new LedgerError('CORRUPT', `got a blob in the state \`${state}\``);
  }
  return {
    sha256: text(row, 0),
    bytes: whole(row, 1),
    state,
    owner: text(row, 3),
    staged_at: text(row, 4),
    received: whole(row, 5),
  };
}
