/** @module postgres-connection.test: answers that arrive while this process is busy do not count as late. */
import { expect, test } from 'vitest';

import { postgresConnection } from '../../../../kernel/ledger/follow/postgres-connection.ts';
import { postgresServer } from './postgres-server.ts';

/** Time for which this process is busy; longer than the time limit for an answer, ms. */
const BLOCKED_MS = 3000;

test('an answer that arrived while this process was busy is accepted', async ({ skip }) => {
  const server = await postgresServer();
  if (typeof server === 'string') {
    process.stderr.write(`skipped, no PostgreSQL: ${server}\n`);
    skip(server);
    return;
  }
  const connection = postgresConnection(server.url, async () => undefined);
  await connection.run('SELECT 1');
  const answer = connection.run('SELECT 2');
  // Blocks this process after the statement was sent.
  setImmediate(() => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
  });
  expect((await answer).rows).toEqual([[2]]);
  await connection.close();
  await server.stop();
});
