/** @module branch arguments: looks up the branches that the arguments of a tool name. */
import type { BranchHead, BuildingView } from '../../kernel/building/view/view.ts';
import type { Refuse } from '../../schemas/plan.ts';

/** Maximum number of branches listed in a refusal. */
const MAX_LISTED = 100;

/** Returns the head of a branch. Refuses BRANCH_NOT_FOUND; `data.branches` lists the open branches. */
export function requireBranch(
  view: BuildingView,
  name: string,
  refuse: Refuse<'BRANCH_NOT_FOUND'>,
): BranchHead {
  const found = view.head(name);
  if (found !== null) return found;
  const all = view.branches();
  const discarded = all.some((branch) => branch.name === name);
  const branches = all.filter(({ status }) => status === 'open').map((branch) => branch.name);
  return refuse(
    'BRANCH_NOT_FOUND',
    discarded ? `branch \`${name}\` was discarded` : `no branch \`${name}\``,
    { branch: name, branches: branches.slice(0, MAX_LISTED) },
  );
}

/** A value of a conflict, shortened for display. */
export function shownValue(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  return text.length <= SHOWN_CHARS ? value : `${text.slice(0, SHOWN_CHARS)}…`;
}

const SHOWN_CHARS = 300;
