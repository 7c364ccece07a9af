/** @module artefact-events: the records of the files that were written to a path below `artifacts/`. */
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import { artefactsAt, type StoredEvent, type StoredEventOf } from '../../schemas/events.ts';

/** The record of a file. */
export type ArtefactEvent = StoredEventOf<'export.created' | 'schedule.generated'>;

/** The record of the file that was last written to a path, or null. */
export async function newestArtefact(
  events: Pick<LedgerRead, 'eventsOfAggregate'>,
  path: string,
): Promise<ArtefactEvent | null> {
  const [event] = await events.eventsOfAggregate(artefactsAt(path), null, 1);
  return isArtefact(event) ? event : null;
}

/** Whether an event is the record of a file. */
export function isArtefact(event: StoredEvent | null | undefined): event is ArtefactEvent {
  return event?.type === 'export.created' || event?.type === 'schedule.generated';
}
