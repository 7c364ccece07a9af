/** @module diff_branches: the differences between two branches. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { BranchName } from '../../../governance/tool/registry.ts';
import type { ElementChange } from '../../../kernel/building/model/effect/effect.ts';
import type { BuildingView, Comparison } from '../../../kernel/building/view/view.ts';
import { requireBranch, shownValue } from '../../building/branch-arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { Cursor, Limit, pageOf } from '../../building/paging.ts';

const NOTHING: Comparison = { changes: [], conflicts: [] };

/** Lists the differences. */
export const diffBranches = defineQuery({
  name: 'diff_branches',
  title: 'Compare two branches',
  description:
    'Lists the differences of source from target: elements created, modified (with the value in target and in source) and deleted, and the number of conflicts of a merge of source into target.',
  branched: true,
  input: z.strictObject({
    source: BranchName.describe('Branch with the changes.'),
    target: BranchName.describe('Branch to compare with.'),
    limit: Limit,
    cursor: Cursor,
  }),
  output: z.object({
    source: z.string(),
    target: z.string(),
    counts: z.object({ created: z.number(), modified: z.number(), deleted: z.number() }),
    changes: z.array(z.looseObject({ id: z.string(), change: z.string(), kind: z.string() })),
    conflict_count: z.number(),
    next_cursor: z.string().optional(),
  }),
  refusals: hintsFor('BRANCH_NOT_FOUND', 'INVALID_ARGUMENT'),
  answer({ source, target, ...paging }, view: BuildingView, { refuse }) {
    requireBranch(view, source, refuse);
    requireBranch(view, target, refuse);
    const { changes: all, conflicts } = view.compare(source, target) ?? NOTHING;
    const count = (change: string): number => all.filter((one) => one.change === change).length;
    const page = pageOf(all, paging, shownChange, {
      list: 'diff_branches',
      query: [source, target],
      key: ({ id, change }) => `${change} ${id}`,
      view,
      refuse,
    });
    const { items: changes, total, next_cursor } = page;
    const cut =
      next_cursor === null
        ? []
        : [`not all ${total} changes are shown: call again with cursor \`${next_cursor}\``];
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
        ...(next_cursor === null ? {} : { next_cursor }),
      },
      warnings: [...page.warnings, ...cut],
    };
  },
});

type Shown = { id: string; change: string; kind: string; [field: string]: unknown };

function shownChange(change: ElementChange): Shown {
  if (!('params' in change)) return { ...change };
  const params = Object.fromEntries(
    Object.entries(change.params).map(([name, value]) => [name, shownValue(value)]),
  );
  return { ...change, params };
}
