/** @module discard_branch: a branch given up. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { BranchName } from '../../../governance/tool/registry.ts';
import { MAIN } from '../../../kernel/model/model.ts';
import { requireBranch } from '../../building/branch-arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';

/** Discards a branch. */
export const discardBranch = defineCommand({
  name: 'discard_branch',
  title: 'Discard a branch',
  description:
    'Closes a branch for good: nobody can work on it any more and its name is not used again. Its history stays on the log; what was merged from it stays. A person must approve.',
  toolset: 'more',
  action: 'DELETE',
  input: z.strictObject({ name: BranchName.describe('Branch to discard; not main.') }),
  output: z.object({ branch: z.string() }),
  refusals: hintsFor('BRANCH_NOT_FOUND', 'INVALID_ARGUMENT'),
  plan({ name }, view: BuildingView, { refuse }) {
    if (name === MAIN) refuse('INVALID_ARGUMENT', `\`${MAIN}\` cannot be discarded`);
    requireBranch(view, name, refuse);
    return {
      events: [{ type: 'branch.discarded', aggregate_id: name, payload: { name } }],
      data: { branch: name },
      on_branch: name,
      exclusive: true,
    };
  },
});
