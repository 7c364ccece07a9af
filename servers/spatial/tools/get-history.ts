/** @module get_history: the committed events of a branch or an element. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { carriedElement, changedNames, type StoredEvent } from '../../../schemas/events.ts';
import { elementId } from '../../building/arguments.ts';
import { Limit } from '../../building/paging.ts';

/** Maximum number of characters of reasoning per event. */
const REASONING_SHOWN = 200;

/** Lists the events of a branch or an element. */
export const getHistory = defineQuery({
  name: 'get_history',
  title: 'Show the change history',
  description:
    'Lists committed events of a branch, newest first, including those before it was forked: type, element, changed parameters, who, when, why, and the event_id for undo.',
  branched: true,
  input: z.strictObject({
    element_id: elementId(
      'Only events of this element, which may be deleted. Default: all events.',
    ).optional(),
    limit: Limit,
  }),
  output: z.object({
    branch: z.string(),
    events: z.array(z.looseObject({ event_id: z.string(), type: z.string() })),
  }),
  refusals: {},
  async answer({ element_id = null, limit }, view: BuildingView) {
    const events = await view.history({ element_id, limit: limit + 1 });
    return {
      data: {
        branch: view.branch,
        events: events.slice(0, limit).map((event) => eventRow(event, view)),
      },
      warnings:
        events.length > limit
          ? [`there are more events than the last ${limit}: use a higher limit, at most 500`]
          : [],
    };
  },
});

function eventRow(
  event: StoredEvent,
  view: BuildingView,
): { event_id: string; type: string; [field: string]: unknown } {
  const { event_id, operation_id, type, aggregate_id, branch, seq, at } = event;
  const { user_id, agent_id, approval_id, reasoning } = event;
  return {
    event_id,
    operation_id,
    type,
    element_id: aggregate_id,
    branch,
    seq: view.position(seq),
    at,
    user_id,
    agent_id,
    ...(approval_id === null ? {} : { approval_id }),
    ...(reasoning === null ? {} : { reasoning: reasoning.slice(0, REASONING_SHOWN) }),
    ...about(event),
  };
}

/** Facts of an event about the element that it creates, changes or deletes. */
function about(event: StoredEvent): {
  readonly changed?: readonly string[];
  readonly kind?: string;
} {
  if (event.type === 'element.modified') return { changed: changedNames(event.payload) };
  const element = carriedElement(event);
  return element === null ? {} : { kind: element.kind };
}
