/** @module tests of the values of conflicts: short ones unchanged, long ones as the beginning of their JSON. */
import { expect, test } from 'vitest';

import { shownValue } from '../../../servers/building/branch-arguments.ts';

test.each([['short'], [null], [undefined], [{ x: 1 }], ['y'.repeat(298)]])(
  '%j is shown as it is',
  (value) => {
    expect(shownValue(value)).toBe(value);
  },
);

test('a longer value is shown as the first 300 characters of its JSON', () => {
  expect(shownValue('y'.repeat(299))).toBe(`"${'y'.repeat(299)}…`);
  const points = Array.from({ length: 100 }, (_, x) => ({ x }));
  expect(shownValue(points)).toBe(`${JSON.stringify(points).slice(0, 300)}…`);
});
