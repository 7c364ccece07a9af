/** @module branch imports: the imports of a branch, in the order in which it got them, and which of them it still has. */
import type { ImportRecord, PlannedEvent } from '../../../../schemas/events.ts';

/** An import of a branch or, before its fork, of its parents. */
export type BranchImport = {
  readonly record: ImportRecord;
  readonly status: 'active' | 'reverted' | 'superseded';
};

/** The imports after an event. */
export function importsAfter(
  imports: readonly BranchImport[],
  event: PlannedEvent,
): readonly BranchImport[] {
  if (event.type === 'import.reverted') {
    return withStatus(imports, event.payload.import_id, 'reverted');
  }
  if (event.type !== 'model.imported') return imports;
  const { import_id, supersedes } = event.payload;
  const others = imports.filter(({ record }) => record.import_id !== import_id);
  const kept =
    supersedes === null ? others : withStatus(others, supersedes.import_id, 'superseded');
  return [...kept, { record: event.payload, status: 'active' }];
}

function withStatus(
  imports: readonly BranchImport[],
  import_id: string,
  status: BranchImport['status'],
): readonly BranchImport[] {
  return imports.map((one) =>
    one.record.import_id === import_id ? { record: one.record, status } : one,
  );
}
