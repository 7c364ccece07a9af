/** @module record.test: entries of any form are recorded with principal, tool and reasoning, and block no later call. */
import { expect, test } from 'vitest';

import { Workspace } from './workspace.ts';

test('an entry with a lone surrogate keeps principal, tool and reasoning', async () => {
  await using ws = await Workspace.found();
  const principal = { kind: 'agent', name: 'robot', user_id: 'u', agent_id: 'a' };
  const entry = { server: 'geometry', session_id: 's', outcome: 'refused', error: 'UNKNOWN_TOOL' };
  await ws.transact((tx) =>
    ws.handlers.record(tx, [
      { kind: 'call', tool: 'a\uD83D', reasoning: 'why', principal, ...entry },
    ]),
  );
  const [row] = await ws.transact(async (tx) =>
    tx.auditAfter(((await tx.auditHead())?.seq ?? 0) - 1, 1),
  );
  expect(JSON.parse(row?.body ?? '')).toMatchObject({
    kind: 'call',
    tool: 'a\uFFFD',
    reasoning: 'why',
    principal,
    ...entry,
    left_out: { because: 'LONE_SURROGATE at /tool' },
  });
});
