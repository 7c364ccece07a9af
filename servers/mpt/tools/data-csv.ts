/** @module data_csv: the tool that reads rows of delimited text. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { BUDGET_TEXT, RUN_REFUSALS, TABLE_OUTPUT, runOutput, runsTool } from '../run-answer.ts';
import { DELIMITED_ARGUMENTS, ROW_ARGUMENTS } from './table-arguments.ts';

/** Runs data.csv. */
export const dataCsv = defineJob({
  name: 'data_csv',
  title: 'Read a CSV file',
  description: `Reads rows of delimited text unchanged: numbers, dates and booleans are not guessed. Give path, content or content_base64. Continue at next_offset. ${BUDGET_TEXT}`,
  action: 'CREATE',
  openWorld: false,
  input: z.strictObject({
    path: z
      .string()
      .min(1)
      .max(1000)
      .describe('File below artifacts/, instead of content.')
      .optional(),
    content: z.string().max(8_388_608).describe('Text of the table, instead of path.').optional(),
    content_base64: z
      .string()
      .describe('Bytes of the table in base64, instead of path.')
      .optional(),
    ...ROW_ARGUMENTS,
    ...DELIMITED_ARGUMENTS,
    strict: z
      .boolean()
      .describe('Whether rows of unequal length are refused. Default: false.')
      .optional(),
  }),
  output: runOutput(TABLE_OUTPUT),
  refusals: RUN_REFUSALS,
  ...runsTool('data.csv'),
});
