/** @module fast-tests: the test files of `npm run test:fast`: those that start no process or thread and check no law. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Imports of a test file, or of a test helper, that make it slow: processes, threads, laws, whole servers. */
const SLOW_IMPORT =
  /from '(?:node:child_process|node:worker_threads|fast-check|@modelcontextprotocol\/[^']*)'|(?:gate|connect-keeper|open-keeper)\.ts'/;

/** The fast test files below `test/`, by what each and the test helpers that it imports import. */
export function fastTests(root: string): readonly string[] {
  const known = new Map<string, boolean>();
  const isSlow = (file: string): boolean => {
    const before = known.get(file);
    if (before !== undefined) return before;
    known.set(file, false);
    const text = readFileSync(file, 'utf8');
    const helpers = [...text.matchAll(/from '(\.[^']+\.ts)'/g)].map(([, path = '']) =>
      join(dirname(file), path),
    );
    const slow =
      SLOW_IMPORT.test(text) ||
      helpers.some(
        (path) => path.startsWith(join(root, 'test')) && existsSync(path) && isSlow(path),
      );
    known.set(file, slow);
    return slow;
  };
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => join('test', path))
    .filter((path) => path.endsWith('.test.ts') && !isSlow(join(root, path)));
}
