/** @module data_query: the tool that runs SQL over a table. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import type { Refuse } from '../../../schemas/plan.ts';
import {
  answerOfPreview,
  answerOfRun,
  BUDGET_TEXT,
  RUN_REFUSALS,
  QUERY_OUTPUT,
  runOutput,
} from '../run-answer.ts';
import type { ToolCall, ToolsView } from '../view.ts';
import { DELIMITED_ARGUMENTS, PAGE_ARGUMENTS } from './table-arguments.ts';

const QueryInput = z.strictObject({
  sql: z.string().min(1).max(10_000).describe('One SELECT statement over t, in SQLite syntax.'),
  path: z
    .string()
    .min(1)
    .max(1000)
    .describe('File below artifacts/, instead of artifact or content.')
    .optional(),
  artifact: z
    .string()
    .min(1)
    .max(1000)
    .describe('Path of an artefact that a run returned.')
    .optional(),
  content: z.string().max(8_388_608).describe('CSV or JSON text of the table.').optional(),
  sheet: z
    .string()
    .min(1)
    .max(255)
    .describe('Sheet of a workbook by name. Default: the first.')
    .optional(),
  ...PAGE_ARGUMENTS,
  ...DELIMITED_ARGUMENTS,
  cursor: z
    .int()
    .min(0)
    .describe('next_offset of the previous page. Default: the first page.')
    .optional(),
});

/** Runs data.query. */
export const dataQuery = defineJob({
  name: 'data_query',
  title: 'Query a CSV, XLSX or JSON table with SQL',
  description: `Runs one SELECT over a table named t (CSV file, sheet, JSON list or GeoJSON): sums, groups, filters, self-joins. Columns of numbers are numeric; output.warnings names doubtful ones. Example: SELECT type, count(*) AS n FROM t GROUP BY type. ${BUDGET_TEXT}`,
  action: 'CREATE',
  openWorld: false,
  input: QueryInput,
  output: runOutput(QUERY_OUTPUT),
  refusals: {
    ...RUN_REFUSALS,
    INVALID_ARGUMENT: 'give exactly one of path, artifact and content',
  },
  run: async (input, view: ToolsView, caller) =>
    answerOfRun(await view.call(queryCall(input, caller.refuse), caller)),
  preview: async (input, view, caller) =>
    answerOfPreview(await view.previewCall(queryCall(input, caller.refuse), caller)),
});

/** The call of a query. `refuse` refuses two files. */
function queryCall(
  { artifact, path, cursor, ...rest }: z.output<typeof QueryInput>,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): ToolCall {
  if (artifact !== undefined && path !== undefined) {
    refuse('INVALID_ARGUMENT', 'expected either `path` or `artifact`, received both');
  }
  const file = path ?? artifact;
  const input = {
    ...rest,
    ...(file === undefined ? {} : { path: file }),
    ...(cursor === undefined ? {} : { offset: cursor }),
  };
  return { tool: 'data.query', input };
}
