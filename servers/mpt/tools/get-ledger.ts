/** @module get_ledger: the tool that reads the ledger entries of runs. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { LEDGER_ENTRY } from '../run-records.ts';
import type { ToolsView } from '../view.ts';

/** A cursor: the sequence number or the id of an event. */
const CURSOR = /^(?:[1-9][0-9]{0,14}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Returns ledger entries of runs. */
export const getLedger = defineQuery({
  name: 'get_ledger',
  title: 'Read the ledger of tool runs',
  description:
    'Lists the entries of past tool runs, oldest first: budgets requested, granted and consumed, termination, refusals and provenance. Select one run by its exec_id, or the last ones by limit. A next_cursor means that there may be older entries, even if a page is not full.',
  branched: false,
  input: z.strictObject({
    exec_id: z
      .string()
      .min(1)
      .max(200)
      .describe('exec_id of an answer, or the one you gave. Default: all runs.')
      .optional(),
    limit: z
      .int()
      .min(1)
      .max(100)
      .describe('Maximum number of entries; the newest are returned.')
      .default(20),
    cursor: z
      .string()
      .refine((cursor) => CURSOR.test(cursor), 'expected next_cursor of the previous page')
      .describe('next_cursor of the previous page, for older entries.')
      .optional(),
  }),
  output: z.object({
    entries: z.array(LEDGER_ENTRY),
    next_cursor: z.string().nullable(),
  }),
  refusals: {
    INVALID_ARGUMENT: 'use next_cursor of the previous page, or no cursor',
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
