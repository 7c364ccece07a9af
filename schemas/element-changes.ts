/** @module element-changes: what events of each type do to elements of the model. */
import { type EventType, type PlannedEvent, touchedIds } from './events.ts';

/** What an event does to its element. `hosted`: the element has new content, such as a door; its own values stay. */
export type ElementChange = 'created' | 'modified' | 'deleted' | 'hosted';

/** The change of each type; null for events that are not about elements. A new type does not compile without an entry. */
const CHANGES = {
  'level.created': 'created',
  'element.created': 'created',
  'element.hosted': 'hosted',
  'element.modified': 'modified',
  'element.deleted': 'deleted',
  'elements.joined': 'modified',
  'branch.created': null,
  'branch.discarded': null,
  'branch.merged': null,
  'event.passed_over': null,
  'event.reverted': null,
  'event.voided': null,
  'clash.excluded': null,
  'name.given': null,
  'experiment.run': null,
  'validation.run': null,
  'run.permitted': null,
  'run.started': null,
  'run.begun': null,
  'run.unfinished': null,
  'tool.run': null,
  'view.created': null,
  'sheet.created': null,
  'schedule.generated': null,
  'export.created': null,
} as const satisfies Readonly<Record<EventType, ElementChange | null>>;

/** Types of events about elements. */
export type ElementEventType = {
  [Type in EventType]: (typeof CHANGES)[Type] extends null ? never : Type;
}[EventType];

const BY_TYPE: ReadonlyMap<string, ElementChange | null> = new Map(Object.entries(CHANGES));

/** What events of a type do to their element; null for other and unknown types. */
export function elementChange(type: string): ElementChange | null {
  return BY_TYPE.get(type) ?? null;
}

/** Whether a type is about elements; also true for unknown types. */
export function isElementEventType(type: string): boolean {
  return BY_TYPE.get(type) !== null;
}

/** Whether events of a type create, modify or delete elements: limits and the bulk rule count these. */
export function affectsElements(type: string): boolean {
  const change = elementChange(type);
  return change !== null && change !== 'hosted';
}

/** Distinct elements that the events create, modify or delete; limits and the bulk rule count these. */
export function affectedIds(events: readonly PlannedEvent[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const event of events) {
    if (affectsElements(event.type)) for (const id of touchedIds(event)) ids.add(id);
  }
  return ids;
}
