/** @module imported-file: reads an import with its manifest from the ledger. */
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
