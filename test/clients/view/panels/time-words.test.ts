import { expect, test } from 'vitest';

import { needSeconds, timeWords } from '../../../../clients/view/components/time.tsx';

test.each([
  ['two times of one minute', ['2026-11-30T13:36:07.100Z', '2026-11-30T13:36:09.100Z'], true],
  ['one time twice', ['2026-11-30T13:36:07.100Z', '2026-11-30T13:36:07.100Z'], false],
  ['two minutes', ['2026-11-30T13:36:07.100Z', '2026-11-30T13:37:07.100Z'], false],
  ['nothing', [], false],
])('a list with %s has seconds or not', (_, times, expected) => {
  expect(needSeconds(times)).toBe(expected);
});

test('a time has seconds where they are needed, and another text stays', () => {
  expect(timeWords('2026-11-30T13:36:07.100Z')).toMatch(/^30 Nov 2026, \d\d:36$/);
  expect(timeWords('2026-11-30T13:36:07.100Z', true)).toMatch(/^30 Nov 2026, \d\d:36:07$/);
  expect(timeWords('some day')).toBe('some day');
});
