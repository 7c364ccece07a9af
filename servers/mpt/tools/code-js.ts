/** @module code_js: the tool that runs a JavaScript program within a budget. */
import { defineJob } from '../../../governance/tool/define.ts';
import {
  answerOfRun,
  BUDGET_TEXT,
  RUN_REFUSALS,
  PROGRAM_OUTPUT,
  runOutput,
} from '../run-answer.ts';
import type { ToolsView } from '../view.ts';
import { CodeInput, programCall } from './code-arguments.ts';

/** Runs code.js. */
export const codeJs = defineJob({
  name: 'code_js',
  title: 'Run a JavaScript program',
  description: `Runs a JavaScript program in a metered sandbox (QuickJS): no network, no clock, no state. Use it to compute with data you have; equal programs give equal results. Output: result, stdout, stderr, files. ${BUDGET_TEXT}`,
  action: 'CREATE',
  openWorld: false,
  input: CodeInput,
  output: runOutput(PROGRAM_OUTPUT),
  refusals: RUN_REFUSALS,
  async run(input, view: ToolsView, caller) {
    return answerOfRun(await view.call(programCall('code.js', input), caller));
  },
});
