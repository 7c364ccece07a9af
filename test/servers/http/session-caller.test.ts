/** @module session-caller.test: the caller of a session during concurrent requests of several callers. */
import { expect, test } from 'vitest';

import type { Connection } from '../../../governance/access/principal.ts';
import type { Caller } from '../../../servers/http/endpoint.ts';
import { SessionCaller } from '../../../servers/http/session-caller.ts';

function callerOf(name: string): Caller {
  const connect = (session_id: string): Connection => ({
    identify: () => ({
      principal: { kind: 'agent', name, user_id: 'user', agent_id: 'agent', session_id },
      refusal: null,
    }),
  });
  return { owner: 'owner', name, within: null, connect };
}

test('each request acts as its sender, and the rest of the session as the sender of the last one', async () => {
  const session = new SessionCaller('ses_1', callerOf('first'));
  const other = new SessionCaller('ses_2', callerOf('other'));
  const acting = (of = session): string => of.identify().principal.name;
  const [started, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const seen: string[] = [];
  const slow = session.answer(callerOf('slow'), async () => {
    started.resolve();
    await go.promise;
    seen.push(`slow: ${acting()}, ${acting(other)}`);
  });
  await started.promise;
  await session.answer(callerOf('quick'), async () => {
    await Promise.resolve();
    seen.push(`quick: ${acting()}`);
  });
  expect(acting()).toBe('quick');
  go.resolve();
  await slow;
  expect(seen).toEqual(['quick: quick', 'slow: slow, other']);
  expect(session.identify().principal.session_id).toBe('ses_1');
});
