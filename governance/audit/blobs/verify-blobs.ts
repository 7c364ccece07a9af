/** @module verify-blobs: hashes every blob, and compares the index of imported elements with events and manifests. */
import { createHash } from 'node:crypto';

import { ManifestError, ManifestReader } from '../../../kernel/base/manifest/manifest-reader.ts';
import {
  LedgerError,
  type BlobRow,
  type ImportRow,
  type LedgerRead,
  type LedgerTables,
} from '../../../kernel/ledger/ledger.ts';
import { chunksOf, type NamedBlob } from '../../../schemas/imports.ts';

/** The blobs of a store or of an exported file, whose digests were computed while it was read. */
export type BlobSource = Pick<LedgerRead, 'blobs' | 'blobPart'> & {
  readonly blobDigests?: ReadonlyMap<string, string>;
};
/** Records a fault; 0 because the chain has no entry of it. */
type Report = (
  kind: 'blob_missing' | 'blob_damaged' | 'table_mismatch',
  seq: 0,
  detail: string,
) => void;

/** Faults of the index that are reported one by one. */
const NAMED_MAX = 100;

/**
 * Reports blobs that an event names and that are missing, and blobs whose content has another digest or length than their
 * name; in a store also blobs that no event keeps, and chunks of no blob.
 */
export async function compareBlobs(
  source: BlobSource,
  blobs: readonly (NamedBlob & { readonly seq: number })[],
  report: Report,
): Promise<void> {
  const named = new Map<string, { readonly bytes: number; readonly by: string }>();
  for (const { sha256, bytes, what, seq } of blobs) {
    named.set(sha256, { bytes, by: `${what} (event ${seq})` });
  }
  for (const blob of await source.blobs()) {
    const { sha256, state, bytes } = blob;
    const wanted = named.get(sha256);
    named.delete(sha256);
    const what = wanted === undefined ? 'a blob that no event names' : wanted.by;
    if ((state === 'kept') !== (wanted !== undefined)) {
      report('table_mismatch', 0, `the blob \`${sha256}\`, ${what}, is \`${state}\``);
    }
    if (wanted !== undefined && wanted.bytes !== bytes) {
      report(
        'blob_damaged',
        0,
        `the blob \`${sha256}\`, ${what}, has ${bytes} bytes; expected ${wanted.bytes}`,
      );
    }
    if (state === 'receiving') continue;
    const because = await contentFault(source, blob);
    if (because !== null) report('blob_damaged', 0, `the blob \`${sha256}\`, ${what}, ${because}`);
  }
  for (const [sha256, { by }] of named) {
    report('blob_missing', 0, `the blob \`${sha256}\`, ${by}, is missing`);
  }
}

/** The fault of the content of a complete blob, as the end of a sentence; null without one. */
async function contentFault(
  source: BlobSource,
  { sha256, bytes, received }: BlobRow,
): Promise<string | null> {
  if (received !== chunksOf(bytes)) {
    return `has ${received} chunks; expected ${chunksOf(bytes)}`;
  }
  const known = source.blobDigests?.get(sha256);
  try {
    const digest = known ?? (await digestIn(source, sha256, received));
    return digest === sha256 ? null : `has content with the digest \`${digest}\``;
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'CORRUPT') return error.message;
    throw error;
  }
}

async function digestIn(source: BlobSource, sha256: string, chunks: number): Promise<string> {
  const hash = createHash('sha256');
  for (let n = 0; n < chunks; n += 1) {
    const part = await source.blobPart(sha256, n);
    if (part === null) throw new LedgerError('CORRUPT', `lacks chunk ${n}`);
    hash.update(part);
  }
  return hash.digest('hex');
}

/** The manifests whose elements events bring, and those that they replace or delete. */
type ImportEvents = {
  readonly importStarts: readonly ImportRow[];
  readonly importEnds: readonly ImportRow[];
};

/**
 * Compares the tables `imports`, `import_ends` and `manifest_rows` with the events and the content of the manifests.
 */
export async function compareImports(
  source: BlobSource & { readonly tables: LedgerTables },
  { importStarts, importEnds }: ImportEvents,
  report: Report,
): Promise<void> {
  const { tables } = source;
  const mismatch = (detail: string): void => report('table_mismatch', 0, detail);
  for (const sha256 of await tables.orphanChunks()) {
    mismatch(`the table blob_chunks has chunks of \`${sha256}\`, which is no blob`);
  }
  compareUses('imports', await tables.importRows(), importStarts, mismatch);
  compareUses('import_ends', await tables.importEndRows(), importEnds, mismatch);
  let expected = 0;
  for (const sha256 of new Set(importStarts.flatMap((one) => one.sha256 ?? []))) {
    expected += await compareRows(source, sha256, report);
  }
  const found = await tables.manifestRowCount();
  if (found === expected) return;
  mismatch(`the table manifest_rows has ${found} rows; expected ${expected} from the manifests`);
}

/** Compares the rows of a table with those that follow from the events. */
function compareUses(
  table: 'imports' | 'import_ends',
  rows: readonly ImportRow[],
  expected: readonly ImportRow[],
  mismatch: (detail: string) => void,
): void {
  const unseen = new Map(expected.map((row) => [row.seq, row]));
  for (const { seq, branch, sha256 } of rows) {
    const row = unseen.get(seq);
    unseen.delete(seq);
    if (row?.branch === branch && row.sha256 === sha256) continue;
    mismatch(`the row ${seq} of the table ${table} differs from the events`);
  }
  for (const seq of unseen.keys()) {
    mismatch(`the row of event ${seq} is missing from the table ${table}`);
  }
}

/** Looks for the rows of one manifest; returns how many it has. A manifest that cannot be read is reported elsewhere. */
async function compareRows(
  { tables, blobPart }: BlobSource & { readonly tables: LedgerTables },
  sha256: string,
  report: Report,
): Promise<number> {
  const reader = new ManifestReader();
  let missing = 0;
  try {
    for (let n = 0; ; n += 1) {
      const part = await blobPart(sha256, n);
      if (part === null) break;
      for (const { row, at, bytes } of reader.push(part)) {
        if (row.element === null) continue;
        const { id, kind } = row.element;
        const level = kind === 'level';
        if (await tables.hasManifestRow({ sha256, id, at, bytes, level })) continue;
        missing += 1;
        if (missing > NAMED_MAX) continue;
        report('table_mismatch', 0, `the row of \`${id}\` is missing from the table manifest_rows`);
      }
    }
    reader.end();
  } catch (error) {
    const known = error instanceof ManifestError || error instanceof LedgerError;
    if (!known) throw error;
    report('blob_damaged', 0, `the manifest \`${sha256}\` cannot be read: ${error.message}`);
  }
  return reader.elements;
}
