/** @module data_xlsx: the tool that reads rows of a sheet. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { BUDGET_TEXT, RUN_REFUSALS, TABLE_OUTPUT, runOutput, runsTool } from '../run-answer.ts';
import { ROW_ARGUMENTS } from './table-arguments.ts';

/** Runs data.xlsx. */
export const dataXlsx = defineJob({
  name: 'data_xlsx',
  title: 'Read an XLSX workbook',
  description: `Reads rows of one sheet with the types of the workbook; text stays text, formulas return their stored value, macros and links are never executed. Give path or content_base64. Continue at next_offset. ${BUDGET_TEXT}`,
  action: 'CREATE',
  openWorld: false,
  input: z.strictObject({
    path: z
      .string()
      .min(1)
      .max(1000)
      .describe('Workbook below artifacts/, instead of content_base64.')
      .optional(),
    content_base64: z
      .string()
      .describe('Bytes of the workbook in base64, instead of path.')
      .optional(),
    sheet: z
      .union([z.string().min(1).max(255), z.int().min(0)])
      .describe('Sheet by name or position from 0. Default: the first.')
      .optional(),
    ...ROW_ARGUMENTS,
    values: z
      .enum(['typed', 'stored'])
      .describe('typed (numbers, dates, booleans) or stored (text as in the file). Default: typed.')
      .optional(),
  }),
  output: runOutput(TABLE_OUTPUT),
  refusals: RUN_REFUSALS,
  ...runsTool('data.xlsx'),
});
