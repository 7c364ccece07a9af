/** @module merge_branch: merges the changes of one branch into another. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { BranchName } from '../../../governance/tool/registry.ts';
import type { MergeConflict } from '../../../kernel/building/model/branches/branches.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { countOfAffected } from '../../../schemas/element-changes.ts';
import { requireBranch, shownValue } from '../../building/branch-arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Maximum number of conflicts listed in a refusal. */
const MAX_LISTED = 50;

/** Merges a branch. */
export const mergeBranch = defineCommand({
  name: 'merge_branch',
  title: 'Merge a branch',
  description:
    'Merges the changes of source into target, per parameter; on a conflict nothing is merged. A person must approve.',
  action: 'MODIFY',
  input: z.strictObject({
    source: BranchName.describe('Branch whose changes are merged.'),
    target: BranchName.describe(
      'Branch that receives the changes. Default: that of the argument branch.',
    ).optional(),
  }),
  output: z.object({ source: z.string(), target: z.string(), element_count: z.number() }),
  refusals: hintsFor('BRANCH_NOT_FOUND', 'INVALID_ARGUMENT', 'MERGE_CONFLICT', 'NO_EFFECT'),
  async plan({ source, target: named }, view: BuildingView, { refuse }) {
    const target = named ?? view.branch;
    if (source === target) {
      refuse('INVALID_ARGUMENT', `\`source\` and \`target\` are both \`${source}\``);
    }
    requireBranch(view, source, refuse);
    requireBranch(view, target, refuse);
    await view.openImports(source, target);
    const merge = view.merge(source, target);
    if (merge === null) {
      return refuse('INVALID_ARGUMENT', `\`${source}\` and \`${target}\` have no common ancestor`);
    }
    const { events, conflicts, relies_on, exclusive } = merge;
    if (conflicts.length > 0) {
      refuse(
        'MERGE_CONFLICT',
        `\`${source}\` and \`${target}\` have ${conflicts.length} conflicting ${conflicts.length === 1 ? 'change' : 'changes'}`,
        {
          conflicts: conflicts.slice(0, MAX_LISTED).map(shownConflict),
          conflict_count: conflicts.length,
        },
      );
    }
    if (events.length === 0) {
      refuse('NO_EFFECT', `\`${source}\` has no change that \`${target}\` does not have`);
    }
    return {
      events,
      data: { source, target, element_count: countOfAffected(events) },
      on_branch: target,
      relies_on,
      exclusive,
    };
  },
});

function shownConflict(conflict: MergeConflict): MergeConflict {
  const { element_id, parameter, kind, base, source, target, why } = conflict;
  return {
    element_id,
    parameter,
    kind,
    base: shownValue(base),
    source: shownValue(source),
    target: shownValue(target),
    ...(why === undefined ? {} : { why }),
  };
}
