/** @module The crash run of `npm run test:crash`, shorter. */
import { expect, test } from 'vitest';

import { crashRounds } from './rounds.ts';

test('10 kills of keeper and writers lose, double and tear nothing [LED-1]', async () => {
  const report = await crashRounds({ kills: 10, seed: 20_260_102, writers: 3 });
  expect(report.violations).toEqual([]);
  expect(report.kills.keeper + report.kills.writer).toBe(10);
  expect(report.kills.keeper).toBeGreaterThan(0);
  expect(report.acknowledged).toBeGreaterThan(50);
});
