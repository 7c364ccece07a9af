/** @module code_js: the tool that runs a JavaScript program within a budget. */
import { defineJob } from '../../../governance/tool/define.ts';
import { BUDGET_TEXT } from '../run-answer.ts';
import { PROGRAM_TOOL, runsProgram } from './code-arguments.ts';

/** Runs code.js. */
export const codeJs = defineJob({
  name: 'code_js',
  title: 'Run a JavaScript program',
  description: `Runs a JavaScript program in a metered sandbox (QuickJS): no network, no clock, no state. Use it to compute with data you have; equal programs give equal results. Output: result, stdout, stderr, files. ${BUDGET_TEXT}`,
  ...PROGRAM_TOOL,
  ...runsProgram('code.js'),
});
