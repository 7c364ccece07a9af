/** @module code-python: the tool code.python: CPython in a metered, sealed WebAssembly instance that is put back after every program. */
import { createCodeRunner } from './code-runner.ts';
import type { CodeRunner, CodeRunnerOptions } from './code-runner.ts';

/**
 * The runner of `code.python` (CPython 3.14 with its standard library). Input: `{code, files?: {name: text | {base64}}}`;
 * output: `{result, stdout, stderr, files}`, where `result` is the value of the last expression (top-level `await` works)
 * as JSON where it can be, else `str()` of it, and `files` lists what the program wrote below `/data`, where it starts.
 * No network, no clock (it starts at 2026-01-01T00:00:00Z and moves when looked at), fixed seeds, `/tmp` for scratch.
 * Price: ceil(fuel / 10,000,000) gas and 1 gas per started MiB of memory above the interpreter's base.
 */
export function createCodePythonRunner(options: CodeRunnerOptions): CodeRunner {
  return createCodeRunner('python', options);
}
