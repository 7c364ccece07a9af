/** @module drawn-events: views, a file and an excluded event, as a log contains them. */
import type { PlannedEvent, PlannedEventOf } from '../../../schemas/events.ts';

/** Views of one level, of none and of two, and a file of all of them. */
export const DRAWN: readonly PlannedEvent[] = [
  drawn('view.created', 'view_1', ['L1']),
  drawn('view.created', 'view_0', []),
  drawn('sheet.created', 'sheet_1', ['L1', 'L2']),
  {
    type: 'export.created',
    aggregate_id: 'artefacts at house.ifc',
    payload: {
      tool: 'export_ifc',
      options: {},
      head: { branch: 'main', seq: 3, at: null },
      whole: true,
      file: { path: 'house.ifc', media_type: 'application/x-step', bytes: 1, sha256: 'ab' },
      counts: { elements: 45 },
    },
  },
];

function drawn(
  type: 'view.created' | 'sheet.created',
  id: string,
  level_ids: readonly string[],
): PlannedEvent {
  return { type, aggregate_id: id, payload: { definition: { level_ids }, level_ids } };
}

/** The event with which a person excluded another event, named by its position. */
export const VOIDED: PlannedEventOf<'event.voided'> = {
  type: 'event.voided',
  aggregate_id: 'voided events',
  payload: {
    seq: 999,
    event_id: 'event-999',
    event_digest: '0'.repeat(64),
    why: 'it is not applied',
    reason: 'a mistake',
    approver: 'alice',
    user_id: 'user-1',
    public_key: 'key',
    decided_at: '2026-01-01T00:00:00.000Z',
    signature: 'signature',
  },
};

/** An accepted clash. */
export const EXCLUDED: PlannedEventOf<'clash.excluded'> = {
  type: 'clash.excluded',
  aggregate_id: 'excluded clashes',
  payload: {
    clash_id: 'finding-1',
    element_ids: ['wall_1', 'wall_2'],
    because: 'both are there',
    excluded: true,
  },
};
