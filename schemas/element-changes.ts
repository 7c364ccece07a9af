/** @module element-changes: what events of each type do to elements of the model. */
import { type EventType, type PlannedEvent, touchedIds } from './events.ts';
import { manifestSwap } from './import-changes.ts';

/**
 * What an event does to its element. `hosted`: the element has new content, such as a door; its own values stay.
 * `imported`, `reverted`: it creates or deletes the elements of a manifest, which it does not name.
 */
export type ElementChange = 'created' | 'imported' | 'reverted' | 'modified' | 'deleted' | 'hosted';

/** The change of each type; null for events that are not about elements. A new type does not compile without an entry. */
const CHANGES = {
  'level.created': 'created',
  'element.created': 'created',
  'model.imported': 'imported',
  'import.reverted': 'reverted',
  'import.matched': null,
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

/** Whether events of a type create, modify or delete the elements that they name. */
function affectsElements(type: string): boolean {
  const change = elementChange(type);
  return change === 'created' || change === 'modified' || change === 'deleted';
}

/** Distinct elements that the events name and create, modify or delete; elements of manifests are not named. */
export function affectedIds(events: readonly PlannedEvent[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const event of events) {
    if (affectsElements(event.type)) for (const id of touchedIds(event)) ids.add(id);
  }
  return ids;
}

/**
 * Number of elements in the manifests that the events bring: of imports, revisions and restored imports. The keeper
 * compares it with the manifests before it stores the events.
 */
export function importedCount(events: readonly PlannedEvent[]): number {
  let count = 0;
  for (const event of events) count += manifestSwap(event).brought?.manifest.elements ?? 0;
  return count;
}

/** Number of elements that the events delete by undoing their import. The keeper compares it with the manifests. */
export function revertedCount(events: readonly PlannedEvent[]): number {
  let count = 0;
  for (const event of events) {
    const { brought, ended } = manifestSwap(event);
    if (brought === null) count += ended?.manifest.elements ?? 0;
  }
  return count;
}

/**
 * Number of elements that the events create, import, modify or delete; limits and the bulk rule use it. An element that an
 * import creates and another event of the same plan changes counts twice; of a revision and its undo, the elements of the
 * manifest that it brings count.
 */
export function countOfAffected(events: readonly PlannedEvent[]): number {
  return affectedIds(events).size + importedCount(events) + revertedCount(events);
}
