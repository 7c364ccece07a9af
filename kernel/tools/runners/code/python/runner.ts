/** @module runner: the tool code.python: CPython in a metered, sealed instance that is reset after every program. */
import { createCodeRunner } from '../code-runner.ts';
import type { CodeRunner } from '../code-runner.ts';
import type { CodeRunnerOptions } from '../engine-files.ts';

/**
 * The runner of `code.python` (CPython 3.14 with its standard library).
 * Input: `{code, files?: {name: text | {base64}}}`. Output: `{result, stdout, stderr, files}`. `result` is the value
 * of the last expression (top-level `await` works) as JSON if possible, else its `str()`. `files` lists the files
 * written below `/data`, the working folder. There is no network and no real clock (it starts at
 * 2026-01-01T00:00:00Z and advances when read); seeds are fixed and `/tmp` is for temporary files.
 * Price: ceil(fuel / 10,000,000) gas and 1 gas per started MiB of memory above the interpreter's base.
 */
export function createCodePythonRunner(options: CodeRunnerOptions): CodeRunner {
  return createCodeRunner('python', options);
}
