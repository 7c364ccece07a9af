/** @module printable.test: untrusted text cannot move the cursor, colour, hide or reorder text. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  truncate,
  printable,
  printableJson,
  verbatim,
  wrapLines,
  wrapParagraphs,
} from '../../../../kernel/base/text/printable.ts';

test.each([
  ['plain „text“ 中文 é', 'plain „text“ 中文 é'],
  ['\u001b[2Jgone', '\\u{1b}[2Jgone'],
  ['a\u202Eb', 'a\\u{202e}b'],
  ['a\u200Bb\uFEFF', 'a\\u{200b}b\\u{feff}'],
  ['two\nlines\r', 'two\\nlines\\u{d}'],
  ['\u009b31m', '\\u{9b}31m'],
  ['\uD800', '\\u{d800}'],
  ['\u2028', '\\u{2028}'],
  ['a\u3164\u2800b', 'a\\u{3164}\\u{2800}b'],
  ['a\u034fb\ufe0f\ufffc', 'a\\u{34f}b\\u{fe0f}\\u{fffc}'],
  ['\u17b4\u00a0\u{e0101}', '\\u{17b4}\\u{a0}\\u{e0101}'],
])('%j is printed as %j', (text, safe) => {
  expect(printable(text)).toBe(safe);
});

test('no invisible code point is printed in a line or in JSON', () => {
  const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|[^\P{Zs} ]/u;
  // One in 97 of the private and unassigned code points, which are the majority; the test of invisible characters covers all.
  const text = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code))
    .filter((character, code) => code % 97 === 0 || !/[\p{Co}\p{Cn}]/u.test(character))
    .map((character) => `a${character}b`)
    .join('');
  expect(unseen.test(printable(text))).toBe(false);
  expect(unseen.test(printableJson(text))).toBe(false);
  expect(JSON.parse(printableJson(text)) === text).toBe(true);
});

test('a truncated text ends in an ellipsis at exactly the width', () => {
  expect(truncate('abcde', 5)).toBe('abcde');
  expect(truncate('abcdef', 5)).toBe('abcd…');
  expect(truncate('\u001bx', 6)).toBe('\\u{1b…');
});

test('any text becomes lines without control characters, none wider than the limit', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.integer({ min: 10, max: 100 }),
      (text, width) => {
        for (const line of [...wrapLines(text, width), ...wrapParagraphs(text, width)]) {
          expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
          expect(Array.from(line).length).toBeLessThanOrEqual(width);
        }
      },
    ),
  );
});

test('a text starts new lines only where paragraphs are allowed', () => {
  expect(wrapLines('a\nb c', 80)).toEqual(['a\\nb c']);
  expect(wrapParagraphs('a\r\nb c', 3)).toEqual(['a', 'b c']);
});

test('any value becomes JSON without control characters that parses to the same value', () => {
  const unsafe = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
  const printed = printableJson({ name: '\u009b31m\u202e\u{e0041}' });
  expect(printed).toBe(String.raw`{"name":"\u009b31m\u202e\udb40\udc41"}`);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(undefined, 2), (text, indent) => {
      const json = printableJson({ [text]: [text] }, indent);
      expect(json).not.toMatch(unsafe);
      expect(JSON.parse(json)).toEqual({ [text]: [text] });
    }),
  );
});

test('the indentation of a program is kept', () => {
  expect(verbatim('if x:\n    a()\nb()\t', 8)).toEqual(['if x:', '    a()', String.raw`b()\t`]);
  expect(verbatim('  abcdefgh', 8)).toEqual(['  abcdef', 'gh']);
});
