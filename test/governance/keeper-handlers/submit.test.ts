/** @module submit: what is committed, what waits for people, what is refused, at the exact limits. */
import { describe, expect, it } from 'vitest';

import type { AgentRecord } from '../../../schemas/governance.ts';
import { AgentPermissions } from '../../../schemas/permissions.ts';
import {
  created,
  deleted,
  modified,
  outcome,
  person,
  POLICY,
  ROBOT,
  Workspace,
} from './workspace.ts';

const walls = (count: number, from = 0): ReturnType<typeof created>[] =>
  Array.from({ length: count }, (_, index) => created(`w${from + index}`));

function robot(changes: Partial<AgentPermissions>): AgentRecord {
  return { ...ROBOT, permissions: { ...ROBOT.permissions, ...changes } };
}

describe('submit', () => {
  it('commits what needs nobody, once', async () => {
    await using ws = await Workspace.found();
    const plan = await ws.plan(walls(2));
    const first = await ws.send(plan);
    const again = await ws.send(plan);
    expect(first).toMatchObject({
      status: 'committed',
      first_seq: 1,
      last_seq: 2,
      event_id: plan.events[0]?.event_id,
      replayed: false,
      data: { planned: true },
    });
    expect(again).toEqual({ ...first, replayed: true });
    expect(await ws.transact((tx) => tx.headSeq())).toBe(2);
    expect(await ws.verify()).toMatchObject({ ok: true, entries: 2, events: 2 });
  });

  it.each([
    [50, 'committed'],
    [51, 'pending'],
    [100, 'pending'],
    [101, 'ELEMENT_LIMIT_EXCEEDED'],
  ])('%i affected: %s', async (count, want) => {
    await using ws = await Workspace.found();
    expect(outcome(await ws.submit(walls(count)))).toBe(want);
  });
});
