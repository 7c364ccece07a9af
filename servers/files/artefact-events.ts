/** @module artefact-events: finds the log records of the files at a path below `artifacts/`. */
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import { artefactsAt, type StoredEvent, type StoredEventOf } from '../../schemas/events.ts';

/** Number of events of a path that are searched for its newest record. */
const SEARCHED = 64;

/** The event that records an exported file. */
export type ArtefactEvent = StoredEventOf<'export.created' | 'schedule.generated'>;

/** The record of the file that was last written to a path; null if there is none. */
export async function newestArtefact(
  events: Pick<LedgerRead, 'eventsOfAggregate'>,
  path: string,
): Promise<ArtefactEvent | null> {
  const [event] = await events.eventsOfAggregate(artefactsAt(path), null, 1);
  if (event === undefined || isArtefact(event)) return event ?? null;
  // Older logs may contain other events of the path. The keeper searches the same number of events.
  return (
    (await events.eventsOfAggregate(artefactsAt(path), null, SEARCHED)).find(isArtefact) ?? null
  );
}

/** Whether an event is the record of a file. */
export function isArtefact(event: StoredEvent | null | undefined): event is ArtefactEvent {
  return event?.type === 'export.created' || event?.type === 'schedule.generated';
}
