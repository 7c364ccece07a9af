/** @module mpt_run: runs any declared tool by its canonical name, with a request of schemas/mpt/request.schema.json. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { answerOfRun, RUN_REFUSALS, RunOutput } from '../run-answer.ts';
import type { ToolsView } from '../view.ts';

const Bound = z.int().min(0).optional();

/** Runs a tool with a budget that the caller sets. */
export const mptRun = defineJob({
  name: 'mpt_run',
  title: 'Run a declared tool within a budget',
  description:
    'Runs a tool by its canonical name (code.python, data.csv, web.search, …; see list_tool_contracts) with a budget of your own, which can only narrow the default: 30 s, 256 MB, 6000 gas, depth 4, 6 calls, 3 web requests, 800 output tokens. Runs with one exec_id share one account. Ends in an output or in TOOL_REFUSED.',
  action: 'CREATE',
  openWorld: true,
  input: z.strictObject({
    tool: z.string().min(1).max(100).describe('Canonical name.'),
    input: z.record(z.string(), z.unknown()).describe("Fits the contract's io_schema.in."),
    budget: z
      .strictObject({
        time_ms: Bound,
        mem_mb: Bound,
        gas: Bound,
        depth: Bound,
        tool_calls_max: Bound,
        web_requests_max: Bound,
        tokens_output_max: Bound,
      })
      .describe('Upper bounds.')
      .default({}),
    context: z
      .strictObject({
        caller: z.string().min(1).max(200).optional(),
        exec_id: z.string().min(1).max(200).optional(),
        depth: z.int().min(0).max(64).optional(),
        mode: z.enum(['live', 'record', 'replay', 'verify']).optional(),
        expect_sha256: z.string().optional(),
      })
      .describe('caller and exec_id are needed.'),
  }),
  output: RunOutput,
  refusals: RUN_REFUSALS,
  async run(input, view: ToolsView, caller) {
    return answerOfRun(await view.run(input, caller));
  },
});
