/** @module element-changes: what events of each type do to elements of the model, and to the imports of a branch. */
import { type EventType, type ImportRevised, type PlannedEvent, touchedIds } from './events.ts';

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
  'branch.restored': null,
  'event.passed_over': null,
  'event.reverted': null,
  'event.voided': null,
  'clash.excluded': null,
  'name.given': null,
  'topic.created': null,
  'topic.updated': null,
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

/** The status of an import of a branch, after the last event about it. */
export type ImportStatus = 'active' | 'reverted' | 'superseded';

/**
 * An exchange of manifests: elements that are as the manifest of `ended` has them become as that of `brought` has them. An
 * import ends none, the undo of an import that is no revision brings none.
 */
export type ManifestSwap = {
  readonly brought: ImportRevised | null;
  readonly ended: ImportRevised | null;
};

const NONE: ManifestSwap = { brought: null, ended: null };

/** The manifests that an event exchanges; neither for an event without manifests. */
export function manifestSwap(event: PlannedEvent): ManifestSwap {
  if (event.type === 'import.reverted') {
    return { brought: event.payload.restores ?? null, ended: event.payload };
  }
  if (event.type !== 'model.imported') return NONE;
  const { import_id, manifest, supersedes } = event.payload;
  return { brought: { import_id, manifest }, ended: supersedes };
}

/**
 * The imports whose status an event changes, each with its new status, in order. This is the only definition: the state of
 * the model folds the events of a branch with it, and the keeper reads them backwards from the log.
 */
export function statusChanges(
  event: PlannedEvent,
): readonly (readonly [import_id: string, status: ImportStatus])[] {
  const { brought, ended } = manifestSwap(event);
  const changes: (readonly [string, ImportStatus])[] = [];
  if (ended !== null) {
    const status = event.type === 'import.reverted' ? 'reverted' : 'superseded';
    changes.push([ended.import_id, status]);
  }
  if (brought !== null) changes.push([brought.import_id, 'active']);
  return changes;
}

/** The status that an event gives to an import; null if it leaves that import as it is. */
export function statusGiven(event: PlannedEvent, import_id: string): ImportStatus | null {
  return statusChanges(event).findLast(([id]) => id === import_id)?.[1] ?? null;
}

/** Whether an event brings elements from one manifest to another: a revision, or the undo of one. */
export function isExchange(event: PlannedEvent): boolean {
  const { brought, ended } = manifestSwap(event);
  return brought !== null && ended !== null;
}

/** SHA-256 digests of the manifests whose elements an event creates, changes or deletes, without repetitions. */
export function manifestsOf(event: PlannedEvent): readonly string[] {
  const { brought, ended } = manifestSwap(event);
  return [...new Set([brought, ended].flatMap((one) => one?.manifest.sha256 ?? []))];
}
