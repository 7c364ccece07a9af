/** @module suite: runs the official conformance suite against an address, and what it says. */
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

/** What a run is of: an address, a version of the protocol, and the file of what does not pass. */
export type SuiteRun = {
  readonly url: string;
  readonly version: string;
  readonly listed: string;
  /** Where the suite writes what it found. */
  readonly out: string;
};

/** How a program ended. */
export type Ended = { readonly code: number; readonly text: string };

/** Runs a program of Node to its end, in a folder that is its home. */
export function ended(home: string, ...args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, NO_COLOR: '1', HOME: home, MCP_INSPECTOR_SECRET_STORE: 'memory' };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env, cwd: home }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, text: stdout + stderr });
    });
  });
}

/**
 * Runs all scenarios that a version requires. One that failed for nothing but a time-out of the suite is run once more by
 * itself, which is said: its windows are a second long, whatever the machine does meanwhile.
 */
export async function suiteRun(run: SuiteRun): Promise<{
  /** Checks that passed. */
  readonly passed: number;
  /** What did not go as the file lists; empty where all did. */
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
): Promise<Ended> {
  const where = ['--url', url, '--expected-failures', listed, '-o', into];
  return await ended(dirname(out), SUITE, 'server', ...where, ...what);
}

/** Passed checks by scenario. */
function countsIn(summary: string): Map<string, number> {
  const lines = summary.matchAll(/^[✓✗] (\S+): (\d+) passed/gm);
  return new Map([...lines].map(([, scenario = '', passed]) => [scenario, Number(passed)]));
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((all, one) => all + one, 0);

/** How the suite says that nothing came within one of its windows. */
const LATE =
  /did not complete within|timed out|failed to (?:open|receive|return communication)|no notification frames|no \S+ arrived/i;

/** The scenarios that failed unexpectedly, where all that is off with them is time; null where anything else is. */
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

/** The checks of a scenario, as the suite wrote them last. */
function checksOf(out: string, scenario: string): z.output<typeof Checks> {
  const [newest] = globSync(join(out, `server-${scenario}-2*`, 'checks.json'))
    .toSorted()
    .toReversed();
  return newest === undefined ? [] : Checks.parse(JSON.parse(readFileSync(newest, 'utf8')));
}
