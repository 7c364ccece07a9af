/** @module rate.test: calls per minute: one bucket per principal at the keeper, for all processes and across restarts. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { rateLimit, type RateLimit } from '../../../governance/gate/limits/rate.ts';
import type { CallsReply, CallsRequest } from '../../../governance/keeper/protocol/protocol.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { WorkspacePolicy } from '../../../schemas/permissions.ts';
import { START_MS, Workspace } from '../keeper/handlers/workspace.ts';

let workspace: Workspace;
let asked: number;
const found = async (rate_limit_per_minute: number | null): Promise<void> => {
  workspace = await Workspace.found({ policy: WorkspacePolicy.parse({ rate_limit_per_minute }) });
};
beforeEach(() => {
  asked = 0;
});
afterEach(async () => {
  await workspace[Symbol.asyncDispose]();
});

const calls = async (request: CallsRequest): Promise<CallsReply> => {
  asked += 1;
  return workspace.transact((tx) => workspace.handlers.calls(tx, request));
};
const take = (wanted: number, name = 'robot') => calls({ name, calls: wanted });

/** How many of these calls a process may make now. */
async function made(limit: RateLimit, count: number, per_minute: number): Promise<number> {
  let ok = 0;
  for (let call = 0; call < count; call += 1) {
    const refusal: unknown = await limit('robot', workspace.now_ms, per_minute).then(
      () => null,
      (error: unknown) => error,
    );
    if (refusal === null) ok += 1;
    else if (!(refusal instanceof Refusal) || refusal.body.name !== 'RATE_LIMITED') throw refusal;
  }
  return ok;
}

describe('the keeper', () => {
  test('the keeper grants the calls of a minute, then one for each that expires', async () => {
    await found(60);
    expect(await take(60)).toEqual({ granted: 60, retry_after_ms: 0 });
    expect(await take(1)).toEqual({ granted: 0, retry_after_ms: 1000 });
    workspace.now_ms += 999;
    expect(await take(1)).toEqual({ granted: 0, retry_after_ms: 1 });
    workspace.now_ms += 1;
    expect(await take(5)).toEqual({ granted: 1, retry_after_ms: 0 });
    workspace.now_ms += 600_000;
    expect(await take(100)).toEqual({ granted: 60, retry_after_ms: 0 });
    expect(await take(60, 'other')).toEqual({ granted: 60, retry_after_ms: 0 });
  });

  test('a restarted keeper counts the calls of the last minute from the log', async () => {
    await found(60);
    const call = (name: string, over = {}) => ({
      kind: 'call' as const,
      principal: { name },
      ...over,
    });
    const record = (drafts: readonly ReturnType<typeof call>[]) =>
      workspace.transact((tx) => workspace.handlers.record(tx, drafts));
    const many = (count: number, name: string, over = {}) =>
      Array.from({ length: count }, () => call(name, over));
    await record(many(30, 'robot'));
    workspace.now_ms = START_MS + 60_000;
    // More than one page, so that those of the robot are on two pages.
    await record([...many(10, 'robot'), ...many(1000, 'other'), ...many(15, 'robot')]);
    await record(many(20, 'robot', { error: 'RATE_LIMITED' }));
    workspace.restart();
    expect(await take(60)).toEqual({ granted: 35, retry_after_ms: 0 });
    expect(await take(60, 'other')).toMatchObject({ granted: 0 });
  });
});

describe('an entry in an unknown form', () => {
  test.each([[{ name: 5 }], ['robot'], [null], [{}], [[1]]])(
    'an entry in an unknown form does not count as a call: principal %j',
    async (principal) => {
      await found(60);
      const entries = [{ kind: 'call' as const, principal, error: { a: 1 } }];
      await workspace.transact((tx) => workspace.handlers.record(tx, entries));
      workspace.restart();
      expect(await take(1)).toEqual({ granted: 1, retry_after_ms: 0 });
      const rows = await workspace.transact((tx) => tx.auditAfter(0, 10));
      workspace.handlers.followed(rows);
      expect(await take(60)).toMatchObject({ granted: 59 });
    },
  );
});

describe('processes', () => {
  test('processes share the rate of a principal', async () => {
    await found(6);
    const [one, two] = [rateLimit({ calls }), rateLimit({ calls })];
    expect((await made(one, 4, 6)) + (await made(two, 10, 6))).toBe(6);
    expect(await made(rateLimit({ calls }), 3, 6)).toBe(0);
    workspace.now_ms += 10_000;
    expect((await made(two, 3, 6)) + (await made(one, 3, 6))).toBe(1);
  });

  test('busy processes request large grants, and idle ones withhold nothing from others', async () => {
    await found(6000);
    const busy = rateLimit({ calls });
    expect(await made(busy, 1000, 6000)).toBe(1000);
    expect(asked).toBeLessThan(30);
    workspace.now_ms += 1000;
    asked = 0;
    expect(await made(busy, 1, 6000)).toBe(1);
    workspace.now_ms += 1000;
    expect(await made(busy, 1, 6000)).toBe(1);
    expect(asked).toBe(2);
  });

  test('a process with many calls at once sends the keeper one request', async () => {
    await found(6000);
    const limit = rateLimit({ calls });
    await Promise.all(Array.from({ length: 7 }, () => limit('robot', START_MS, 6000)));
    expect(asked).toBe(3);
  });

  test('processes send no requests without a limit', async () => {
    await found(null);
    await rateLimit({ calls })('robot', START_MS, null);
    expect(asked).toBe(0);
    expect(await take(1_000_000)).toEqual({ granted: 1_000_000, retry_after_ms: 0 });
  });
});
