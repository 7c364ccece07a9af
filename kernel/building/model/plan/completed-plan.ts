/** @module completed plan: extends a plan by the changes that it requires in other elements. */
import type { IdSource, Plan } from '../../../../schemas/plan.ts';
import type { ModelView } from '../view.ts';
import { withGroups } from './groups/with-groups.ts';
import { withUnpinned } from './walls/with-unpinned.ts';

/**
 * Returns the plan with the additional events for placements of groups and for pinned ends of walls, or the plan itself
 * if none are needed. `isHidden`: groups that the caller does not see, which get no new elements.
 */
export function completedPlan<P extends Plan<unknown>>(
  plan: P,
  view: ModelView,
  ids: IdSource,
  isHidden: (id: string) => boolean = () => false,
): P {
  // A state that is restored as a whole needs no further changes.
  if (plan.events.some(({ type }) => type === 'branch.restored')) return plan;
  return withUnpinned(withGroups(plan, view, ids, isHidden), view);
}
