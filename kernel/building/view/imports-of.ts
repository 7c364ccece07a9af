/** @module imports-of: the imports that brought the levels of a branch, as its history has them. */
import type { StoredEventOf } from '../../../schemas/events.ts';
import type { BuildingView } from './view.ts';

/** Maximum number of events of a level that are searched for its import. */
const SEARCHED = 100_000;

/** An import as the log has it. */
type ImportEvent = StoredEventOf<'model.imported'>;

/**
 * The imports that brought the levels of a branch, in their order in the log; none that the caller may not see or that a
 * revision superseded.
 */
export async function importsOf(
  view: Pick<BuildingView, 'levels' | 'history'>,
): Promise<readonly ImportEvent[]> {
  const found = new Map<string, ImportEvent>();
  for (const { id } of view.levels()) {
    for (const event of await view.history({ element_id: id, limit: SEARCHED })) {
      if (event.type === 'model.imported') found.set(event.aggregate_id, event);
    }
  }
  const superseded = new Set(
    [...found.values()].flatMap(({ payload }) => payload.supersedes?.import_id ?? []),
  );
  return [...found.values()]
    .filter(({ aggregate_id }) => !superseded.has(aggregate_id))
    .toSorted((a, b) => a.seq - b.seq);
}
