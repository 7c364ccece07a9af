/** @module mpt_run: the tool that runs any declared tool by its canonical name within a given budget. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { answerOfPreview, answerOfRun, RUN_REFUSALS, RunOutput } from '../run-answer.ts';
import type { ToolsView } from '../view.ts';

/** An argument for the bound of one dimension. */
const bound = (description: string): z.ZodOptional<z.ZodInt> =>
  z.int().min(0).describe(description).optional();

/** Runs a tool within the budget of the caller. */
export const mptRun = defineJob({
  name: 'mpt_run',
  title: 'Run a declared tool within a budget',
  description:
    'Runs a tool by its canonical name (code.python, data.csv, web.search, …; see list_tool_contracts) with your own budget, which can only narrow the default: 30 s, 256 MB, 6000 gas, depth 4, 6 calls, 3 web requests, 800 output tokens. Runs with the same exec_id share one budget. Ends with an output or TOOL_REFUSED.',
  action: 'CREATE',
  openWorld: true,
  input: z.strictObject({
    tool: z.string().min(1).max(100).describe('Canonical name of the tool, e.g. code.python.'),
    input: z
      .record(z.string(), z.unknown())
      .describe('Input of the tool by its contract (list_tool_contracts).'),
    budget: z
      .strictObject({
        time_ms: bound('Maximum running time, milliseconds.'),
        mem_mb: bound('Maximum memory, MB of 2^20 bytes.'),
        gas: bound('Maximum metered work, in gas.'),
        depth: bound('Maximum level of nested calls; this call is level 1.'),
        tool_calls_max: bound('Maximum tool calls of this run.'),
        web_requests_max: bound('Maximum web requests of this run.'),
        tokens_output_max: bound('Maximum output in tokens.'),
      })
      .describe('Budget of the run. Default: the one above.')
      .default({}),
    context: z
      .strictObject({
        caller: z
          .string()
          .min(1)
          .max(200)
          .describe('Your name; required by the tool service.')
          .optional(),
        exec_id: z
          .string()
          .min(1)
          .max(200)
          .describe('Id shared by runs of one budget; required.')
          .optional(),
        depth: z
          .int()
          .min(0)
          .max(64)
          .describe('Level of this call, if another run made it. Default: 1.')
          .optional(),
        mode: z
          .enum(['live', 'record', 'replay', 'verify'])
          .describe(
            'live (no tape), record (keeps a tape), replay (from the tape), verify (repeats and compares). Default: record.',
          )
          .optional(),
        expect_sha256: z.string().describe('Digest that the output must have.').optional(),
      })
      .describe('Caller and identity of the run; caller and exec_id are required.'),
  }),
  output: RunOutput,
  refusals: RUN_REFUSALS,
  async run(input, view: ToolsView, caller) {
    return answerOfRun(await view.run(input, caller));
  },
  preview: async (input, view, caller) => answerOfPreview(await view.previewRun(input, caller)),
});
