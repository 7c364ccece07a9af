/** @module suite: runs the official conformance suite against an address and evaluates its results. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';

import * as z from 'zod';

const require = createRequire(import.meta.url);
const SUITE = join(
  dirname(require.resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);

/** A run of the suite: address, protocol version, and path of the file of expected failures. */
export type SuiteRun = {
  readonly url: string;
  readonly version: string;
  readonly listed: string;
  /** Folder to which the suite writes its results. */
  readonly out: string;
};

/** Exit code and output of a program. */
export type Exit = { readonly code: number; readonly text: string };

/** Runs a Node.js program to its end, with `home` as its home and working folder. */
export function runNode(home: string, ...args: readonly string[]): Promise<Exit> {
  const env = { ...process.env, NO_COLOR: '1', HOME: home, MCP_INSPECTOR_SECRET_STORE: 'memory' };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env, cwd: home }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, text: stdout + stderr });
    });
  });
}

/**
 * Runs all scenarios that a version requires. A scenario that failed only by a time-out of the suite is repeated alone,
 * with a notice: these time-outs are about one second, too short for a busy machine.
 */
export async function suiteRun(run: SuiteRun): Promise<{
  /** Checks that passed. */
  readonly passed: number;
  /** Differences from the expected failures; empty if there are none. */
  readonly off: string;
}> {
  const { code, text } = await suite(run, run.out, ['--requirements', run.version]);
  const [, summary = text] = text.split('=== SUMMARY ===');
  const counts = countsIn(summary);
  if (code === 0) return { passed: sum(counts), off: '' };
  const late = lateIn(run, summary);
  if (late === null) return { passed: sum(counts), off: summary };
  const off: string[] = [];
  for (const scenario of late) {
    const only = ['--scenario', scenario, '--spec-version', run.version];
    const again = await suite(run, `${run.out}-again`, only);
    const isWell = again.code === 0;
    process.stdout.write(
      `conformance: ${scenario} timed out at ${run.url}; run again, it ${isWell ? 'passes' : 'fails'}\n`,
    );
    if (!isWell) off.push(again.text);
    const checks = checksOf(`${run.out}-again`, scenario);
    counts.set(scenario, checks.filter(({ status }) => status === 'SUCCESS').length);
  }
  return { passed: sum(counts), off: off.join('\n') };
}

async function suite(
  { url, listed, out }: SuiteRun,
  into: string,
  what: readonly string[],
): Promise<Exit> {
  const where = ['--url', url, '--expected-failures', listed, '-o', into];
  return await runNode(dirname(out), SUITE, 'server', ...where, ...what);
}

/** Passed checks by scenario. */
function countsIn(summary: string): Map<string, number> {
  const lines = summary.matchAll(/^[✓✗] (\S+): (\d+) passed/gm);
  return new Map([...lines].map(([, scenario = '', passed]) => [scenario, Number(passed)]));
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((all, one) => all + one, 0);

/** Messages of the suite for a time-out. */
const LATE =
  /did not complete within|timed out|failed to (?:open|receive|return communication)|no notification frames|no \S+ arrived/i;

/** The unexpectedly failed scenarios if all of them failed only by time-outs; else null. */
function lateIn({ out }: SuiteRun, summary: string): readonly string[] | null {
  if (summary.includes('Stale baseline entries')) return null;
  const [, unexpected = ''] = summary.split('Unexpected failures (not in baseline):');
  const failed = [...unexpected.matchAll(/^ +✗ ([^\s:]+)(?::(\S+))?/gm)];
  const isLate = ([, scenario = '', check]: RegExpExecArray): boolean =>
    checksOf(out, scenario)
      .filter(({ id, status }) => (check === undefined ? status === 'FAILURE' : id === check))
      .every(({ errorMessage }) => LATE.test(errorMessage ?? ''));
  if (failed.length === 0 || !failed.every(isLate)) return null;
  return [...new Set(failed.map(([, scenario = '']) => scenario))];
}

const Checks = z.array(
  z.looseObject({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }),
);

/** The checks of the last run of a scenario. */
function checksOf(out: string, scenario: string): z.output<typeof Checks> {
  const [newest] = globSync(join(out, `server-${scenario}-2*`, 'checks.json'))
    .toSorted()
    .toReversed();
  return newest === undefined ? [] : Checks.parse(JSON.parse(readFileSync(newest, 'utf8')));
}
