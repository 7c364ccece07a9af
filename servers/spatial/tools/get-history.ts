/** @module get_history: who changed what, when and why. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import type { StoredEvent } from '../../../schemas/events.ts';
import { idOf } from '../../building/arguments.ts';
import { Limit } from '../../building/paging.ts';
import type { BuildingView } from '../../building/view.ts';

/** Characters of reasoning shown per event. */
const REASONING_SHOWN = 200;

/** Answers the events of a branch or an element. */
export const getHistory = defineQuery({
  name: 'get_history',
  title: 'Show what was changed',
  description:
    'Lists committed events of a branch, newest first, those before its fork included: type, element, changed parameters, who, when, why, and the event_id that undo takes. With element_id only events on that element.',
  branched: true,
  input: z.strictObject({
    element_id: idOf('Only events on this element; it may be deleted.').optional(),
    limit: Limit,
  }),
  output: z.object({
    branch: z.string(),
    events: z.array(z.looseObject({ event_id: z.string(), type: z.string() })),
  }),
  refusals: {},
  answer({ element_id = null, limit }, view: BuildingView) {
    const events = view.history({ element_id, limit });
    return { data: { branch: view.branch, events: events.map(shown) } };
  },
});

function shown(event: StoredEvent): { event_id: string; type: string; [field: string]: unknown } {
  const { event_id, operation_id, type, aggregate_id, branch, seq, at, payload } = event;
  const { user_id, agent_id, approval_id, reasoning } = event;
  const { updates, element } = payload;
  return {
    event_id,
    operation_id,
    type,
    element_id: aggregate_id,
    branch,
    seq,
    at,
    user_id,
    agent_id,
    ...(approval_id === null ? {} : { approval_id }),
    ...(reasoning === null ? {} : { reasoning: reasoning.slice(0, REASONING_SHOWN) }),
    ...(isRecord(updates) ? { changed: Object.keys(updates) } : {}),
    ...(isRecord(element) ? { kind: element['kind'] } : {}),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
