/** @module create_branch: a line of work of its own. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { BranchName } from '../../../governance/tool/registry.ts';
import { requireBranch } from '../../building/branch-arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';

/** A name without what is easily overlooked: case, and marks between or after its words. */
function looksOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+$/gu, '')
    .replaceAll(/[._-]+/gu, '-')
    .replaceAll(/\/+/gu, '/');
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
  output: z.object({ branch: z.string(), from: z.string(), from_seq: z.number() }),
  refusals: hintsFor('BRANCH_EXISTS', 'BRANCH_NOT_FOUND'),
  plan({ name, from }, view: BuildingView, { refuse }) {
    const known = view.branches().find((branch) => branch.name === name);
    if (known !== undefined)
      refuse(
        'BRANCH_EXISTS',
        known.status === 'open'
          ? `there is a branch \`${name}\` already`
          : `branch \`${name}\` was discarded, and a name is used once`,
        { branch: name },
      );
    const twin = view.branches().find((branch) => looksOf(branch.name) === looksOf(name));
    if (twin !== undefined)
      refuse(
        'BRANCH_EXISTS',
        `\`${name}\` looks like branch \`${twin.name}\`, and who approves must be able to tell them apart`,
        { branch: twin.name },
      );
    const parent = requireBranch(view, from ?? view.branch, refuse);
    const forked = { from: parent.branch, from_seq: parent.seq };
    return {
      events: [{ type: 'branch.created', aggregate_id: name, payload: { name, ...forked } }],
      data: { branch: name, ...forked },
      on_branch: name,
    };
  },
});
