/** @module invisible-characters.test: all invisible code points are replaced, and ordinary text is unchanged. */
import { expect, test } from 'vitest';

import {
  codePointEscape,
  jsonEscape,
  withoutUnseen,
} from '../../../../kernel/base/text/invisible-characters.ts';

const escaped = (text: string): string => withoutUnseen(text, codePointEscape);

const CODE_POINTS = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));

/** Code points of a property that pass unchanged between two letters. */
function unchangedCodePoints(property: RegExp): readonly string[] {
  const all = CODE_POINTS.filter((character) => property.test(character));
  expect(all.length).toBeGreaterThan(0);
  const text = escaped(all.map((character) => `a${character}b`).join(''));
  return Array.from(text)
    .filter((character) => property.test(character))
    .map(codePointEscape);
}

test.each([
  ['default ignorables', /^\p{Default_Ignorable_Code_Point}$/u],
  ['controls', /^\p{Cc}$/u],
  ['format characters', /^\p{Cf}$/u],
  ['private use', /^\p{Co}$/u],
  ['unassigned code points and noncharacters', /^\p{Cn}$/u],
  ['surrogates', /^\p{Cs}$/u],
  ['line and paragraph separators', /^[\p{Zl}\p{Zp}]$/u],
  ['spaces other than U+0020', /^[^\P{Zs} ]$/u],
  ['bidirectional controls', /^\p{Bidi_Control}$/u],
  ['variation selectors', /^\p{Variation_Selector}$/u],
  ['joiners', /^\p{Join_Control}$/u],
  ['blanks without a property', /^[\u115f\u1160\u2800\u3164\uffa0\ufffc\u{1d159}\u{13441}]$/u],
])('all code points of this kind are replaced: %s', (_, property) => {
  expect(unchangedCodePoints(property)).toEqual([]);
});

test('letters, numbers, punctuation and symbols are unchanged, except blank ones', () => {
  const shown = /^[\p{L}\p{N}\p{P}\p{S} ]$/u;
  const all = CODE_POINTS.filter((character) => shown.test(character));
  const stay = new Set(escaped(all.join('')));
  const replaced = all.filter((character) => !stay.has(character));
  expect(replaced.map(codePointEscape)).toEqual(
    [0x115f, 0x1160, 0x2800, 0x3164, 0xffa0, 0xfffc, 0x13441, 0x13442, 0x1d159].map((code) =>
      codePointEscape(String.fromCodePoint(code)),
    ),
  );
});

test.each([
  'Grundriss „Süd“ – Ebene 2',
  'cafe\u0301, Việt Nam, Viê\u0323t Nam',
  'दीवार क्षेत्र',
  'ผนังชั้นที่สอง',
  'جدار مُحَمَّد',
  'דֶּלֶת שֶׁל־בַּיִת',
  'བསྒྲུབས་པ',
  'ကြွှေ့',
  '외벽 한글',
  '壁、東京。',
  '→ ≤ 200 mm², ⌀12 ✓ 🏠',
])('ordinary text is unchanged: %s', (text) => {
  expect(escaped(text)).toBe(text);
});

test.each([
  ['a\u034fb', String.raw`a\u{34f}b`],
  ['a\u17b4\u17b5b', String.raw`a\u{17b4}\u{17b5}b`],
  ['❤\ufe0f', String.raw`❤\u{fe0f}`],
  ['1\ufe0f\u20e3', String.raw`1\u{fe0f}\u{20e3}`],
  ['a\u{e0101}', String.raw`a\u{e0101}`],
  ['\ufffc', String.raw`\u{fffc}`],
  ['می\u200cخواهم', String.raw`می\u{200c}خواهم`],
  ['\u00a0', String.raw`\u{a0}`],
])('%j is replaced with %j', (text, safe) => {
  expect(escaped(text)).toBe(safe);
});

test.each([
  [
    'a fifth nonspacing mark',
    'a\u0300\u0301\u0302\u0303\u0304\u0305',
    'a\u0300\u0301\u0302\u0303\\u{304}\\u{305}',
  ],
  ['a repeated mark', 'e\u0301\u0301\u0302', 'e\u0301\\u{301}\\u{302}'],
  ['a mark at the beginning', '\u0338x', '\\u{338}x'],
  ['a mark on a space', 'a \u0301', 'a \\u{301}'],
  ['a mark on an invisible letter', '\u3164\u0301', '\\u{3164}\\u{301}'],
  ['a mark after an invisible mark', 'a\u034f\u0301', 'a\\u{34f}\\u{301}'],
])('withoutUnseen replaces %s', (_, text, safe) => {
  expect(escaped(text)).toBe(safe);
  expect(escaped(safe)).toBe(safe);
});

test('jsonEscape writes a code point above U+FFFF as two escapes', () => {
  expect(withoutUnseen('\u{e0041}', jsonEscape)).toBe(String.raw`\udb40\udc41`);
});
