/** @module branch imports: the imports of a branch, in the order in which it got them, and which of them it still has. */
import { type ImportStatus, statusChanges } from '../../../../schemas/element-changes.ts';
import type { ImportRecord, PlannedEvent } from '../../../../schemas/events.ts';
import type { SlotList } from './slot-set.ts';

/** An import of a branch or, before its fork, of its parents. */
export type BranchImport = {
  readonly record: ImportRecord;
  readonly status: ImportStatus;
  /** Ledger seq of the event that imported it. */
  readonly seq: number;
  /** Slots of elements that it, as a revision, left as they were although the manifests differ: its undo leaves them, too. */
  readonly left: SlotList;
};

/** The imports after an event with this ledger seq. `left`: the elements that it leaves if it is a revision. */
export function importsAfter(
  imports: readonly BranchImport[],
  event: PlannedEvent,
  { seq, left }: Pick<BranchImport, 'seq' | 'left'>,
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
  return own === null ? known : [...known, { record: own, status: 'active', seq, left }];
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
