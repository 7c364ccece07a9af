/** @module Servers of one host whose log is in PostgreSQL, and that start together on a busy processor, all answer. */
import { expect, test } from 'vitest';

import { testWorkspace } from '../../e2e/connect.ts';
import { postgresServer } from '../../kernel/ledger/follow/postgres-server.ts';
import { startTogether } from './start-together.ts';

test('six servers on PostgreSQL that start together on a busy processor all answer', async ({
  skip,
}) => {
  const server = await postgresServer();
  if (typeof server === 'string') {
    process.stderr.write(`skipped, no PostgreSQL: ${server}\n`);
    skip(server);
    return;
  }
  const { dir, remove } = testWorkspace(false);
  const env = { PLUMBLINE_DATABASE_URL: await server.freshDatabase() };
  try {
    for (const busy of [3, 1]) {
      const answers = await startTogether(dir, { busy, env });
      expect(answers.map(({ called, code }) => ({ called, code }))).toEqual(
        Array.from({ length: 6 }, () => ({ called: true, code: 0 })),
      );
    }
  } finally {
    remove();
    await server.stop();
  }
});
