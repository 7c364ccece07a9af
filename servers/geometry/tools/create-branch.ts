/** @module create_branch: creates a branch from the state of another. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { BranchName } from '../../../governance/tool/registry.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { requireBranch } from '../../building/branch-arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { branchCreation } from '../../building/new-branch.ts';

/** Creates a branch. */
export const createBranch = defineCommand({
  name: 'create_branch',
  title: 'Create a branch',
  description:
    'Creates a branch for trying out changes. Pass its name as branch; then use merge_branch or discard_branch.',
  action: 'CREATE',
  input: z.strictObject({
    name: BranchName.describe('Name of the new branch, e.g. design/atrium.'),
    from: BranchName.describe(
      'Branch to start from. Default: that of the argument branch.',
    ).optional(),
  }),
  output: z.object({ branch: z.string(), from: z.string(), from_seq: z.number().nullable() }),
  refusals: hintsFor('BRANCH_EXISTS', 'BRANCH_NOT_FOUND'),
  plan({ name, from }, view: BuildingView, { refuse, assertOnBranch }) {
    const parent = requireBranch(view, from ?? view.branch, refuse);
    const created = branchCreation(name, parent, view, { refuse, assertOnBranch });
    return {
      events: [created],
      data: { branch: name, from: parent.branch, from_seq: view.position(parent.seq) },
      on_branch: name,
    };
  },
});
