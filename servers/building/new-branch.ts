/** @module new-branch: the event that creates a branch, for every tool that creates one. */
import type { BuildingView, LikeBranch } from '../../kernel/building/view/view.ts';
import type { PlannedEventOf } from '../../schemas/events.ts';
import type { CallContext } from '../../schemas/plan.ts';

type BranchContext = Pick<CallContext<'BRANCH_EXISTS'>, 'refuse' | 'assertOnBranch'>;

/**
 * The event that creates a branch from a parent. Refuses SCOPE_DENIED for a name outside the branches of the requester
 * before it looks whether the name exists, then BRANCH_EXISTS.
 *
 * @param view the caller's view of any branch
 */
export function branchCreation(
  name: string,
  parent: { readonly branch: string; readonly seq: number },
  view: BuildingView,
  { refuse, assertOnBranch }: BranchContext,
): PlannedEventOf<'branch.created'> {
  const created: PlannedEventOf<'branch.created'> = {
    type: 'branch.created',
    aggregate_id: name,
    payload: { name, from: parent.branch, from_seq: parent.seq },
  };
  assertOnBranch(name, [created]);
  const like = view.branchLike(name);
  if (like === null) return created;
  return refuse('BRANCH_EXISTS', nameTaken(name, like), { branch: like.name ?? name });
}

function nameTaken(name: string, like: LikeBranch): string {
  if (like.name === null) {
    return `\`${name}\` is too similar to the name of something that you may not see`;
  }
  if (like.name !== name) {
    return `\`${name}\` looks like branch \`${like.name}\`, and approvers must be able to tell them apart`;
  }
  return like.discarded
    ? `branch \`${name}\` was discarded, and a name can be used only once`
    : `branch \`${name}\` already exists`;
}
