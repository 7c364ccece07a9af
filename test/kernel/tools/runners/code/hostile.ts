/** @module hostile: the test suite of a code runner: every hostile program is contained, and the next run is clean. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { CodeRunner } from '../../../../../kernel/tools/runners/code/code-runner.ts';
import type { CodeRunnerOptions } from '../../../../../kernel/tools/runners/code/engine-files.ts';
import type { RunBudget, RunOutcome } from '../../../../../kernel/tools/runners/runner.ts';
import { TABLES, type BuildingProgram } from '../../../../corpus/building-programs.ts';
import { CORPUS_BUDGET } from '../../../../corpus/code-program.ts';
import type { CodeProgram } from '../../../../corpus/code-program.ts';
import { SHARED_CACHE } from '../../../../shared-cache.ts';

export const now = (): number => performance.now();

/** An outcome without its wall time, which may differ. */
export const compared = (outcome: RunOutcome): object => ({
  ...outcome,
  use: { ...outcome.use, latency_ms: 0 },
});

/** A suite for one runner. `minimum`: the smallest accepted number of programs. */
export type Suite = {
  readonly create: (options: CodeRunnerOptions) => CodeRunner;
  readonly programs: readonly CodeProgram[];
  readonly minimum: number;
  /** A program whose result would show state that other programs left behind. */
  readonly probe: string;
};

export type Run = (
  code: string,
  budget?: Partial<RunBudget>,
  files?: Readonly<Record<string, unknown>>,
) => Promise<RunOutcome>;

/** Registers the suite; returns `run` and the runner for further tests. All tests share one warm process. */
export function hostileSuite({ create, programs, minimum, probe }: Suite): {
  readonly run: Run;
  readonly runner: () => CodeRunner;
  readonly expectClean: () => Promise<void>;
} {
  const runner = create({ cacheDir: SHARED_CACHE, now, size: 1 });
  const run: Run = async (code, budget = {}, files = {}) =>
    await runner.run(
      { code, files },
      { ...CORPUS_BUDGET, ...budget },
      new AbortController().signal,
    );
  let clean: object;
  const expectClean = async (): Promise<void> => {
    expect(compared(await run(probe))).toEqual(clean);
  };

  beforeAll(async () => {
    clean = compared(await run(probe));
    expect(clean).toMatchObject({ ok: true });
  }, 300_000);
  afterAll(async () => await runner[Symbol.asyncDispose]());

  test(`has at least ${minimum} programs with unique names`, () => {
    expect(programs.length).toBeGreaterThanOrEqual(minimum);
    expect(new Set(programs.map(({ name }) => name)).size).toBe(programs.length);
  });

  test.each(programs)(
    'contains: $name',
    async ({ code, budget, expect: expected, reason }) => {
      const outcome = await run(code, budget);
      const text = outcome.ok ? JSON.stringify(outcome.output) : outcome.cause;
      expect([outcome.ok ? 'ok' : outcome.code, text]).toEqual([
        expected,
        expect.stringMatching(reason),
      ]);
      await expectClean();
    },
    300_000,
  );

  return { run, runner: () => runner, expectClean };
}

/** Registers a test of each program for a building: its result, its output streams and its files. */
export function buildingSuite(run: Run, programs: readonly BuildingProgram[]): void {
  test.each(programs)('computes $name', async ({ code, files, result, stdout, written }) => {
    const inputs = Object.fromEntries(files.map((name) => [name, TABLES[name]]));
    const outcome = await run(code, {}, inputs);
    expect(outcome.ok ? outcome.output : outcome).toMatchObject({ result });
    const output: Readonly<Record<string, unknown>> = outcome.ok ? outcome.output : {};
    expect(output['stdout']).toBe(stdout ?? output['stdout']);
    const texts = output['files'] as readonly { name: string; text: string }[];
    expect(texts.map(({ name }) => name)).toEqual(Object.keys(written ?? {}));
    expect(texts.filter(({ name, text }) => !matches(text, written?.[name]))).toEqual([]);
  });
}

function matches(text: string, wanted: string | RegExp | undefined): boolean {
  return typeof wanted === 'string' ? text === wanted : wanted?.test(text) === true;
}
