/** @module metered-python: what the meter costs: the same programs in metered and in vanilla Pyodide, in one thread. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';

import { loadPyodide } from 'pyodide';

import { PythonImports } from '../../kernel/tools/runners/code/python/imports.ts';
import { meter } from '../../kernel/tools/runners/fuel/meter.ts';
import { MODULE_PAGES_MAX } from '../../kernel/tools/runners/sandbox/protocol.ts';

const WORK: readonly (readonly [string, string])[] = [
  ['fib(23)', 'def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)\nfib(23)'],
  ['a loop of 300,000', 'n = 0\nfor i in range(300000): n += i\nn'],
  ['JSON', 'import json\nfor i in range(100): json.loads(json.dumps(list(range(1000))))'],
  ['sort of 50,000', 'sorted((i * 7919) % 50021 for i in range(50000))[5]'],
  ['regular expressions', 'import re\nlen(re.findall(r"\\w+", "hello world " * 20000))'],
];
const ROUNDS = 25;

/** CPU time of this thread in microseconds: other load on the machine is not in it. */
function cpu(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

const vanilla = await loadPyodide();
const source = createRequire(import.meta.url).resolve('pyodide/pyodide.asm.wasm');
const module = await WebAssembly.compile(meter(readFileSync(source), MODULE_PAGES_MAX).bytes);
// Nothing but the meter differs: no image is put back, no import is sealed
const metered = await new PythonImports().during(module, async () => await loadPyodide());

// Both engines are compiled in full only after some rounds
for (let round = 0; round < 10; round += 1) {
  for (const [, code] of WORK) {
    vanilla.runPython(code);
    metered.runPython(code);
  }
}
const rows = WORK.map(([name, code]) => {
  let [plain, counted] = [Infinity, Infinity];
  // The least of several tries: caches that others have emptied only ever add
  for (let round = 0; round < ROUNDS; round += 1) {
    plain = Math.min(
      plain,
      cpu(() => vanilla.runPython(code)),
    );
    counted = Math.min(
      counted,
      cpu(() => metered.runPython(code)),
    );
  }
  return { name, ratio: counted / plain };
});
process.stdout.write(`${JSON.stringify(rows)}\n`);
process.exit(0);
