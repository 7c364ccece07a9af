/** @module tests-for: the rooms that are mutated, and the tests that should detect the mutants of a file. */
import { globSync, readFileSync } from 'node:fs';

import { importsOf, roomOf, SOURCES } from '../architecture/source-imports.ts';
import durations from '../durations.json' with { type: 'json' };

/** Cost of a test file that is not in `durations.json`, s. */
const QUICK_S = 1;
/** Tests of one mutant in the order in which they run: each step adds tests until their usual times reach this sum, s. */
const STEPS_S = [15, 90, 300];
/** Tests that start another program, or read the source as text and fail for any change. */
const NEVER = /^test\/(?:architecture|bench|conformance|mutants|pack)\//;

const usual: Readonly<Record<string, number>> = durations;
const TESTS = globSync('test/**/*.test.ts')
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !NEVER.test(file))
  .toSorted();

/** The rooms whose files are mutated: all folders of the source. */
export const MUTATED: readonly string[] = [...new Set(SOURCES.map(roomOf))]
  .filter((room) => !room.endsWith('.ts'))
  .toSorted();

let importersOf: ReadonlyMap<string, readonly string[]> | undefined;

/** Files of the source and the tests that import a file, by that file. */
function importers(): ReadonlyMap<string, readonly string[]> {
  if (importersOf !== undefined) return importersOf;
  const by = new Map<string, string[]>();
  for (const file of [...SOURCES, ...globSync('test/**/*.ts')]) {
    for (const path of importsOf(file, readFileSync(file, 'utf8'))) {
      const known = by.get(path);
      if (known === undefined) by.set(path, [file]);
      else known.push(file);
    }
  }
  importersOf = by;
  return by;
}

/**
 * The test files that import a file, directly or not, by the number of imports between them: the nearest first, of equally
 * near ones the quickest. Tests in the folder of the file's room follow, since some start programs and import nothing.
 */
function nearestTests(file: string): readonly string[] {
  const distance = new Map([[file, 0]]);
  const queue = [file];
  for (const path of queue) {
    const next = (distance.get(path) ?? 0) + 1;
    for (const importer of importers().get(path) ?? []) {
      if (distance.has(importer)) continue;
      distance.set(importer, next);
      queue.push(importer);
    }
  }
  const own = `test/${file.replace(/\.ts$/u, '.test.ts')}`;
  const folder = own.slice(0, own.lastIndexOf('/') + 1);
  const room = roomOf(file);
  const top = room.split('/')[0] ?? '';
  const rank = (test: string): number => {
    if (test === own) return -2;
    if (test.startsWith(folder) && !test.slice(folder.length).includes('/')) return -1;
    const imports = distance.get(test);
    if (imports !== undefined) return imports;
    return test.startsWith(`test/${room}/`) || test.startsWith(`test/${top}/`) ? 1000 : Infinity;
  };
  return TESTS.map((test) => ({ test, rank: rank(test), cost: costOf(test) }))
    .filter((one) => one.rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank || a.cost - b.cost)
    .map(({ test }) => test);
}

function costOf(test: string): number {
  return usual[test] ?? QUICK_S;
}

/** Groups of tests for a file, in the order in which they run. */
export function testsFor(file: string): readonly (readonly string[])[] {
  const steps: string[][] = STEPS_S.map(() => []);
  let [step, sum] = [0, 0];
  for (const test of nearestTests(file)) {
    sum += costOf(test);
    while (sum > (STEPS_S[step] ?? Infinity)) step += 1;
    const tests = steps[step];
    if (tests === undefined) break;
    tests.push(test);
  }
  return steps.filter((tests) => tests.length > 0);
}
