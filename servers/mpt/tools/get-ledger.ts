/** @module get_ledger: the ledger entries of runs. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import type { ToolsView } from '../view.ts';

/** Returns ledger entries of runs. */
export const getLedger = defineQuery({
  name: 'get_ledger',
  title: 'Read the ledger of tool runs',
  description:
    'Answers the entries of past tool runs, oldest first: budgets requested, granted and consumed, termination, refusals and provenance. Ask for one run by the exec_id of its audit, or for the last ones by limit. Give next_cursor as cursor for older ones; where it is given there may be some, even if fewer came than asked for.',
  branched: false,
  input: z.strictObject({
    exec_id: z.string().min(1).max(200).describe('audit.exec_id of a run.').optional(),
    limit: z.int().min(1).max(100).describe('At most so many, the last ones.').default(20),
    cursor: z
      .string()
      .regex(/^(?:[1-9][0-9]{0,14}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/)
      .describe('next_cursor of the answer before, for older entries.')
      .optional(),
  }),
  output: z.object({
    entries: z.array(z.looseObject({})),
    next_cursor: z.string().nullable(),
  }),
  refusals: {
    INVALID_ARGUMENT: 'give next_cursor of the answer before, or none',
    RUN_NOT_FOUND: 'call get_ledger with a limit and use one of its ids',
  },
  async answer({ exec_id, limit, cursor }, view: ToolsView, { principal, refuse }) {
    const page =
      (await view.entries(principal, { exec_id, limit, cursor })) ??
      refuse('INVALID_ARGUMENT', `\`${cursor}\` is an unknown cursor`);
    const { entries, next_cursor } = page;
    if (exec_id !== undefined && entries.length === 0 && next_cursor === null) {
      refuse('RUN_NOT_FOUND', `there is no run \`${exec_id}\``);
    }
    return { data: { entries: [...entries], next_cursor } };
  },
});
