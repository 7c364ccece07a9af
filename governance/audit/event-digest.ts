/** @module event-digest: the digest of a stored event, by which an audit entry pins the row. */
import { digestOf } from '../../kernel/base/canonical/hash.ts';
import { CanonicalJsonError, canonicalJson } from '../../kernel/base/canonical/json.ts';
import { parseJson } from '../../kernel/base/canonical/parse-json.ts';
import { eventRecords } from '../../schemas/event-schemas.ts';
import type { EventRecord } from '../../schemas/events.ts';

/** The event in the text of a row; null when the text is not an event. */
export function eventRecordIn(body: string): EventRecord | null {
  const record = eventRecords.validate(parseJson(body));
  return 'data' in record ? record.data : null;
}

/**
 * SHA-256 over every field of a stored event, as 64 hex digits. The fields are a list in fixed order, so that only the
 * payload has to be sorted.
 *
 * @throws {CanonicalJsonError} when the payload contains a value that JSON cannot represent
 */
export function eventDigest(event: EventRecord): string {
  return digestOf([
    'event/v1',
    event.seq,
    event.event_id,
    event.operation_id,
    event.branch,
    event.branch_seq,
    event.type,
    event.aggregate_id,
    event.payload,
    event.user_id,
    event.agent_id,
    event.approval_id,
    event.reasoning,
    event.at,
  ]);
}

/** Digest and text of an event as a writer stores them; null for an event that no writer can store. */
export function writtenEvent(
  event: EventRecord,
): { readonly digest: string; readonly body: string } | null {
  try {
    return { digest: eventDigest(event), body: canonicalJson(event) };
  } catch (error) {
    if (error instanceof CanonicalJsonError) return null;
    throw error;
  }
}
