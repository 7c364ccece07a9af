/** @module mutants.test: the mutation tool, applied to a small file. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { mutantsOf } from './choice.ts';
import { mutated, mutationsOf } from './mutations.ts';
import { MUTATED, testsFor } from './tests-for.ts';
import { type Judging, TreeCopy } from './trial.ts';

const SOURCE = `/** One of many < others && more. */
import { other } from './1.ts';
type Small = 1 | 2;
export function least(a: number, b: number): number | null {
  if (a < b && !(a > 9)) return Math.min(a, -1);
  check('a < b', 7);
  return b ?? a;
}
`;

const CHECK = `import { least } from './toy.ts';
if (least(1, 2) !== -1 || least(2, 2) !== 2) process.exit(1);
`;

const TOY = `export function least(a: number, b: number): number {
  while (a > 99) continue;
  return a < b ? -1 : b;
}
`;

function changes(source: string): readonly string[] {
  return mutationsOf('toy.ts', source).map(
    ({ what, start, end, text }) => `${what}: ${source.slice(start, end)} → ${text}`,
  );
}

test('mutates decisions and calculations, but no strings, types, comments and imports', () => {
  expect(changes(SOURCE).toSorted()).toEqual(
    [
      'a condition holds: a < b && !(a > 9) → true',
      'a condition does not hold: a < b && !(a > 9) → false',
      '< becomes <=: < → <=',
      '&& becomes ||: && → ||',
      '! is left out: !(a > 9) → (a > 9)',
      '> becomes >=: > → >=',
      '9 becomes 10: 9 → 10',
      'null is returned: Math.min(a, -1) → null',
      'min becomes max: min → max',
      'a sign is left out: -1 → 1',
      '1 becomes 2: 1 → 2',
      "a call is left out: check('a < b', 7); → ",
      '7 becomes 8: 7 → 8',
      'a default is always taken: b ?? a → a',
      'null is returned: b ?? a → null',
    ].toSorted(),
  );
});

test('each mutant has one change, and equal seeds give equal orders', () => {
  const sources = [{ file: 'toy.ts', source: SOURCE }];
  const all = mutantsOf(sources, 1, []);
  expect(all).toHaveLength(15);
  expect(mutantsOf(sources, 1, [])).toEqual(all);
  expect(mutantsOf(sources, 2, [])).not.toEqual(all);
  expect(new Set(all.map(({ mutation }) => mutated(SOURCE, mutation))).size).toBe(15);
  const known = { file: 'toy.ts', before: 'return b ?? a;', after: 'return a;', because: 'a test' };
  expect(mutantsOf(sources, 1, [known])).toEqual(all.filter(({ after }) => after !== 'return a;'));
  expect(all.find(({ after }) => after === 'return a;')).toMatchObject({ line: 7 });
});

const root = mkdtempSync(join(tmpdir(), 'plumbline-toy-'));
writeFileSync(join(root, 'toy.ts'), TOY);
writeFileSync(join(root, 'check.ts'), CHECK);
const copy = new TreeCopy(root, ['toy.ts', 'check.ts']);
afterAll(() => {
  copy.remove();
  rmSync(root, { recursive: true });
});

test.each([
  ['99 becomes 100', 'survived', 60_000],
  ['< becomes <=', 'killed', 60_000],
  ['a sign is left out', 'killed', 60_000],
  ['a condition does not hold', 'killed', 60_000],
  ['> becomes >=', 'survived', 60_000],
  ['null is returned', 'invalid', 60_000],
])('%s: the verdict is %s, and the file is restored', async (what, verdict, most_ms) => {
  const mutation = mutationsOf('toy.ts', TOY).find((one) => one.what === what);
  if (mutation === undefined) throw new Error(`no mutation \`${what}\``);
  const judging: Judging = {
    compiles: ['sh', '-c', '! grep -q null toy.ts'],
    steps: [['true'], [process.execPath, 'check.ts']],
    most_ms,
  };
  expect(await copy.judge('toy.ts', mutation, judging)).toBe(verdict);
  expect(readFileSync(join(copy.folder, 'toy.ts'), 'utf8')).toBe(TOY);
});

test('a step that does not end is killed at the time limit', async () => {
  const mutation = {
    what: 'never ends',
    start: TOY.indexOf('a > 99'),
    end: TOY.indexOf('a > 99') + 6,
    text: 'true',
  };
  const check = [process.execPath, 'check.ts'] as const;
  const late = { compiles: null, most_ms: 400 };
  expect(await copy.judge('toy.ts', mutation, { ...late, steps: [check] })).toBe('stuck');
  const idle = ['true'] as const;
  const later = { ...late, most_ms: 5000, steps: [idle, check] };
  expect(await copy.judge('toy.ts', mutation, later)).toBe('unknown');
  expect(readFileSync(join(root, 'toy.ts'), 'utf8')).toBe(TOY);
  expect(readdirSync(root).toSorted()).toEqual(['check.ts', 'toy.ts']);
});

test('visits every room before it visits one twice', () => {
  const sources = ['governance/gate/a.ts', 'governance/gate/b.ts', 'schemas/c.ts'].map((file) => ({
    file,
    source: TOY,
  }));
  const files = mutantsOf(sources, 3, []).map(({ file }) => file.split('/')[0]);
  expect(files.slice(0, 4).filter((top) => top === 'schemas')).toHaveLength(2);
  expect(new Set(files.slice(0, 2)).size).toBe(2);
});

test('lists the tests of a file: its own, those of its folder, then those that import it', () => {
  expect(MUTATED).toContain('kernel/building/geometry');
  expect(MUTATED).toContain('clients/plumbline');
  const [first = [], ...more] = testsFor('kernel/building/model/state/evolve.ts');
  expect(first[0]).toBe('test/kernel/building/model/state/evolve.test.ts');
  const rest = more.flat();
  expect([...first, ...rest].some((path) => path.startsWith('test/servers/geometry/'))).toBe(true);
  expect(new Set([...first, ...rest]).size).toBe(first.length + rest.length);
  // Its tests start the program and import nothing of it.
  expect(testsFor('clients/plumbline/commands/doctor.ts').flat()).toContain(
    'test/clients/cli.test.ts',
  );
});
