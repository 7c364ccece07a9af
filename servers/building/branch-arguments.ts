/** @module branch arguments: branches that a tool names, found or refused. */
import type { Refuse } from '../../schemas/plan.ts';
import type { BranchHead, BuildingView } from './view.ts';

/** Branches listed in a refusal. */
const LISTED = 100;

/** Head of a branch. Refuses BRANCH_NOT_FOUND (`data.branches`: the open ones). */
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
    { branch: name, branches: branches.slice(0, LISTED) },
  );
}

/** The values of a conflict, short enough to show. */
export function shownValue(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  return text.length <= SHOWN_CHARS ? value : `${text.slice(0, SHOWN_CHARS)}…`;
}

const SHOWN_CHARS = 300;
