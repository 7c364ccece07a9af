/** @module event checks: what the one who stores events asks of the model that they define. */
import type { ElementRecord, EventType, PlannedEvent } from './events.ts';

/** The element of an id as it is now, null where there is none. */
export type CurrentElement = (id: string) => ElementRecord | null;

/** An element as an event leaves it, null where it goes. */
export type ChangedElement = { readonly id: string; readonly after: ElementRecord | null };

/** The elements that an event changes, or why no model could apply it. */
export type AppliedEvent =
  | { readonly ok: true; readonly changes: readonly ChangedElement[] }
  | { readonly ok: false; readonly why: string };

/** Where an element is by its definition, without its body. */
export type DefinedPlace = {
  /** Ids of the levels that it stands on or reaches; of a group those of its elements. */
  readonly levels: readonly string[];
  /** Plan points that its body has, mm; of a group those of its elements. A joint with a neighbour may cut one off. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
};

/** Elements before and after a plan. */
export type ElementSides = { readonly before: CurrentElement; readonly after: CurrentElement };

/** Checks of events about elements; they read nothing but what they are given. */
export type EventChecks = {
  /** Category of each kind of element. */
  readonly categories: Readonly<Record<string, string>>;
  /** Ids of the elements that an event is about: they must be known to `apply` it. */
  readonly about: (event: PlannedEvent) => readonly string[];
  /** Applies an event, its kind's schema, its ids and its previous values checked. */
  readonly apply: (event: PlannedEvent, current: CurrentElement) => AppliedEvent;
  /** Ids that an element names: its levels, its host, what is in it where it is a group. */
  readonly named: (element: ElementRecord) => readonly string[];
  /** Why an element is not right by itself, as far as what it names lets judge; null when it is. */
  readonly fault: (element: ElementRecord, current: CurrentElement) => string | null;
  /** Where an element is; what it names, and what that names, must be known. */
  readonly place: (element: ElementRecord, current: CurrentElement) => DefinedPlace;
  /** Whether an element is a group that is another one only by what is done to its elements. */
  readonly follows: (id: string, sides: ElementSides) => boolean;
};

/** Types of events that say something of elements. */
type ElementEventType =
  | 'level.created'
  | 'element.created'
  | 'element.hosted'
  | 'element.modified'
  | 'element.deleted'
  | 'elements.joined';

/** By type of event whether it is about elements of the model; one that is not here does not compile. */
const ABOUT_ELEMENTS: Readonly<Record<EventType, boolean>> = {
  'level.created': true,
  'element.created': true,
  'element.hosted': true,
  'element.modified': true,
  'element.deleted': true,
  'elements.joined': true,
  'branch.created': false,
  'branch.discarded': false,
  'branch.merged': false,
  'event.passed_over': false,
  'event.reverted': false,
  'event.voided': false,
  'clash.excluded': false,
  'name.given': false,
  'experiment.run': false,
  'validation.run': false,
  'run.permitted': false,
  'run.started': false,
  'run.begun': false,
  'run.unfinished': false,
  'tool.run': false,
  'view.created': false,
  'sheet.created': false,
  'schedule.generated': false,
  'export.created': false,
};

/** Whether an event is about elements of the model. One of a type that this version does not know may be. */
export function isAboutElements<E extends PlannedEvent>(
  event: E,
): event is E & { readonly type: ElementEventType } {
  return !Object.hasOwn(ABOUT_ELEMENTS, event.type) || ABOUT_ELEMENTS[event.type];
}
