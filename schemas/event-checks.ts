/** @module event-checks: the interface of the model's checks that the keeper runs before it stores events. */
import { type ElementEventType, isElementEventType } from './element-changes.ts';
import type { ElementRecord, PlannedEvent } from './events.ts';

/** Looks up the current element with an id; null if it does not exist. */
export type CurrentElement = (id: string) => ElementRecord | null;

/** An element after an event; null if it is deleted. */
export type ChangedElement = { readonly id: string; readonly after: ElementRecord | null };

/** The elements that an event changes, or the reason why no model can apply it. */
export type AppliedEvent =
  | { readonly ok: true; readonly changes: readonly ChangedElement[] }
  | { readonly ok: false; readonly why: string };

/** The place of an element by its definition, without its body. */
export type DefinedPlace = {
  /** Ids of the levels from which and to which it extends; for a group, those of its elements. */
  readonly levels: readonly string[];
  /** Plan points of its body, mm; for a group, those of its elements. Joints may cut some of them off the built body. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
};

/** Elements before and after a plan. */
export type ElementSides = { readonly before: CurrentElement; readonly after: CurrentElement };

/** Checks of events about elements; they read nothing but their arguments. */
export type EventChecks = {
  /** Category of each kind of element. */
  readonly categories: Readonly<Record<string, string>>;
  /** Ids of the elements that must be loaded before `apply`. */
  readonly about: (event: PlannedEvent) => readonly string[];
  /** Applies an event, and checks the schema of its kind, its ids and its previous values. */
  readonly apply: (event: PlannedEvent, current: CurrentElement) => AppliedEvent;
  /** Ids that an element names: its levels, its host, the elements of a group. */
  readonly named: (element: ElementRecord) => readonly string[];
  /** The fault of an element, judged with the elements that it names; null without one. */
  readonly fault: (element: ElementRecord, current: CurrentElement) => string | null;
  /** The place of an element; the elements that it names, and those that they name, must be loaded. */
  readonly place: (element: ElementRecord, current: CurrentElement) => DefinedPlace;
  /** Whether an element is a group that changes only because its elements change. */
  readonly follows: (id: string, sides: ElementSides) => boolean;
};

/** Whether an event is about elements of the model; also true for unknown types. */
export function isAboutElements<E extends PlannedEvent>(
  event: E,
): event is E & { readonly type: ElementEventType } {
  return isElementEventType(event.type);
}
