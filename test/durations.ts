/**
 * @module durations: measures all test files and writes those of two seconds or more to `durations.json`, with their whole
 * seconds: `npm run test:durations`, on an idle machine.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';

import * as z from 'zod';

const ROOT = join(import.meta.dirname, '..');
/** Shorter files are not listed, s. */
const LISTED_S = 2;
const Report = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

const file = join(mkdtempSync(join(tmpdir(), 'plumbline-durations-')), 'report.json');
execFileSync('vitest', ['run', '--reporter=json', `--outputFile=${file}`], {
  cwd: ROOT,
  env: { ...process.env, TESTS: 'all' },
  stdio: 'inherit',
});
const measured = Report.parse(JSON.parse(readFileSync(file, 'utf8')))
  .testResults.map(({ name, startTime, endTime }) => ({
    path: relative(ROOT, name),
    seconds: Math.round((endTime - startTime) / 1000),
  }))
  .filter(({ seconds }) => seconds >= LISTED_S)
  .toSorted((a, b) => (a.path < b.path ? -1 : 1));
const listed = Object.fromEntries(measured.map(({ path, seconds }) => [path, seconds]));
writeFileSync(join(ROOT, 'test', 'durations.json'), `${JSON.stringify(listed, null, 2)}\n`);
