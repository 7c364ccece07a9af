/** @module voided-events: events that an approver has excluded; readers get a placeholder without their payload. */
import { eventRecords, storedEvents } from '../../schemas/event-schemas.ts';
import { VOIDED, type Json, type JsonObject, type StoredEvent } from '../../schemas/events.ts';
import { TOPICS } from '../../schemas/topics/topics.ts';
import { LedgerError } from './ledger.ts';
import { text, whole, type Connection } from './sqlite-file.ts';

const NONE: ReadonlySet<number> = new Set();

/**
 * Returns a function that returns the ledger seqs of the currently voided events. A call costs one index lookup unless
 * the set has changed.
 */
export function voidedOver({ prepare }: Connection): () => ReadonlySet<number> {
  const newest = prepare(
    `SELECT e.event_id FROM touches t JOIN events e ON e.seq = t.seq
     WHERE t.id = ? AND t.branch = 'main' ORDER BY t.seq DESC LIMIT 1`,
  );
  let seen: string | null = null;
  let voided = NONE;
  return () => {
    const row = newest.one(VOIDED);
    const last = row === undefined ? null : text(row, 0);
    if (last === seen) return voided;
    voided = last === null ? NONE : allVoided(prepare);
    seen = last;
    return voided;
  };
}

function allVoided(prepare: Connection['prepare']): ReadonlySet<number> {
  const rows = prepare(
    `SELECT e.body FROM touches t JOIN events e ON e.seq = t.seq
     WHERE t.id = ? AND t.branch = 'main' AND e.aggregate_id = t.id`,
  ).all(VOIDED);
  const seqs = new Set<number>();
  for (const row of rows) {
    const event = storedEvents.validate(JSON.parse(text(row, 0)));
    if ('data' in event && event.data.type === 'event.voided') seqs.add(event.data.payload.seq);
  }
  return seqs;
}

/** Id of the import that a revision replaces, or that its undo restores. */
function supersededIn(type: string, payload: JsonObject): readonly string[] {
  const { supersedes, restores } = payload;
  const named = type === 'model.imported' ? supersedes : restores;
  if (type !== 'model.imported' && type !== 'import.reverted') return [];
  if (typeof named !== 'object' || named === null) return [];
  const ids = Object.entries(named).filter(([name]) => name === 'import_id');
  return textsIn(ids.map(([, id]) => id));
}

/** The placeholder for a voided event; `row` has the columns `seq` and `body`. */
export function passedOver(row: Parameters<typeof text>[0]): StoredEvent {
  const seq = whole(row, 0);
  const record = eventRecords.validate(JSON.parse(text(row, 1)));
  if ('error' in record || record.data.seq !== seq) {
    throw new LedgerError('CORRUPT', `got event ${seq} with a body that is no event`);
  }
  const { type, aggregate_id, payload, ...frame } = record.data;
  const joined = type === 'elements.joined' ? textsIn(payload['element_ids']) : [];
  const topics = type === 'topic.created' || type === 'topic.updated' ? [TOPICS] : [];
  const touched = [
    ...new Set([aggregate_id, ...topics, ...joined, ...supersededIn(type, payload)]),
  ];
  const { from, from_seq } = payload;
  const fork =
    type === 'branch.created' && typeof from === 'string' && typeof from_seq === 'number'
      ? { from, from_seq }
      : null;
  return { ...frame, type: 'event.passed_over', aggregate_id, payload: { type, touched, fork } };
}

function textsIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
