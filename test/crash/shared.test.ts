/** @module A few seconds of what `node test/crash/run-shared.ts` does for a minute. */
import { expect, test } from 'vitest';

import { postgresServer } from '../kernel/ledger/follow/postgres-server.ts';
import { sharedRounds } from './shared-rounds.ts';

test('machines that share a log lose, double and tear nothing when they are killed and cut off', async ({
  skip,
}) => {
  const server = await postgresServer();
  if (typeof server === 'string') {
    process.stderr.write(`skipped, no PostgreSQL: ${server}\n`);
    skip(server);
    return;
  }
  const url = await server.freshDatabase();
  const report = await sharedRounds({ url, seconds: 3, seed: 7, writers: 1 });
  await server.stop();
  expect(report.violations).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(0);
  expect(report.kills + report.cuts).toBeGreaterThan(0);
});
