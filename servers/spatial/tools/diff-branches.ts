/** @module diff_branches: what differs between two branches. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { BranchName } from '../../../governance/tool/registry.ts';
import { diffViews, mergeBranches } from '../../../kernel/model/branches.ts';
import { requireBranch, shownValue } from '../../building/branch-arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';

/** Changes shown; the rest is counted. */
const SHOWN = 200;
/** Characters of changes shown: about 15,000 tokens. */
const SHOWN_CHARS = 60_000;

/** Answers what differs. */
export const diffBranches = defineQuery({
  name: 'diff_branches',
  title: 'Compare two branches',
  description:
    'Answers what source has other than target: elements created, modified (with the value in target and in source) and deleted, and how many conflicts a merge of source into target would have.',
  branched: true,
  input: z.strictObject({
    source: BranchName.describe('Branch with the changes.'),
    target: BranchName.describe('Branch to compare with.'),
  }),
  output: z.object({
    source: z.string(),
    target: z.string(),
    counts: z.object({ created: z.number(), modified: z.number(), deleted: z.number() }),
    changes: z.array(z.looseObject({ id: z.string(), change: z.string(), kind: z.string() })),
    conflict_count: z.number(),
  }),
  refusals: hintsFor('BRANCH_NOT_FOUND'),
  answer({ source, target }, view: BuildingView, { refuse }) {
    const from = requireBranch(view, source, refuse);
    const into = requireBranch(view, target, refuse);
    const all = diffViews(into, from);
    const base = view.mergeBase(source, target);
    const conflicts = base === null ? [] : mergeBranches(base, from, into).conflicts;
    const count = (change: string): number => all.filter((one) => one.change === change).length;
    const changes: Shown[] = [];
    let chars = 0;
    for (const change of all.slice(0, SHOWN)) {
      const row = shownChange(change);
      chars += JSON.stringify(row).length;
      if (chars > SHOWN_CHARS) break;
      changes.push(row);
    }
    const hidden = all.length - changes.length;
    return {
      data: {
        source,
        target,
        counts: {
          created: count('created'),
          modified: count('modified'),
          deleted: count('deleted'),
        },
        changes,
        conflict_count: conflicts.length,
      },
      warnings: hidden === 0 ? [] : [`${hidden} more changes are not shown`],
    };
  },
});

type Shown = { id: string; change: string; kind: string; [field: string]: unknown };

function shownChange(change: ReturnType<typeof diffViews>[number]): Shown {
  if (!('params' in change)) return { ...change };
  const params = Object.fromEntries(
    Object.entries(change.params).map(([name, value]) => [name, shownValue(value)]),
  );
  return { ...change, params };
}
