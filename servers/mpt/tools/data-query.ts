/** @module data_query: SQL over a table. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { answerOfRun, BUDGET_TEXT, RUN_REFUSALS, QUERY_OUTPUT, runOutput } from '../run-answer.ts';
import type { ToolsView } from '../view.ts';

/** Runs data.query. */
export const dataQuery = defineJob({
  name: 'data_query',
  title: 'Query a CSV, XLSX or JSON table with SQL',
  description: `Answers one SELECT over a table (CSV file, sheet, JSON list or GeoJSON), named t: sums, groups, filters, joins with itself. Columns of numbers are numbers. Example: SELECT type, count(*) AS n FROM t GROUP BY type. next_offset is the cursor of the next page. ${BUDGET_TEXT}`,
  action: 'CREATE',
  openWorld: false,
  input: z.strictObject({
    sql: z.string().min(1).max(10_000).describe('One SELECT over t (SQLite).'),
    path: z.string().min(1).max(1000).describe('Below artifacts/.').optional(),
    artifact: z.string().min(1).max(1000).describe('Path of an artefact of a run.').optional(),
    content: z.string().max(8_388_608).describe('CSV or JSON text itself.').optional(),
    sheet: z.string().min(1).max(255).describe('Of a workbook, default the first.').optional(),
    header: z.boolean().describe('First row names the columns, default true.').optional(),
    limit: z.int().min(0).max(10_000).describe('Rows, default 100.').optional(),
    cursor: z.int().min(0).describe('next_offset of the page before.').optional(),
  }),
  output: runOutput(QUERY_OUTPUT),
  refusals: {
    ...RUN_REFUSALS,
    INVALID_ARGUMENT: 'give exactly one of path, artifact and content',
  },
  async run({ artifact, path, cursor, ...rest }, view: ToolsView, caller) {
    if (artifact !== undefined && path !== undefined) {
      caller.refuse('INVALID_ARGUMENT', 'got both `path` and `artifact`, want one of them');
    }
    const file = path ?? artifact;
    const input = {
      ...rest,
      ...(file === undefined ? {} : { path: file }),
      ...(cursor === undefined ? {} : { offset: cursor }),
    };
    return answerOfRun(await view.call({ tool: 'data.query', input }, caller));
  },
});
