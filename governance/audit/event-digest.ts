/** @module event-digest: one digest for a stored event, so that an audit entry can vouch for the row. */
import { digestOf } from '../../kernel/canonical/hash.ts';
import type { StoredEvent } from '../../schemas/events.ts';

/**
 * SHA-256 over every field of a stored event, as 64 hex digits. The fields stand in a list, in this order, so that
 * nothing has to be sorted but the payload.
 *
 * @throws {CanonicalJsonError} when the payload holds what JSON cannot carry
 */
export function eventDigest(event: StoredEvent): string {
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
