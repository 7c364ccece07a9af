/** @module events: what is stored for ever; definitions of the model and of governance are nothing else. */
import * as z from 'zod';

import type { Element, ElementOf } from './elements.ts';

/** Every type of event that a ledger may hold. */
export const EVENT_TYPES = [
  'element.created',
  'element.hosted',
  'element.modified',
  'element.deleted',
  'elements.joined',
  'level.created',
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
  'tool.run',
  'experiment.run',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

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

/** The events that change a building model, by their payloads. Planning makes them, evolving reads them. */
export type ModelEvent =
  | Typed<'level.created', { readonly element: ElementOf<'level'> }>
  | Typed<'element.created', { readonly element: Element }>
  /** `aggregate_id` is the host, so that two concurrent fills of one wall conflict. */
  | Typed<'element.hosted', { readonly host_id: string; readonly hosted_id: string }>
  | Typed<'element.modified', { readonly updates: ParamValues; readonly previous: ParamValues }>
  /** `cascade_of`: the element whose deletion took this one along, null when asked for. */
  | Typed<'element.deleted', { readonly element: Element; readonly cascade_of: string | null }>
  | Typed<
      'elements.joined',
      {
        readonly element_ids: readonly string[];
        readonly join_type: string;
        readonly previous: { readonly [element_id: string]: string };
      }
    >
  /** Stored on the new branch; the state is that of `from` after event `from_seq`. */
  | Typed<
      'branch.created',
      { readonly name: string; readonly from: string; readonly from_seq: number }
    >
  | Typed<'branch.discarded', { readonly name: string }>
  /** Stored on the target, before the element events that the merge brings. */
  | Typed<
      'branch.merged',
      {
        readonly source: string;
        readonly target: string;
        readonly source_seq: number;
        readonly target_seq: number;
      }
    >
  | Typed<'event.reverted', { readonly event_id: string; readonly operation_id: string }>;

type Typed<T extends EventType, P> = {
  readonly type: T;
  readonly aggregate_id: string;
  readonly payload: P;
};

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

/** Shape check for events that come from outside this process. */
export const PlannedEventShape = z.strictObject({
  type: z.enum(EVENT_TYPES),
  aggregate_id: z.string().min(1).max(200),
  payload: z.record(z.string(), z.unknown()),
});

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
