/** @module imported-file: reads an import with its manifest, and its file, from the ledger. */
import { Buffer } from 'node:buffer';

import type { StoredEventOf } from '../../../schemas/events.ts';
import { chunksOf } from '../../../schemas/imports.ts';
import { readRows } from '../../base/manifest/manifest-elements.ts';
import type { Surroundings } from './branch-view.ts';
import { type EventSource, type Line, liesOn } from './event-source.ts';
import type { BuildingView, ImportedFile, TopicSource } from './view.ts';

/** Events of an import that are searched: it is imported once for each branch that merges it, and undone. */
const SEARCHED = 1000;

/** The event of an import: the newest one on the line of branches, else the newest one. */
async function importIn(
  events: Pick<EventSource, 'eventsOfAggregate'>,
  import_id: string,
  line: Line,
): Promise<StoredEventOf<'model.imported'> | null> {
  const all = await events.eventsOfAggregate(import_id, null, SEARCHED);
  const imports = all.filter((event) => event.type === 'model.imported');
  return imports.find((event) => liesOn(line, event)) ?? imports[0] ?? null;
}

/** The import with this id, preferably on the line of branches; null if there is none. */
export async function importedFileIn(
  events: Pick<EventSource, 'eventsOfAggregate' | 'blobPart'>,
  import_id: string,
  line: Line,
): Promise<ImportedFile | null> {
  const event = await importIn(events, import_id, line);
  if (event === null) return null;
  const { sha256 } = event.payload.manifest;
  return { event, rows: await readRows((n) => events.blobPart(sha256, n)) };
}

/** Reads the files of imports and the archives of topics. */
export function storedFilesIn(
  events: Pick<EventSource, 'eventsOfAggregate' | 'blobPart'>,
): Pick<Surroundings, 'importedBytes' | 'topicArchive'> {
  return {
    importedBytes: async (import_id) => await importedBytesIn(events, import_id),
    topicArchive: async (source) => await blobIn(events, source),
  };
}

/** The file of the import with this id, on any branch; null if there is none, or if its content is not in the ledger. */
async function importedBytesIn(
  events: Pick<EventSource, 'eventsOfAggregate' | 'blobPart'>,
  import_id: string,
): Promise<Buffer | null> {
  const event = await importIn(events, import_id, new Map());
  if (event === null) return null;
  return await blobIn(events, event.payload.file);
}

/** A whole blob; null if a part of it is missing. */
async function blobIn(
  events: Pick<EventSource, 'blobPart'>,
  { sha256, bytes }: TopicSource,
): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  for (let n = 0; n < chunksOf(bytes); n += 1) {
    const part = await events.blobPart(sha256, n);
    if (part === null) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Whether an import that a branch had was undone there; a view that does not see imports cannot tell this. */
export function isUndone(
  { event }: Pick<ImportedFile, 'event'>,
  view: Pick<BuildingView, 'includes' | 'imports' | 'supersedingImport'>,
): boolean {
  const { import_id } = event.payload;
  return (
    view.includes(event) &&
    view.supersedingImport(import_id) === null &&
    !view.imports().some((record) => record.import_id === import_id)
  );
}
