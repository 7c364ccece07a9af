/** @module code: bounded programs beside the same engines without bounds, and beside an engine of another kind. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { loadPyodide } from 'pyodide';
import { getQuickJS } from 'quickjs-emscripten';
import * as z from 'zod';

import type { CodeRunner } from '../../kernel/tools/runners/code/code-runner.ts';
import { createCodeJsRunner } from '../../kernel/tools/runners/code/js/runner.ts';
import { createCodePythonRunner } from '../../kernel/tools/runners/code/python/runner.ts';
import type { RunOutcome } from '../../kernel/tools/runners/runner.ts';
import { alternating, spread, type BenchRow, type Spread } from './measure.ts';

const BUDGET = {
  time_ms: 30_000,
  mem_mb: 256,
  gas: 6000,
  depth: 4,
  tool_calls_max: 6,
  web_requests_max: 3,
  tokens_output_max: 800,
};
const never = new AbortController().signal;
const now = (): number => performance.now();

const ms = ({ p50_us, p99_us }: Spread): string =>
  `p50 ${(p50_us / 1000).toFixed(2)} ms p99 ${(p99_us / 1000).toFixed(2)}`;

/** Runs a program that must end well. */
async function run(runner: CodeRunner, code: string, budget = BUDGET): Promise<RunOutcome> {
  const outcome = await runner.run({ code }, budget, never);
  if (!outcome.ok && budget === BUDGET) throw new Error(outcome.cause);
  return outcome;
}

const WORK_JS = 'let s = 0; for (let i = 0; i < 20000; i++) s += JSON.stringify({ i }).length; s';

type Isolate = {
  createContextSync(): { evalSync(code: string): unknown };
  dispose(): void;
};

/** A fresh isolate of V8 for each program, or undefined where the package did not install. */
function isolateRunner(): ((code: string) => unknown) | undefined {
  try {
    const { Isolate } = createRequire(import.meta.url)('isolated-vm') as {
      Isolate: new (options: { memoryLimit: number }) => Isolate;
    };
    return (code) => {
      const isolate = new Isolate({ memoryLimit: 64 });
      try {
        return isolate.createContextSync().evalSync(code);
      } finally {
        isolate.dispose();
      }
    };
  } catch {
    return undefined;
  }
}

async function jsRows(js: CodeRunner): Promise<readonly BenchRow[]> {
  const quickjs = await getQuickJS();
  const plain = (code: string): unknown => quickjs.evalCode(code);
  const isolate = isolateRunner();
  const rivals = [
    ['plain quickjs-emscripten, no gas, in this process', plain],
    ...(isolate === undefined ? [] : [['isolated-vm, a fresh isolate, no gas', isolate] as const]),
  ] as const;
  const rows: BenchRow[] = [];
  for (const [name, rival] of rivals) {
    for (const [what, code, calls] of [
      ['1 + 1', '1 + 1', 60],
      ['20,000 turns of JSON', WORK_JS, 6],
    ] as const) {
      const { a, b, ratio } = await alternating(
        () => rival(code),
        async () => await run(js, code),
        { rounds: 5, calls },
      );
      const small = code === '1 + 1';
      rows.push({
        what: `code.js warm, ${what}`,
        baseline: `${name} ${ms(a)}`,
        measured: `code.js, a fresh engine in a process of its own ${ms(b)}`,
        ratio,
        target: small ? 'p50 ≤ 3 ms' : 'none: gas and a process cost this',
        holds: !small || b.p50_us <= 3000,
      });
    }
  }
  if (isolate === undefined) {
    rows.push({
      what: 'code.js beside isolated-vm',
      baseline: 'isolated-vm did not install here',
      measured: 'nothing',
      ratio: null,
      target: 'none',
      holds: true,
    });
  }
  return rows;
}

const MeterRows = z.array(z.object({ name: z.string(), ratio: z.number() })).min(1);

