/** @module get_ledger: the entries that runs have left. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import type { ToolsView } from '../view.ts';

/** Answers ledger entries of runs. */
export const getLedger = defineQuery({
  name: 'get_ledger',
  title: 'Read the ledger of tool runs',
  description:
    'Answers the entries of past tool runs, oldest first: budgets requested, granted and consumed, termination, refusals and provenance. Ask for one run by the exec_id of its audit, or for the last ones by limit.',
  branched: false,
  input: z.strictObject({
    exec_id: z.string().min(1).max(200).describe('audit.exec_id of a run.').optional(),
    limit: z.int().min(1).max(100).describe('At most so many, the last ones.').default(20),
  }),
  output: z.object({ entries: z.array(z.looseObject({})) }),
  refusals: { RUN_NOT_FOUND: 'call get_ledger with a limit and use one of its ids' },
  async answer({ exec_id, limit }, view: ToolsView, { refuse }) {
    const { entries } = view;
    if (exec_id === undefined) return { data: { entries: [...(await entries.recent(limit))] } };
    const found = await entries.of(exec_id, limit);
    if (found.length === 0) refuse('RUN_NOT_FOUND', `there is no run \`${exec_id}\``);
    return { data: { entries: [...found] } };
  },
});
