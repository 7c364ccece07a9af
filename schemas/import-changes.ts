/** @module import-changes: what events do to the imports of a branch, and to the elements of their manifests. */
import type { ImportRevised, PlannedEvent } from './events.ts';

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
