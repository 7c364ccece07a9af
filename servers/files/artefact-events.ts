/** @module artefact-events: the records of the files that were written to a path below `artifacts/`. */
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import { artefactsAt, type StoredEvent, type StoredEventOf } from '../../schemas/events.ts';

/** Events of a path that are looked through for its newest record. */
const LOOKED_AT = 64;

/** The record of a file. */
export type ArtefactEvent = StoredEventOf<'export.created' | 'schedule.generated'>;

/** The record of the file that was last written to a path, or null. */
export async function newestArtefact(
  events: Pick<LedgerRead, 'eventsOfAggregate'>,
  path: string,
): Promise<ArtefactEvent | null> {
  const [event] = await events.eventsOfAggregate(artefactsAt(path), null, 1);
  if (event === undefined || isArtefact(event)) return event ?? null;
  // Older logs may have other events there; the keeper looks as far for the record that a file replaces.
  return (
    (await events.eventsOfAggregate(artefactsAt(path), null, LOOKED_AT)).find(isArtefact) ?? null
  );
}

/** Whether an event is the record of a file. */
export function isArtefact(event: StoredEvent | null | undefined): event is ArtefactEvent {
  return event?.type === 'export.created' || event?.type === 'schedule.generated';
}
