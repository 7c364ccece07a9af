/** @module tests of captions: different texts look different, and no text is wider than its maximum width. */
import { expect, test } from 'vitest';

import { caption } from '../../../../kernel/documents/drawings/shapes.ts';
import { shownText, textWidth } from '../../../../kernel/documents/drawings/text/fonts.ts';
import {
  fittedText,
  wrappedText,
} from '../../../../kernel/documents/drawings/text/text-outlines.ts';

/** The text of a caption, and the characters that the font shows for it. */
function written(text: string, width_mm = 200): readonly string[] {
  const item = caption({ x: 0, y: 0 }, text, width_mm);
  return item.shape === 'text' ? [item.text, shownText(item.text)] : [];
}

test('captions write invisible characters as code points, and drawing does so for characters missing in the font', () => {
  expect(written('Küche `wall_1`')).toEqual(['Küche `wall_1`', 'Küche `wall_1`']);
  expect(written('a\u202eb\nc')).toEqual(['a\\u{202e}b\\u{a}c', 'a\\u{202e}b\\u{a}c']);
  expect(written('門')).toEqual(['門', '\\u{9580}']);
});

test('fittedText truncates a text that exceeds the width and appends an ellipsis', () => {
  const width = textWidth('abcdefgh', 3, false);
  expect(fittedText('abcdefgh', width, 3)).toBe('abcdefgh');
  const cut = fittedText('abcdefghi', width, 3);
  expect(cut).toMatch(/^abcde.*…$/);
  expect(textWidth(cut, 3, false)).toBeLessThanOrEqual(width);
  expect(fittedText('abc', 0, 3)).toBe('…');
  const long = fittedText('\ufdfa'.repeat(100_000), width, 3);
  expect(textWidth(long, 3, false)).toBeLessThanOrEqual(width);
});

test('wrappedText breaks lines between words and truncates the last line and words that are too wide', () => {
  const limits = { width: textWidth('the wall and the', 3, false) + 0.01, size: 3, most: 2 };
  expect(wrappedText('the wall and the column overlap', limits)).toEqual([
    'the wall and the',
    'column overlap',
  ]);
  const [first, second, ...rest] = wrappedText('the wall and the column overlaps in it', limits);
  expect([first, rest]).toEqual(['the wall and the', []]);
  expect(second).toMatch(/^column.*…$/);
  expect(wrappedText('x'.repeat(100_000), limits)).toEqual([expect.stringMatching(/^x+…$/)]);
});
