/** @module event checks: what the one who stores events asks of the model that they define. */
import type { ElementRecord, PlannedEvent } from './events.ts';

/** The element of an id as it is now, null where there is none. */
export type CurrentElement = (id: string) => ElementRecord | null;

/** An element as an event leaves it, null where it goes. */
export type ChangedElement = { readonly id: string; readonly after: ElementRecord | null };

/** The elements that an event changes, or why no model could apply it. */
export type AppliedEvent =
  | { readonly ok: true; readonly changes: readonly ChangedElement[] }
  | { readonly ok: false; readonly why: string };

/** Checks of events about elements; they read nothing but what they are given. */
export type EventChecks = {
  /** Category of each kind of element. */
  readonly categories: Readonly<Record<string, string>>;
  /** Ids of the elements that an event is about: they must be known to `apply` it. */
  readonly about: (event: PlannedEvent) => readonly string[];
  /** Applies an event, its kind's schema, its ids and its previous values checked. */
  readonly apply: (event: PlannedEvent, current: CurrentElement) => AppliedEvent;
  /** Ids that an element names: its levels and its host. */
  readonly named: (element: ElementRecord) => readonly string[];
  /** Why an element is not right by itself, as far as what it names lets judge; null when it is. */
  readonly fault: (element: ElementRecord, current: CurrentElement) => string | null;
};

/** Types of events that say something of elements. */
type ElementEventType =
  | 'level.created'
  | 'element.created'
  | 'element.hosted'
  | 'element.modified'
  | 'element.deleted'
  | 'elements.joined';

/** Whether an event is about elements of the model. */
export function isAboutElements<E extends PlannedEvent>(
  event: E,
): event is E & { readonly type: ElementEventType } {
  const { type }: PlannedEvent = event;
  switch (type) {
    case 'level.created':
    case 'element.created':
    case 'element.hosted':
    case 'element.modified':
    case 'element.deleted':
    case 'elements.joined':
      return true;
    case 'branch.created':
    case 'branch.discarded':
    case 'branch.merged':
    case 'event.passed_over':
    case 'event.reverted':
    case 'event.voided':
    case 'clash.excluded':
    case 'experiment.run':
    case 'validation.run':
    case 'run.permitted':
    case 'run.started':
    case 'tool.run':
      return false;
    default:
      return type satisfies never;
  }
}
