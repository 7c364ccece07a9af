/** @module planned-view: a branch before and after planned events, whole and as a restricted caller sees it. */
import { planOutcome } from '../../kernel/building/model/projection/plan-outcome.ts';
import { ProjectedView } from '../../kernel/building/model/projection/projected-view.ts';
import { StateView } from '../../kernel/building/model/state-view.ts';
import type { BranchView } from '../../kernel/building/view/branch-view.ts';
import { RestrictedView } from '../../kernel/building/view/restricted-view.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import type { Sight } from '../../schemas/sight.ts';

/** A branch before and after planned events. Imports of the plan are known until it is disposed of. */
export type PlannedView = Disposable & {
  /** The branch now; if the plan does not fit, also with the elements that it deletes and that no longer exist. */
  readonly before: BranchView;
  /** The branch after the events; if the plan does not fit, after those that can be adapted to the branch. */
  readonly view: BranchView;
  /** Ids of elements that move or change their extent although no event names them; empty if the plan does not fit. */
  readonly carried: readonly string[];
  /** Why the plan does not fit the branch; null if it fits. */
  readonly misfit: string | null;
};

/** How to build the views of a plan. */
type PlanSources = {
  /** Keeps the imports of the plan known until it is disposed of. */
  readonly held: Disposable;
  readonly viewOf: (state: StateView) => BranchView;
};

/** The views before and after the events. It owns `held`, also if it throws. */
export async function plannedView(
  branch: BranchView,
  events: readonly PlannedEvent[],
  { held, viewOf }: PlanSources,
): Promise<PlannedView> {
  using owned = new DisposableStack();
  owned.use(held);
  const outcome = await planOutcome(new ProjectedView(branch.source), events);
  const { before, after, carried, misfit } = outcome;
  const kept = owned.move();
  return {
    before: misfit === null ? branch : viewOf(new StateView(before.source)),
    view: viewOf(new StateView(after.source)),
    carried,
    misfit,
    [Symbol.dispose]: () => {
      kept.dispose();
    },
  };
}

/** A plan as a restricted caller sees it. */
export type SeenPlan = {
  readonly before: BuildingView;
  readonly view: BuildingView;
  readonly carried: readonly string[];
  readonly misfit: string | null;
};

/**
 * The plan as a caller with this sight sees it; null for a caller that sees everything. Elements that are hidden before the
 * plan stay hidden after it.
 */
export function seenPlan(plan: PlannedView, sight: Sight | null): SeenPlan {
  if (sight === null) return plan;
  const before = new RestrictedView(plan.before, sight);
  const view = new RestrictedView(plan.view, sight, { beginning: before });
  const sees = (id: string): boolean =>
    before.element(id) !== undefined || view.element(id) !== undefined;
  return {
    before,
    view,
    carried: plan.carried.filter(sees),
    // The reason can depend on something hidden.
    misfit: plan.misfit === null ? null : 'something has changed since it was planned',
  };
}
