/** @module with groups: extends a plan by the events that keep placements of groups equal. */
import { bothExclusive, type IdSource, type Plan } from '../../../../../schemas/plan.ts';
import type { ModelView } from '../../view.ts';
import { followGroups } from './follow-groups.ts';

/**
 * Returns the plan with the additional events for group placements, or the plan itself if none are needed. Groups with one
 * placement that are hidden get no new elements.
 */
export function withGroups<P extends Plan<unknown>>(
  plan: P,
  view: ModelView,
  ids: IdSource,
  isHidden: (id: string) => boolean = () => false,
): P {
  const { events, joins } = plan;
  const followed = { events, isHidden, ...(joins === undefined ? {} : { joins }) };
  const along = followGroups(followed, view, ids);
  if (along.events.length === 0 && along.relies_on.length === 0) return plan;
  const exclusive = bothExclusive(plan.exclusive, along.exclusive);
  return {
    ...plan,
    events: [...plan.events, ...along.events],
    warnings: [...(plan.warnings ?? []), ...along.warnings],
    relies_on: [...(plan.relies_on ?? []), ...along.relies_on],
    ...(exclusive === false ? {} : { exclusive }),
  };
}
