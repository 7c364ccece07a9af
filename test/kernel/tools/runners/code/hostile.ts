/** @module hostile: the suite that every code runner passes: each program of a table is contained, and the next run is clean. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { CodeRunner } from '../../../../kernel/runners/code/code-runner.ts';
import type { CodeRunnerOptions } from '../../../../kernel/runners/code/engine-files.ts';
import type { RunBudget, RunOutcome } from '../../../../kernel/runners/runner.ts';
import { TABLES, type BuildingProgram } from '../../../corpus/building-programs.ts';
import { CORPUS_BUDGET } from '../../../corpus/code-program.ts';
import type { CodeProgram } from '../../../corpus/code-program.ts';
import { SHARED_CACHE } from '../../../shared-cache.ts';

export const now = (): number => performance.now();

/** The outcome without the wall time, which may differ. */
export const compared = (outcome: RunOutcome): object => ({
  ...outcome,
  use: { ...outcome.use, latency_ms: 0 },
});

export type Suite = {
  readonly create: (options: CodeRunnerOptions) => CodeRunner;
  readonly programs: readonly CodeProgram[];
  readonly least: number;
  /** A program whose result shows state left by other programs. */
  readonly probe: string;
};

export type Run = (
  code: string,
  budget?: Partial<RunBudget>,
  files?: Readonly<Record<string, unknown>>,
) => Promise<RunOutcome>;

/** Registers the suite; returns `run` and the runner for further tests, with one warm process for all. */
export function hostileSuite({ create, programs, least, probe }: Suite): {
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

  test(`the table holds at least ${least} programs`, () => {
    expect(programs.length).toBeGreaterThanOrEqual(least);
    expect(new Set(programs.map(({ name }) => name)).size).toBe(programs.length);
  });

  test.each(programs)(
    'contains: $name',
    async ({ code, budget, expect: expected, reason }) => {
      const outcome = await run(code, budget);
      const said = outcome.ok ? JSON.stringify(outcome.output) : outcome.cause;
      expect([outcome.ok ? 'ok' : outcome.code, said]).toEqual([
        expected,
        expect.stringMatching(reason),
      ]);
      await expectClean();
    },
    300_000,
  );

  return { run, runner: () => runner, expectClean };
}

/** Registers a test of each program for a building: its result, what it says and what it writes. */
export function buildingSuite(run: Run, programs: readonly BuildingProgram[]): void {
  test.each(programs)('$name', async ({ code, files, result, stdout, written }) => {
    const given = Object.fromEntries(files.map((name) => [name, TABLES[name]]));
    const outcome = await run(code, {}, given);
    expect(outcome.ok ? outcome.output : outcome).toMatchObject({ result });
    const output: Readonly<Record<string, unknown>> = outcome.ok ? outcome.output : {};
    expect(output['stdout']).toBe(stdout ?? output['stdout']);
    const texts = output['files'] as readonly { name: string; text: string }[];
    expect(texts.map(({ name }) => name)).toEqual(Object.keys(written ?? {}));
    expect(texts.filter(({ name, text }) => !fits(text, written?.[name]))).toEqual([]);
  });
}

function fits(text: string, wanted: string | RegExp | undefined): boolean {
  return typeof wanted === 'string' ? text === wanted : wanted?.test(text) === true;
}
