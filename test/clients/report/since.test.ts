/** @module since.test: the option `--since` as time, date, duration and event. */
import { describe, expect, test } from 'vitest';

import { startOf, startWords } from '../../../clients/plumbline/report/since.ts';

const HEAD = '2026-03-10T12:00:00.000Z';

describe('--since', () => {
  test.each([
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T08:00', '2026-03-01T08:00:00.000Z'],
    ['2026-03-01T08:00Z', '2026-03-01T08:00:00.000Z'],
    ['2026-03-01T08:00:30.5Z', '2026-03-01T08:00:30.500Z'],
    ['2026-03-01T08:00:00+02:00', '2026-03-01T06:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['30m', '2026-03-10T11:30:00.000Z'],
    ['2h', '2026-03-10T10:00:00.000Z'],
    ['3d', '2026-03-07T12:00:00.000Z'],
    ['1w', '2026-03-03T12:00:00.000Z'],
    ['#120', 'event 120'],
  ])('%s is %s', (given, words) => {
    expect(startWords(startOf(given, HEAD))).toBe(words);
  });

  test.each([
    '',
    '3',
    'x',
    '3y',
    '#',
    '#1x',
    '2026-02-30',
    '2026-13-01',
    '2026-03-01T25:00',
    '-2h',
    '1e3d',
    '2026-03-01T08:00+0200',
  ])('refuses `%s`', (given) => {
    expect(() => startOf(given, HEAD)).toThrow(/invalid --since/);
  });
});
