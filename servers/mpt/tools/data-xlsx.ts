/** @module data_xlsx: rows of a sheet. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { answerOfRun, BUDGET_TEXT, RUN_REFUSALS, TABLE_OUTPUT, runOutput } from '../run-answer.ts';
import type { ToolsView } from '../view.ts';

/** Runs data.xlsx. */
export const dataXlsx = defineJob({
  name: 'data_xlsx',
  title: 'Read an XLSX workbook',
  description: `Reads rows of one sheet, typed as the workbook types them; text stays text, formulas give their stored value, macros and links are never carried out. Give a path below artifacts/ or the bytes. next_offset says where to read on. ${BUDGET_TEXT}`,
  action: 'CREATE',
  openWorld: false,
  input: z.strictObject({
    path: z.string().min(1).max(1000).describe('Below artifacts/.').optional(),
    content_base64: z.string().describe('The bytes themselves.').optional(),
    sheet: z
      .union([z.string().min(1).max(255), z.int().min(0)])
      .describe('Name, or position from 0; default the first.')
      .optional(),
    header: z.boolean().describe('First row names the columns, default true.').optional(),
    columns: z.array(z.string()).min(1).max(1000).describe('Only these.').optional(),
    offset: z.int().min(0).describe('First row.').optional(),
    limit: z.int().min(0).max(10_000).describe('Rows, default 100.').optional(),
    count_all: z.boolean().describe('Also count all rows.').optional(),
    values: z.enum(['typed', 'stored']).describe('Default typed.').optional(),
  }),
  output: runOutput(TABLE_OUTPUT),
  refusals: RUN_REFUSALS,
  async run(input, view: ToolsView, caller) {
    return answerOfRun(await view.call({ tool: 'data.xlsx', input }, caller));
  },
});
