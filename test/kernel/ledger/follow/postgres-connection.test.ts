/** @module A connection to a real PostgreSQL: answers that arrive while this process computes are not taken for late ones. */
import { expect, test } from 'vitest';

import { postgresConnection } from '../../../../kernel/ledger/follow/postgres-connection.ts';
import { postgresServer } from './postgres-server.ts';

/** Longer than an answer may take (ms). */
const BLOCKED_MS = 3000;

test('an answer that arrived while this process computed for long is taken', async ({ skip }) => {
  const server = await postgresServer();
  if (typeof server === 'string') {
    process.stderr.write(`skipped, no PostgreSQL: ${server}\n`);
    skip(server);
    return;
  }
  const connection = postgresConnection(server.url, async () => undefined);
  await connection.run('SELECT 1');
  const answer = connection.run('SELECT 2');
  // The statement leaves first.
  setImmediate(() => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
  });
  expect((await answer).rows).toEqual([[2]]);
  await connection.close();
  await server.stop();
});
