/** @module discard_branch: closes a branch permanently. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { BranchName } from '../../../governance/tool/registry.ts';
import { MAIN } from '../../../kernel/building/model/model.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { requireBranch } from '../../building/branch-arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Discards a branch. */
export const discardBranch = defineCommand({
  name: 'discard_branch',
  title: 'Discard a branch',
  description:
    'Closes a branch permanently; its name cannot be used again. Its history stays in the log, and merged changes stay. A person must approve.',
  toolset: 'more',
  action: 'DELETE',
  input: z.strictObject({ name: BranchName.describe('Branch to close; not main.') }),
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
