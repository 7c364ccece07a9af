/** @module runner: the tool code.js: JavaScript in a metered QuickJS engine, a new one for every program. */
import { createCodeRunner } from '../code-runner.ts';
import type { CodeRunner } from '../code-runner.ts';
import type { CodeRunnerOptions } from '../engine-files.ts';

/**
 * The runner of `code.js`. Input: `{code, files?: {name: text | {base64}}}`. Output: `{result, stdout, stderr, files}`.
 * `result` is the value of the last expression (top-level `await` works) as JSON if possible, else its text. `files`
 * lists the written files. Price: ceil(fuel / 10,000,000) gas and 1 gas per started MiB of memory above the engine's
 * base. The time of the budget starts when a booted engine receives the program.
 */
export function createCodeJsRunner(options: CodeRunnerOptions): CodeRunner {
  return createCodeRunner('js', options);
}
