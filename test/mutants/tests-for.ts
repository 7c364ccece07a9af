/** @module tests-for: the folders that are mutated, and the tests that should detect the mutants of a file. */
import { existsSync } from 'node:fs';

/** Mutated folders, each with the tests of the code that depends on it. */
const RELATED: Readonly<Record<string, readonly string[]>> = {
  'governance/access': [
    'test/governance',
    'test/servers/building',
    'test/servers/geometry',
    'test/clients/agents.test.ts',
    'test/contract/identity.test.ts',
    'test/contract/permissions.test.ts',
  ],
  'governance/gate': [
    'test/governance',
    'test/servers/world',
    'test/servers/mpt',
    'test/contract/envelope.test.ts',
    'test/contract/approvals.test.ts',
    'test/contract/permissions.test.ts',
  ],
  'governance/keeper': ['test/governance', 'test/servers/world', 'test/clients'],
  'kernel/building/model': [
    'test/kernel/building/model',
    'test/kernel/building/kinds',
    'test/servers/building',
    'test/servers/geometry',
    'test/servers/spatial',
    'test/governance/gate',
    'test/clients/effect.test.ts',
  ],
};

/** The folders whose files are mutated. */
export const MUTATED: readonly string[] = Object.keys(RELATED);

/** Groups of tests for a file in the order in which they run: its own test file, its folder, then related tests. */
export function testsFor(file: string): readonly (readonly string[])[] {
  const mirror = `test/${file.replace(/\.ts$/u, '.test.ts')}`;
  const around = nearest(mirror);
  const own = existsSync(mirror) ? [mirror] : [];
  const folder = MUTATED.find((name) => file.startsWith(`${name}/`)) ?? '';
  const related = (RELATED[folder] ?? []).filter((path) => existsSync(path));
  return [own, [around], related].filter((step) => step.length > 0);
}

/** The nearest existing parent folder of a path. */
function nearest(path: string): string {
  let folder = path;
  do folder = folder.slice(0, folder.lastIndexOf('/'));
  while (!existsSync(folder));
  return folder;
}
