/** @module advised: the elements of a change that warnings are about, without those that an import brings to an empty branch. */
import { affectedIds } from '../../../../schemas/element-changes.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { ModelView } from '../view.ts';

/** Warning instead of those about the elements of an imported building. */
const FILE_FAULTS =
  'faults that the file already has are not listed here: validate_constraints and clash_detection find them afterwards';

/**
 * Whether the events bring a building to a branch that has none of its own. Its faults are those of the file: advice for
 * the person who draws, such as where to end a wall, does not apply to them.
 */
function isFirstBuilding(
  events: readonly PlannedEvent[],
  before: Pick<ModelView, 'count' | 'references'>,
): boolean {
  if (!events.some(({ type, payload }) => type === 'model.imported' && !payload.reference)) {
    return false;
  }
  return ownCount(before) === 0;
}

/** Number of elements without those of reference models. */
function ownCount(view: Pick<ModelView, 'count' | 'references'>): number {
  return view.references().reduce((own, { elements }) => own - elements, view.count());
}

/** Those of the elements that warnings are about: all, or those that events name if the rest is a first import. */
export function advisedIds(
  events: readonly PlannedEvent[],
  before: Pick<ModelView, 'count' | 'references'>,
  ids: Iterable<string>,
): readonly string[] {
  if (!isFirstBuilding(events, before)) return [...ids];
  const named = affectedIds(events);
  return [...ids].filter((id) => named.has(id));
}

/** A note that the faults of a first import are not listed; nothing for other events. */
export function fileFaultNote(
  events: readonly PlannedEvent[],
  before: Pick<ModelView, 'count' | 'references'>,
): readonly string[] {
  return isFirstBuilding(events, before) ? [FILE_FAULTS] : [];
}

/** A note for each building that a merge brings to a branch that has one already; nothing for other events. */
export function mergedBuildingNotes(
  events: readonly PlannedEvent[],
  before: Pick<ModelView, 'branch' | 'count' | 'references'>,
): readonly string[] {
  const own = ownCount(before);
  if (own === 0 || !events.some(({ type }) => type === 'branch.merged')) return [];
  const has = `has ${own} ${own === 1 ? 'element' : 'elements'} of its own`;
  return events.flatMap(({ type, payload }) =>
    type !== 'model.imported' || payload.reference || payload.supersedes !== null
      ? []
      : [
          `the building of \`${payload.name}\` (${payload.manifest.elements} elements) is added to branch \`${before.branch}\`, which ${has}`,
        ],
  );
}
