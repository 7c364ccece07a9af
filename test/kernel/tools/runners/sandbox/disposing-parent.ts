/** @module disposing-parent: a process that disposes of its runner while a program runs, and then prints `disposed`. */
import { createCodeJsRunner } from '../../../../../kernel/tools/runners/code/js/runner.ts';
import { createCodePythonRunner } from '../../../../../kernel/tools/runners/code/python/runner.ts';
import { CORPUS_BUDGET } from '../../../../corpus/code-program.ts';

const [, , engine, cacheDir = ''] = process.argv;
const options = { cacheDir, now: Date.now };
const [runner, code] =
  engine === 'js'
    ? [createCodeJsRunner(options), 'for (;;) {}']
    : [createCodePythonRunner(options), 'while True: pass'];
await runner.warm(() => undefined);
const running = runner.run(
  { code },
  { ...CORPUS_BUDGET, gas: 1_000_000 },
  new AbortController().signal,
);
await new Promise((resolve) => setTimeout(resolve, 100));
await runner[Symbol.asyncDispose]();
await running;
console.log('disposed');
