/** @module tests-for: the files that are mutated, and the tests that must notice, nearest first. */
import { existsSync } from 'node:fs';

/** Folders that are mutated, with the tests of what stands on them. */
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
  'kernel/model': [
    'test/kernel/model',
    'test/kernel/kinds',
    'test/servers/building',
    'test/servers/geometry',
    'test/servers/spatial',
    'test/governance/gate',
    'test/clients/effect.test.ts',
  ],
};

/** What is mutated. */
export const MUTATED: readonly string[] = Object.keys(RELATED);

/** Tests of a file in the order in which they are run; the first are those that mirror it. */
export function testsFor(file: string): readonly (readonly string[])[] {
  const mirror = `test/${file.replace(/\.ts$/u, '.test.ts')}`;
  const around = nearest(mirror);
  const own = existsSync(mirror) ? [mirror] : [];
  const folder = MUTATED.find((name) => file.startsWith(`${name}/`)) ?? '';
  const related = (RELATED[folder] ?? []).filter((path) => existsSync(path));
  return [own, [around], related].filter((step) => step.length > 0);
}

/** The nearest folder of tests around a path. */
function nearest(path: string): string {
  let folder = path;
  do folder = folder.slice(0, folder.lastIndexOf('/'));
  while (!existsSync(folder));
  return folder;
}
