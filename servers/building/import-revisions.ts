/** @module import-revisions: the revisions of an import on a branch. */
import type { BuildingView } from '../../kernel/building/view/view.ts';

/** Maximum number of events of an import that are searched for its revision. */
const SEARCHED = 10_000;

/** Id of the import that supersedes this one on the branch; null if none does, or if the caller may not see it. */
export async function revisionOf(import_id: string, view: BuildingView): Promise<string | null> {
  const events = await view.history({ element_id: import_id, limit: SEARCHED });
  const revision = events.find(
    ({ type, payload }) => type === 'model.imported' && payload.supersedes?.import_id === import_id,
  );
  return revision?.aggregate_id ?? null;
}

/** Id of the newest revision of an import on the branch; null if it has none. */
export async function newestRevision(
  import_id: string,
  view: BuildingView,
): Promise<string | null> {
  let newest: string | null = null;
  for (let next = await revisionOf(import_id, view); next !== null;) {
    newest = next;
    next = await revisionOf(next, view);
  }
  return newest;
}
