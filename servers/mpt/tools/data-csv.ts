/** @module data_csv: rows of delimited text. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { answerOfRun, BUDGET_TEXT, RUN_REFUSALS, TABLE_OUTPUT, runOutput } from '../run-answer.ts';
import type { ToolsView } from '../view.ts';

/** Runs data.csv. */
export const dataCsv = defineJob({
  name: 'data_csv',
  title: 'Read a CSV file',
  description: `Reads rows of delimited text as they stand: no number, date or boolean is guessed. Give a path below artifacts/ or the content itself. next_offset says where to read on. ${BUDGET_TEXT}`,
  action: 'CREATE',
  openWorld: false,
  input: z.strictObject({
    path: z.string().min(1).max(1000).describe('Below artifacts/.').optional(),
    content: z.string().max(8_388_608).describe('The text itself.').optional(),
    content_base64: z.string().describe('The bytes themselves.').optional(),
    header: z.boolean().describe('First row names the columns, default true.').optional(),
    columns: z.array(z.string()).min(1).max(1000).describe('Only these.').optional(),
    offset: z.int().min(0).describe('First row.').optional(),
    limit: z.int().min(0).max(10_000).describe('Rows, default 100.').optional(),
    count_all: z.boolean().describe('Also count all rows.').optional(),
    delimiter: z.string().length(1).describe('Default: found out.').optional(),
    encoding: z
      .enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])
      .describe('Default utf-8 or by byte order mark.')
      .optional(),
    strict: z.boolean().describe('Refuse ragged rows.').optional(),
  }),
  output: runOutput(TABLE_OUTPUT),
  refusals: RUN_REFUSALS,
  async run(input, view: ToolsView, caller) {
    return answerOfRun(await view.call({ tool: 'data.csv', input }, caller));
  },
});
