/** @module tests of the content of elements of imports: what makes no difference between two records. */
import { expect, test } from 'vitest';

import { isSameContent } from '../../../../kernel/base/manifest/same-content.ts';
import type { ElementRecord } from '../../../../schemas/events.ts';

function group(...members: string[][]): ElementRecord {
  return { id: 'G', kind: 'group', params: { members } };
}

test.each([
  ['the order of the members of a set', group(['a', 'b', 'c']), group(['c', 'a', 'b']), true],
  ['a member', group(['a', 'b']), group(['a', 'c']), false],
  ['a further member', group(['a']), group(['a', 'b']), false],
  ['the order in placements', group(['a', 'b'], ['c', 'd']), group(['b', 'a'], ['c', 'd']), false],
])('compares %s', (_, a, b, same) => {
  expect(isSameContent(a, b)).toBe(same);
  expect(isSameContent(b, a)).toBe(same);
});

test('compares such lists of other kinds as they are', () => {
  const wall = (members: string[]): ElementRecord => ({
    id: 'W',
    kind: 'wall',
    params: { members: [members] },
  });
  expect(isSameContent(wall(['a', 'b']), wall(['b', 'a']))).toBe(false);
});
