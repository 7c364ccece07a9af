/** @module imported-file: reads an import with its manifest, and its file, from the ledger. */
import { Buffer } from 'node:buffer';

import { chunksOf } from '../../../schemas/imports.ts';
import { readRows } from '../../base/manifest/manifest-elements.ts';
import type { EventSource } from './event-source.ts';
import type { ImportedFile } from './view.ts';

/** The import with this id, on any branch; null if there is none. */
export async function importedFileIn(
  events: Pick<EventSource, 'eventsOfAggregate' | 'blobPart'>,
  import_id: string,
): Promise<ImportedFile | null> {
  const [event] = await events.eventsOfAggregate(import_id, null, 1);
  if (event?.type !== 'model.imported') return null;
  const { sha256 } = event.payload.manifest;
  return { event, rows: await readRows((n) => events.blobPart(sha256, n)) };
}

/** The file of the import with this id, on any branch; null if there is none, or if its content is not in the ledger. */
export async function importedBytesIn(
  events: Pick<EventSource, 'eventsOfAggregate' | 'blobPart'>,
  import_id: string,
): Promise<Buffer | null> {
  const [event] = await events.eventsOfAggregate(import_id, null, 1);
  if (event?.type !== 'model.imported') return null;
  const { sha256, bytes } = event.payload.file;
  const parts: Uint8Array[] = [];
  for (let n = 0; n < chunksOf(bytes); n += 1) {
    const part = await events.blobPart(sha256, n);
    if (part === null) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
