/** @module branch-glob.test: branch patterns match like the equivalent regular expression, without its cost. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { matchesGlob } from '../../../governance/access/branch-glob.ts';
import { matchesBranch } from '../../../governance/access/scope.ts';

/** The equivalent expression of a pattern. It backtracks, so it is used for short patterns only. */
function expressionOf(pattern: string): RegExp {
  const source = pattern.replaceAll(/\*\*|[*?]|[^*?]+/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    return part.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${source}$`, 'u');
}

/** Runs, separators, special characters of expressions, line ends, and pairs and halves of surrogates. */
const PARTS = [
  'a',
  'b',
  '/',
  '.',
  '$',
  '-',
  '(',
  '\\',
  '\n',
  '\u2028',
  'é',
  '😀',
  '\ud83d',
  '\ude00',
];

function text(parts: readonly string[], maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...parts), { maxLength }).map((chosen) => chosen.join(''));
}

describe('matchesGlob', () => {
  it.each<[string, string, boolean]>([
    ['main', 'main', true],
    ['main', 'mainx', false],
    ['', '', true],
    ['', 'a', false],
    ['*', '', true],
    ['*', 'a/b', false],
    ['**', 'a/b', true],
    ['?', '/', false],
    ['?', '', false],
    ['?', '😀', true],
    ['d/*', 'd/x', true],
    ['d/*', 'd/x/y', false],
    ['d/**', 'd/x/y', true],
    ['**/x', 'x', false],
    ['***', 'a/b', true],
    ['a.c', 'abc', false],
    ['*/**', 'a/b/c', true],
    ['**', 'a\nb', false],
    ['*', 'a\nb', true],
  ])('matches `%s` against `%s`: %s', (pattern, branch, want) => {
    expect(matchesGlob(pattern, branch)).toBe(want);
  });

  it.each<[readonly string[], string, boolean]>([
    [['design/?'], 'design/a', true],
    [['design/?'], 'design//', false],
    [['design/?'], 'design/ab', false],
    [['main', 'design/?'], 'design/a', true],
    [[], 'main', false],
  ])(
    'matches branches by the patterns %j of a scope: `%s` returns %s',
    (patterns, branch, want) => {
      expect(matchesBranch(patterns, branch)).toBe(want);
    },
  );

  it('matches every branch that the equivalent expression of a pattern matches, and no other', () => {
    fc.assert(
      fc.property(text([...PARTS, '*', '*', '**', '?'], 7), text(PARTS, 8), (pattern, branch) => {
        expect(matchesGlob(pattern, branch)).toBe(expressionOf(pattern).test(branch));
      }),
      { numRuns: 20_000 },
    );
  });

  it('matches patterns of few different characters like their equivalent expressions', () => {
    fc.assert(
      fc.property(
        text(['a', 'b', '/', '*', '**', '?'], 7),
        text(['a', 'b', '/'], 8),
        (pattern, branch) => {
          expect(matchesGlob(pattern, branch)).toBe(expressionOf(pattern).test(branch));
        },
      ),
      { numRuns: 20_000 },
    );
  });

  it('matches a long branch name against the longest pattern of runs', () => {
    const pattern = `b${'*a'.repeat(99)}c`;
    expect(matchesBranch(Array<string>(10).fill(pattern), `b${'a'.repeat(1000)}`)).toBe(false);
    expect(matchesBranch([`b${'**a'.repeat(66)}`], `b${'a/'.repeat(500)}a`)).toBe(true);
  });
});
