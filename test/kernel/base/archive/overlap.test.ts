/** @module tests of entries of archives that share bytes. */
import { expect, test } from 'vitest';

import { overlappingEntry } from '../../../../kernel/base/archive/overlap.ts';

function entry(fileName: string, relativeOffsetOfLocalHeader: number, compressedSize: number) {
  return { fileName, relativeOffsetOfLocalHeader, compressedSize };
}

test('entries one after the other in any order share nothing', () => {
  expect(overlappingEntry([])).toBeNull();
  expect(overlappingEntry([entry('b', 131, 7), entry('a', 0, 100)])).toBeNull();
});

test('an entry that begins in another one is named', () => {
  expect(overlappingEntry([entry('a', 0, 100), entry('b', 0, 100)])).toBe('b');
  expect(overlappingEntry([entry('a', 0, 100), entry('b', 129, 7)])).toBe('b');
});
