/** @module tests of names that a misspelt one may mean. */
import { expect, test } from 'vitest';

import { looksLike, nearestFirst } from '../../../../../kernel/building/model/plan/names.ts';

test.each([
  ['Bathrom', 'Bathroom', true],
  ['bathroom', 'Bathroom 2', true],
  ['Kitchn', 'Kitchen', true],
  // A name of one or two letters is part of many words.
  ['Bathrom', 'A', false],
  ['Bathrom', 'th', false],
  ['c1', 'Hall', false],
  ['c1', 'c2', true],
  ['xyzzy', 'Study', false],
])('%s may mean %s: %s', (name, known, expected) => {
  expect(looksLike(name, known)).toBe(expected);
});

test('the closest name comes before names of one letter', () => {
  const [first] = nearestFirst('Bathrom', ['A', 'B', 'H', 'M', 'Bathroom']);
  expect(first).toBe('Bathroom');
});
