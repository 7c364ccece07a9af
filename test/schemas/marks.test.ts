/** @module marks.test: the limits of marks and comments, and the decisions of older logs. */
import { describe, expect, test } from 'vitest';

import { Comment, Decision, Mark } from '../../schemas/governance.ts';

const at = { x: 0, y: 0, z: 0 };
const long = (units: number): string => 'x'.repeat(units);

describe('a mark', () => {
  test.each<[what: string, mark: object, isValid: boolean]>([
    ['on an element', { text: 'x', element_id: 'w' }, true],
    ['on a place', { text: 'x', at }, true],
    ['on a place of a level', { text: 'x', at, level_id: 'L' }, true],
    ['on both', { text: 'x', element_id: 'w', at, level_id: 'L' }, true],
    ['on nothing', { text: 'x' }, false],
    ['on a level without a place', { text: 'x', element_id: 'w', level_id: 'L' }, false],
    ['without text', { element_id: 'w' }, false],
    ['with an empty text', { text: '', element_id: 'w' }, false],
    ['with spaces alone', { text: ' \n', element_id: 'w' }, false],
    ['with the longest text', { text: long(500), element_id: 'w' }, true],
    ['with a longer text', { text: long(501), element_id: 'w' }, false],
    ['with the longest id', { text: 'x', element_id: long(100) }, true],
    ['with a longer id', { text: 'x', element_id: long(101) }, false],
    ['with an empty id', { text: 'x', element_id: '' }, false],
    ['with an undefined id', { text: 'x', element_id: undefined, at }, false],
    ['far away', { text: 'x', at: { ...at, x: 1e9 } }, true],
    ['farther away', { text: 'x', at: { ...at, x: 1e9 + 1 } }, false],
    ['nowhere', { text: 'x', at: { ...at, z: Number.NaN } }, false],
    ['without height', { text: 'x', at: { x: 0, y: 0 } }, false],
    ['with another field', { text: 'x', element_id: 'w', colour: 'red' }, false],
  ])('%s', (_what, mark, isValid) => {
    expect(Mark.safeParse(mark).success).toBe(isValid);
  });
});

describe('the marks of a decision', () => {
  const decision = {
    approver: 'ann',
    user_id: 'user-ann',
    public_key: '',
    verdict: 'reject',
    reason: null,
    decided_at: '',
    signature: '',
  };
  const marks = (count: number): object[] =>
    Array.from({ length: count }, () => ({ text: 'x', element_id: 'w' }));
  test.each([
    [1, true],
    [50, true],
    [0, false],
    [51, false],
  ])('%i', (count, isValid) => {
    expect(Decision.safeParse({ ...decision, marks: marks(count) }).success).toBe(isValid);
  });
  test('are absent from decisions of older logs', () => {
    expect(Decision.parse(decision)).toEqual(decision);
    expect(Decision.safeParse({ ...decision, marks: undefined }).success).toBe(false);
  });
});

test.each([
  ['x', true],
  [long(2000), true],
  [long(2001), false],
  [' ', false],
])('a comment with the text %#', (text, isValid) => {
  const who = { approver: 'ann', user_id: 'user-ann', public_key: '' };
  const comment = { ...who, text, commented_at: '', challenge: '0'.repeat(64), signature: '' };
  expect(Comment.safeParse(comment).success).toBe(isValid);
});
