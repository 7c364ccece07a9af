/** @module A few seconds of what `node test/crash/run-hubs.ts` does for a minute. */
import { expect, test } from 'vitest';

import { postgresServer } from '../kernel/ledger/follow/postgres-server.ts';
import { hubRounds } from './hubs/hub-rounds.ts';

test('two hubs and two servers on one database keep what they have acknowledged when they are killed and cut off, and the database crashes', async ({
  skip,
}) => {
  const server = await postgresServer();
  if (typeof server === 'string') {
    process.stderr.write(`skipped, no PostgreSQL: ${server}\n`);
    skip(server);
    return;
  }
  const { book, disturbances, stored } = await hubRounds({
    url: await server.freshDatabase(),
    // A restarted server loads its tools with its first call, before a deletion can wait for its approval.
    seconds: 15,
    seed: 3,
    servers: 1,
    kinds: { processes: true, network: true, database: server.own },
  });
  await server.stop();
  expect(book.violations).toEqual([]);
  expect(stored.walls).toBeGreaterThan(0);
  expect(stored.deleted).toBeGreaterThan(0);
  const { kills, cuts, silences, crashes } = disturbances;
  expect(kills + cuts + silences + crashes).toBeGreaterThan(0);
});