/** What the meter costs, measured where nothing else is: one thread, by its own CPU time. */
function meterRow(): BenchRow {
  const script = join(import.meta.dirname, 'metered-python.ts');
  const said = execFileSync(process.execPath, ['--no-warnings', script], { encoding: 'utf8' });
  const rows = MeterRows.parse(JSON.parse(said));
  const ratios = rows.map(({ ratio }) => ratio).toSorted((x, y) => x - y);
  const median = ratios[Math.floor(ratios.length / 2)] ?? Number.NaN;
  return {
    what: 'code.python, work of 5 to 50 ms: CPU time that the meter costs',
    baseline: 'vanilla Pyodide in the same thread',
    measured: rows.map(({ name, ratio }) => `${name} ${ratio.toFixed(2)}`).join(', '),
    ratio: median,
    target: 'median ≤ 1.25 ×',
    holds: median <= 1.25,
  };
}

async function pythonRows(python: CodeRunner): Promise<readonly BenchRow[]> {
  const vanilla = await loadPyodide();
  const warm = await alternating(
    () => vanilla.runPython('1 + 1'),
    async () => await run(python, '1 + 1'),
    { rounds: 5, calls: 40 },
  );
  return [
    {
      what: 'code.python warm, 1 + 1, with the whole image put back',
      baseline: `vanilla Pyodide in this process, nothing put back ${ms(warm.a)}`,
      measured: `code.python ${ms(warm.b)}`,
      ratio: warm.ratio,
      target: 'p50 ≤ 10 ms',
      holds: warm.b.p50_us <= 10_000,
    },
    meterRow(),
  ];
}

/** From nothing running to the first result, everything derived already there. */
async function coldRow(cacheDir: string): Promise<BenchRow> {
  const { a, b, ratio } = await alternating(
    () => execFileSync(process.execPath, [join(import.meta.dirname, 'vanilla-python.ts')]),
    async () => {
      await using python = createCodePythonRunner({ cacheDir, now, size: 1 });
      await run(python, '1 + 1');
    },
    { rounds: 4, calls: 1 },
  );
  return {
    what: 'code.python cold: a new process to the first result',
    baseline: `vanilla Pyodide in a new process ${ms(a)}`,
    measured: `code.python ${ms(b)}`,
    ratio,
    target:
      'p50 ≤ 600 ms, or ≤ 0.35 × where vanilla takes longer than its 1.9 s on a quiet machine',
    holds: b.p50_us <= 600_000 || ratio <= 0.35,
  };
}

/** How long after its deadline a program that never ends is gone. */
async function killRow(js: CodeRunner, python: CodeRunner): Promise<BenchRow> {
  const late: number[] = [];
  for (const [runner, code] of [
    [js, 'for (;;) {}'],
    [python, 'while True: pass'],
  ] as const) {
    for (let round = 0; round < 5; round += 1) {
      await run(runner, '1');
      const start = now();
      const { ok } = await run(runner, code, { ...BUDGET, time_ms: 200, gas: 10_000_000 });
      if (ok) throw new Error('the loop ended');
      late.push((now() - start - 200) * 1000);
    }
  }
  const found = spread(late);
  return {
    what: 'a program that never ends, stopped after its deadline',
    baseline: 'the deadline',
    measured: `later by ${ms(found)}`,
    ratio: null,
    target: 'p50 ≤ 50 ms',
    holds: found.p50_us <= 50_000,
  };
}

/** Rows of code.js and code.python. */
export async function codeRows(): Promise<readonly BenchRow[]> {
  const cacheDir = mkdtempSync(join(tmpdir(), 'plumbline-bench-code-'));
  try {
    await using js = createCodeJsRunner({ cacheDir, now, size: 1 });
    await using python = createCodePythonRunner({ cacheDir, now, size: 1 });
    const start = now();
    await js.warm();
    await python.warm();
    const first_ms = now() - start;
    const rows = [...(await jsRows(js)), ...(await pythonRows(python)), await killRow(js, python)];
    return [
      ...rows,
      await coldRow(cacheDir),
      {
        what: 'the very first start: both engines rewritten and the image of Python made',
        baseline: 'nothing to compare with',
        measured: `${(first_ms / 1000).toFixed(1)} s`,
        ratio: null,
        target: 'none',
        holds: true,
      },
    ];
  } finally {
    rmSync(cacheDir, { recursive: true });
  }
}
