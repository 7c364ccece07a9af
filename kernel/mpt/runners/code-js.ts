/** @module code-js: the tool code.js: JavaScript in a metered QuickJS, a fresh engine for every program. */
import { createCodeRunner } from './code-runner.ts';
import type { CodeRunner, CodeRunnerOptions } from './code-runner.ts';

/**
 * The runner of `code.js`. Input: `{code, files?: {name: text | {base64}}}`; output: `{result, stdout, stderr, files}`,
 * where `result` is the value of the last expression (top-level `await` works) as JSON where it can be, else its text,
 * and `files` lists what the program wrote. Price: ceil(fuel / 10,000,000) gas and 1 gas per started MiB of memory
 * above the engine's base. The wall time of the budget counts from when the program is handed to a warm engine.
 */
export function createCodeJsRunner(options: CodeRunnerOptions): CodeRunner {
  return createCodeRunner('js', options);
}
