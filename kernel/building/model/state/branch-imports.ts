/** @module branch imports: the imports of a branch, in the order in which it got them, and which of them it still has. */
import type { ImportRecord, PlannedEvent } from '../../../../schemas/events.ts';
import { type ImportStatus, statusChanges } from '../../../../schemas/import-changes.ts';

/** An import of a branch or, before its fork, of its parents. */
export type BranchImport = { readonly record: ImportRecord; readonly status: ImportStatus };

/** The imports after an event. */
export function importsAfter(
  imports: readonly BranchImport[],
  event: PlannedEvent,
): readonly BranchImport[] {
  const changes = new Map(statusChanges(event));
  if (changes.size === 0) return imports;
  const own = event.type === 'model.imported' ? event.payload : null;
  const known = imports.flatMap((one): readonly BranchImport[] => {
    const { import_id } = one.record;
    if (import_id === own?.import_id) return [];
    const status = changes.get(import_id);
    return [status === undefined ? one : { ...one, status }];
  });
  return own === null ? known : [...known, { record: own, status: 'active' }];
}

/** The import that replaces another one on the branch as its revision; null if none does. */
export function revisionAmong(
  imports: readonly BranchImport[],
  import_id: string,
): ImportRecord | null {
  const found = imports.findLast(
    ({ record, status }) => status !== 'reverted' && record.supersedes?.import_id === import_id,
  );
  return found?.record ?? null;
}
