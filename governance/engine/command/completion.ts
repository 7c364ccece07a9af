/**
 * @module completion: third step of a command: the branch that receives its events, and the other changes required
 * there.
 */
import type { CallerView } from '../../tool/domain.ts';
import { callerView, targetBranch } from '../call/caller-view.ts';
import { idSource } from '../call/identifiers.ts';
import type { PlannedCall } from './plan.ts';
import type { Planning } from './planning.ts';

/** A planned call with its target. */
export type CompletedCall<View> = PlannedCall<View> & {
  /** Name of the branch that receives the events. */
  readonly branch: string;
  /** That branch, or its parent if the events create it. */
  readonly target: CallerView<View>;
};

/** The complete plan and its target. Refuses SCOPE_DENIED if the plan requires a change of something hidden. */
export function completionOf<View>(
  { parts, call }: Planning<View>,
  planned: PlannedCall<View>,
): CompletedCall<View> {
  const { domain } = parts;
  const { whole } = planned.on;
  const branch = planned.plan.on_branch ?? call.branch;
  const base = branch === call.branch ? whole : targetBranch(parts, branch, whole);
  const target = base === whole ? planned.on : callerView(parts, call.agent, base, branch);
  const sides = [domain.versions(whole), domain.versions(base)];
  const ids = idSource(`${planned.seed}\nalong`, (id) => sides.some((side) => side.of(id) > 0));
  const plan = domain.complete(planned.plan, target, ids);
  return { ...planned, plan, branch, target };
}
