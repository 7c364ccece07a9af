/** @module code_python: the tool that runs a Python program within a budget. */
import { defineJob } from '../../../governance/tool/define.ts';
import { BUDGET_TEXT } from '../run-answer.ts';
import { PROGRAM_TOOL, runsProgram } from './code-arguments.ts';

/** Runs code.python. */
export const codePython = defineJob({
  name: 'code_python',
  title: 'Run a Python program',
  description: `Runs a Python 3.14 program (standard library) in a metered sandbox: no network, own file system, fixed clock and seed, no state. Use it to compute with data you have, e.g. rows of another answer given as inputs. Output: result, stdout, stderr, files. ${BUDGET_TEXT}`,
  ...PROGRAM_TOOL,
  ...runsProgram('code.python'),
});
