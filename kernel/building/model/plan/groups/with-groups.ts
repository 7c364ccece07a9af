/** @module with groups: a plan with all that happens along in the placements of groups. */
import { bothExclusive, type IdSource, type Plan } from '../../../../schemas/plan.ts';
import type { Steps } from '../../../findings/steps.ts';
import type { ModelView } from '../../view.ts';
import { followGroups } from './follow-groups.ts';

/** The plan with what placements of groups need to stay alike; the plan itself where nothing is missing. */
export function* withGroups<P extends Plan<unknown>>(
  plan: P,
  view: ModelView,
  ids: IdSource,
): Steps<P> {
  const along = yield* followGroups(plan, view, ids);
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
