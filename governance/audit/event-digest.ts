/** @module event-digest: one digest for a stored event, by which an audit entry pins the row. */
import { digestOf } from '../../kernel/canonical/hash.ts';
import { CanonicalJsonError, canonicalJson } from '../../kernel/canonical/json.ts';
import type { EventRecord } from '../../schemas/events.ts';

/**
 * SHA-256 over every field of a stored event, as 64 hex digits. The fields stand in a list, in this order, so that
 * nothing has to be sorted but the payload.
 *
 * @throws {CanonicalJsonError} when the payload holds what JSON cannot carry
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

/** Digest and text of an event as they are written; null where nobody can have written it. */
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
