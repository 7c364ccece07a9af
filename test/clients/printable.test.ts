/** @module foreign text cannot move the cursor, colour, hide or reorder. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { fitted, printable, wrapped } from '../../clients/plumbline/printable.ts';

test.each([
  ['plain „text“ 中文 é', 'plain „text“ 中文 é'],
  ['\u001b[2Jgone', '\\u{1b}[2Jgone'],
  ['a\u202Eb', 'a\\u{202e}b'],
  ['a\u200Bb\uFEFF', 'a\\u{200b}b\\u{feff}'],
  ['two\nlines\r', 'two\\nlines\\u{d}'],
  ['\u009b31m', '\\u{9b}31m'],
  ['\uD800', '\\u{d800}'],
  ['\u2028', '\\u{2028}'],
])('%j is written %j', (text, safe) => {
  expect(printable(text)).toBe(safe);
});

test('what is cut says so, at exactly the width', () => {
  expect(fitted('abcde', 5)).toBe('abcde');
  expect(fitted('abcdef', 5)).toBe('abcd…');
  expect(fitted('\u001bx', 6)).toBe('\\u{1b…');
});

test('any text becomes lines without controls, none wider than asked', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.integer({ min: 10, max: 100 }),
      (text, width) => {
        for (const line of wrapped(text, width)) {
          expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
          expect(Array.from(line).length).toBeLessThanOrEqual(width);
        }
      },
    ),
  );
});
