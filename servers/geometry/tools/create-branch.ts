/** @module create_branch: a line of work of its own. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { BranchName } from '../../../governance/tool/registry.ts';
import type { PlannedEventOf } from '../../../schemas/events.ts';
import { requireBranch } from '../../building/branch-arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView, LikeBranch } from '../../building/view.ts';

function nameTaken(name: string, like: LikeBranch): string {
  if (like.name === null) return `\`${name}\` reads as the name of something that you may not see`;
  if (like.name !== name) {
    return `\`${name}\` looks like branch \`${like.name}\`, and who approves must be able to tell them apart`;
  }
  return like.discarded
    ? `branch \`${name}\` was discarded, and a name is used once`
    : `there is a branch \`${name}\` already`;
}

/** Creates a branch. */
export const createBranch = defineCommand({
  name: 'create_branch',
  title: 'Create a branch',
  description:
    'Starts a branch at the current state of another one, to try something without touching it. Work on it by passing its name as branch to every tool; bring it back with merge_branch, drop it with discard_branch.',
  action: 'CREATE',
  input: z.strictObject({
    name: BranchName.describe('Name, e.g. design/atrium.'),
    from: BranchName.describe('Branch to start from, default: branch.').optional(),
  }),
  output: z.object({ branch: z.string(), from: z.string(), from_seq: z.number().nullable() }),
  refusals: hintsFor('BRANCH_EXISTS', 'BRANCH_NOT_FOUND'),
  plan({ name, from }, view: BuildingView, { refuse, assertOnBranch }) {
    const parent = requireBranch(view, from ?? view.branch, refuse);
    const forked = { from: parent.branch, from_seq: parent.seq };
    const created: PlannedEventOf<'branch.created'> = {
      type: 'branch.created',
      aggregate_id: name,
      payload: { name, ...forked },
    };
    assertOnBranch(name, [created]);
    const like = view.branchLike(name);
    if (like !== null) {
      refuse('BRANCH_EXISTS', nameTaken(name, like), { branch: like.name ?? name });
    }
    return {
      events: [created],
      data: { branch: name, from: parent.branch, from_seq: view.position(parent.seq) },
      on_branch: name,
    };
  },
});
