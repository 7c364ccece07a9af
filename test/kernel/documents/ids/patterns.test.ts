/** @module patterns: regular expressions of XML Schema. */
import { describe, expect, test } from 'vitest';

import { Pattern, patternFault } from '../../../../kernel/documents/ids/patterns/pattern.ts';

const accepted = (source: string, texts: readonly string[]): readonly string[] => {
  const pattern = new Pattern(source);
  return texts.filter((text) => pattern.matches(text));
};

describe('patterns', () => {
  test.each([
    ['DT[0-9]{2}', ['DT01', 'DT1', 'DT012', 'xDT01'], ['DT01']],
    ['DT.*', ['DT', 'DT\n', 'DTx', 'ADT'], ['DT', 'DTx']],
    ['a|bc|', ['', 'a', 'bc', 'b', 'abc'], ['', 'a', 'bc']],
    ['(ab)+c?', ['ab', 'ababc', 'c', 'abcab'], ['ab', 'ababc']],
    ['a{2,3}', ['a', 'aa', 'aaa', 'aaaa'], ['aa', 'aaa']],
    ['a{2,}', ['a', 'aa', 'aaaaa'], ['aa', 'aaaaa']],
    ['a{0}b', ['b', 'ab'], ['b']],
    ['[a-z-[aeiou]]+', ['bcd', 'bad'], ['bcd']],
    ['[^a-c]', ['a', 'd', '😀'], ['d', '😀']],
    ['[-a]+[b-]', ['a-', '-b', 'ac'], ['a-', '-b']],
    [String.raw`[\d.]+\s\w`, ['1.5 x', '1.5  x', '٣ x'], ['1.5 x', '٣ x']],
    [String.raw`\i\c*`, ['a-1', '1a', '_:é', ''], ['a-1', '_:é']],
    [String.raw`\p{Lu}\P{Lu}`, ['Äb', 'ÄB'], ['Äb']],
    [String.raw`\p{IsGreek}+`, ['αβ', 'ab'], ['αβ']],
    [String.raw`[\p{L}-[\p{IsBasicLatin}]]`, ['é', 'e'], ['é']],
    ['^a$', ['a', '^a$'], ['^a$']],
    [String.raw`\^\$\/\-\.`, ['^$/-.', '^$/-x'], ['^$/-.']],
    ['.', ['😀', '\r', 'ab'], ['😀']],
    ['(?:a|b)c', ['ac', 'c'], ['ac']],
  ])('%s matches whole texts', (source, texts, expected) => {
    expect(accepted(source, texts)).toEqual(expected);
  });

  test.each([
    ['a**', 'has `*` at character 3'],
    ['(a', 'lacks a closing `)`'],
    ['a)', 'has `)` at character 2'],
    ['[a', 'lacks a closing `]`'],
    ['[]', 'has an empty class'],
    ['a{2,1}', 'expected the smaller number first'],
    ['[b-a]', 'expected the smaller character first'],
    [String.raw`\q`, 'XML Schema does not define'],
    ['(?=a)', 'has `?` at character 2'],
    [String.raw`\p{Foo}`, 'has the property `Foo`'],
    ['a\\', 'ends with a backslash'],
  ])('%s is no pattern', (source, fault) => {
    expect(patternFault(source)).toContain(fault);
  });

  test.each([
    ['x'.repeat(10_000_000), 'has 10000000 characters; expected at most 4096'],
    ['('.repeat(3000), 'is nested deeper than 50'],
    ['['.repeat(2000), 'where XML Schema does not allow it'],
    ['((((a{10}){10}){10}){10}){10}', 'expected at most 5000'],
    ['(){999999999}', 'expected at most 5000'],
  ])('a pattern beyond the limits is refused', (source, fault) => {
    expect(patternFault(source)).toContain(fault);
  });

  test('no pattern takes more than linear time', () => {
    const text = 'a'.repeat(20_000);
    for (const source of ['(a*)*b', '(a|a)*b', '(a|aa)+b', '((a?){40}){20}(a{40}){20}']) {
      expect(new Pattern(source).matches(text)).toBe(false);
    }
  });
});
