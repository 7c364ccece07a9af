/** @module tests of captions: nothing in them can be taken for something else, and nothing is longer than its line. */
import { expect, test } from 'vitest';

import { fitted, wrapped } from '../../../kernel/picture/caption.ts';
import { waysOf } from '../../../kernel/picture/ways.ts';

test('letters that we cannot draw are written as their numbers, marks on letters left out', () => {
  expect(fitted('Küche `wall_1`', 40)).toBe('Kuche `wall_1`');
  expect(fitted('a\u202eb', 40)).toBe('a\\u{202e}b');
  expect(fitted('a\nb', 40)).toBe('a\\u{a}b');
  expect(fitted('門', 40)).toBe('\\u{9580}');
});

test('what is too long is cut off, and says so', () => {
  expect(fitted('abcdefgh', 8)).toBe('abcdefgh');
  expect(fitted('abcdefghi', 8)).toBe('abcde...');
  expect(fitted('\ufdfa'.repeat(100_000), 12)).toHaveLength(12);
  expect(wrapped('the wall and the column overlap', 16, 2)).toEqual([
    'the wall and the',
    'column overlap',
  ]);
  const long = wrapped('x'.repeat(100_000), 16, 2);
  expect(long).toEqual(['x'.repeat(16), `${'x'.repeat(13)}...`]);
});

test('ways are read from lists of points, and from nothing else', () => {
  const path = [
    { x: 0, y: 0 },
    { x: 1, y: 2, z: 3 },
  ];
  const way = [
    { x: 0, y: 0, z: 0 },
    { x: 1, y: 2, z: 3 },
  ];
  expect(waysOf({ path })).toEqual([way]);
  expect(waysOf({ path, paths: [path, [{ x: 1, y: 1 }], 'x', null] })).toEqual([way, way]);
  for (const odd of ['x', 7, null, {}, [1, 2], [{ x: 'a', y: 1 }, { y: 1 }]]) {
    expect(waysOf({ path: odd, paths: odd })).toEqual([]);
  }
});
