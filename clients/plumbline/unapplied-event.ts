/** @module unapplied-event: the first event of a log that the model cannot apply. */
import { eventDigest } from '../../governance/audit/event-digest.ts';
import { Model } from '../../kernel/building/model/model.ts';
import { replay } from '../../kernel/building/model/replay.ts';
import { ModelFault } from '../../kernel/building/model/state/model-fault.ts';
import type { SqliteReader } from '../../kernel/ledger/sqlite-reader.ts';
import { eventRecords } from '../../schemas/event-schemas.ts';
import type { EventRecord } from '../../schemas/events.ts';

/** An event that cannot be applied, with its digest. */
export type Unapplied = {
  readonly record: EventRecord;
  readonly digest: string;
  readonly why: string;
};

/** Applies all events of the log, and returns the first that cannot be applied; null if all can. */
export async function unappliedEvent(reader: SqliteReader): Promise<Unapplied | null> {
  try {
    await replay(new Model(), reader);
    return null;
  } catch (error) {
    if (!(error instanceof ModelFault) || error.event === null) throw error;
    const [row] = reader.eventTextsAfter(error.event.seq - 1, 1);
    const record = row === undefined ? null : eventRecords.validate(JSON.parse(row.body));
    if (record === null || 'error' in record) throw error;
    return { record: record.data, digest: eventDigest(record.data), why: error.why };
  }
}

/** One sentence about an event that cannot be applied. */
export function unappliedMessage({ record: { event_id, type }, why }: Unapplied): string {
  return `\`${event_id}\` (\`${type}\`) cannot be applied, so nothing after it can be read: ${why}`;
}
