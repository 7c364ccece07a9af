/** @module stored-event: an event as the store returns it, for tests. */
import type { PlannedEvent, StoredEvent } from '../../schemas/events.ts';

/** The event as number 7 of main, by a user without an agent. */
export function storedEvent(event: PlannedEvent): StoredEvent {
  return {
    ...event,
    seq: 7,
    event_id: 'event-7',
    operation_id: 'op',
    branch: 'main',
    branch_seq: 7,
    user_id: 'user',
    agent_id: null,
    approval_id: null,
    reasoning: null,
    at: '2026-03-01T08:00:00.000Z',
  };
}
