/** @module events: what is stored for ever; definitions of the model and of governance are nothing else. */
/** Events about elements of the model. */
const ELEMENT_EVENTS = [
  'element.created',
  'element.hosted',
  'element.modified',
  'element.deleted',
  'elements.joined',
  'level.created',
] as const;

/** Events that leave the elements as they are. */
export const OTHER_EVENTS = [
  'view.created',
  'sheet.created',
  'schedule.generated',
  'export.created',
  'validation.run',
  'branch.created',
  'branch.discarded',
  'branch.merged',
  'conflict.resolved',
  'event.reverted',
  'run.permitted',
  'run.started',
  'tool.run',
  'experiment.run',
] as const;

/** Every type of event that a ledger may hold. */
export const EVENT_TYPES = [...ELEMENT_EVENTS, ...OTHER_EVENTS] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Events that record a run, and whose names stand for it where an agent must ask before it runs something. */
export const RUN_TYPES = ['tool.run', 'experiment.run'] as const satisfies readonly EventType[];
export type RunType = (typeof RUN_TYPES)[number];

/** JSON as it is stored. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/**
 * One planned event: what a command wants to happen, with no id, time or author yet.
 * `aggregate_id` is the element, or the branch for branch events, or the run for runs.
 */
export type PlannedEvent = {
  readonly type: EventType;
  readonly aggregate_id: string;
  readonly payload: { readonly [key: string]: unknown };
};

/** Values of some parameters of an element, by name. */
export type ParamValues = { readonly [parameter: string]: unknown };

/** An event as it lies in the ledger. `seq` counts the ledger, `branch_seq` the branch, both from 1 without gaps. */
export type StoredEvent = PlannedEvent & {
  readonly seq: number;
  readonly event_id: string;
  /** All events of one commit share it. */
  readonly operation_id: string;
  readonly branch: string;
  readonly branch_seq: number;
  readonly user_id: string;
  readonly agent_id: string | null;
  readonly approval_id: string | null;
  readonly reasoning: string | null;
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
};

/** Ids whose version an event moves: its aggregate and, where it joins several elements, all of them. */
export function touchedIds(event: PlannedEvent): readonly string[] {
  const also = event.payload['element_ids'];
  if (event.type !== 'elements.joined' || !Array.isArray(also)) return [event.aggregate_id];
  return [...new Set([event.aggregate_id, ...also.filter((id) => typeof id === 'string')])];
}

/** Event types that count towards "elements affected" and towards limits. */
const AFFECTING: ReadonlySet<EventType> = new Set([
  'level.created',
  'element.created',
  'element.modified',
  'element.deleted',
  'elements.joined',
]);

/** Distinct elements that the events create, modify or delete: the count of limits and of the bulk rule. */
export function affectedIds(events: readonly PlannedEvent[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const event of events)
    if (AFFECTING.has(event.type)) for (const id of touchedIds(event)) ids.add(id);
  return ids;
}
