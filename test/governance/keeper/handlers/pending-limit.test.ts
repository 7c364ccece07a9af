/** @module pending-limit.test: how many approvals of one requester may be pending, and plans that no permission covers. */
import { describe, expect, it } from 'vitest';

import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { AgentRecord } from '../../../../schemas/governance.ts';
import {
  PENDING_DEFAULT,
  WorkspacePolicy,
  type PermissionScope,
} from '../../../../schemas/permissions.ts';
import { created, deleted, modified, outcome, person, ROBOT, Workspace } from './workspace.ts';

const LIMIT = 3;
const policy = WorkspacePolicy.parse({ max_pending_approvals: LIMIT });
const ids = Array.from({ length: PENDING_DEFAULT + 1 }, (_, index) => `w${index}`);

/** A workspace with walls whose deletion can be requested. */
async function withWalls(rules: WorkspacePolicy = policy): Promise<Workspace> {
  const ws = await Workspace.found({ policy: rules });
  for (let from = 0; from < ids.length; from += 50) {
    await ws.submit(ids.slice(from, from + 50).map(created));
  }
  return ws;
}

async function pending(ws: Workspace): Promise<number> {
  return ws.transact(async (tx) => (await tx.approvals('pending', 1000)).length);
}

describe('pending approvals', () => {
  it('are limited by the policy, for each requester [APP-18]', async () => {
    await using ws = await withWalls();
    const other: AgentRecord = { ...ROBOT, name: 'other', agent_id: 'agent-other' };
    await ws.registry({ change: 'agent', record: other, signed: null });
    for (const id of ids.slice(0, LIMIT)) await ws.hold([deleted(id)]);
    const refused = await ws.submit([deleted('w9')]);
    expect(refused).toMatchObject({
      status: 'refused',
      refusal: {
        code: 1205,
        name: 'PENDING_LIMIT_EXCEEDED',
        data: { waiting: LIMIT, limit: LIMIT },
      },
    });
    expect(await pending(ws)).toBe(LIMIT);
    // A repeated request is not a new one, and requests of others do not count.
    expect(await ws.submit([deleted('w0')])).toMatchObject({ status: 'pending', repeated: true });
    expect(outcome(await ws.submit([deleted('w9')], { from: other }))).toBe('pending');
    // Changes that need no approval are still committed.
    expect(outcome(await ws.submit([created('new')]))).toBe('committed');
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it(`are limited to ${PENDING_DEFAULT} if the policy states no limit`, async () => {
    await using ws = await withWalls(WorkspacePolicy.parse({}));
    for (const id of ids.slice(0, PENDING_DEFAULT)) await ws.hold([deleted(id)]);
    const over = ids[PENDING_DEFAULT] ?? '';
    expect(outcome(await ws.submit([deleted(over)]))).toBe('PENDING_LIMIT_EXCEEDED');
  });

  it('make room when one is decided, expires, goes stale or is replaced', async () => {
    await using ws = await withWalls();
    const ann = person('ann');
    await ws.addApprover(ann);
    const [first, second] = [await ws.hold([deleted('w0')]), await ws.hold([deleted('w1')])];
    await ws.hold([deleted('w2')]);
    const next = async (id: string): Promise<string> => outcome(await ws.submit([deleted(id)]));
    expect(await next('w3')).toBe('PENDING_LIMIT_EXCEEDED');
    await ws.decide(first, ann);
    expect(await next('w3')).toBe('pending');
    await ws.decide(second, ann, { verdict: 'reject', reason: 'no' });
    expect(await next('w4')).toBe('pending');
    expect(await next('w5')).toBe('PENDING_LIMIT_EXCEEDED');
    // The same effect on a changed model replaces the earlier approval.
    await ws.submit([modified('w4', 2)]);
    expect(outcome(await ws.submit([deleted('w4', null, 2)]))).toBe('pending');
    expect(await pending(ws)).toBe(LIMIT);
    expect(await next('w5')).toBe('PENDING_LIMIT_EXCEEDED');
    // The stale approval and the expired ones have not been read since.
    await ws.submit([modified('w3', 2)]);
    expect(await next('w5')).toBe('pending');
    expect(await next('w6')).toBe('PENDING_LIMIT_EXCEEDED');
    ws.now_ms += 3_600_000;
    expect(await next('w6')).toBe('pending');
    expect(await pending(ws)).toBe(1);
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('are withdrawn with their agent, which has room again after it is reinstated', async () => {
    await using ws = await withWalls();
    for (const id of ids.slice(0, LIMIT)) await ws.hold([deleted(id)]);
    await ws.registry({
      change: 'agent',
      record: { ...ROBOT, status: 'revoked' },
      signed: null,
    });
    expect(await pending(ws)).toBe(0);
    await ws.registry({ change: 'agent', record: ROBOT, signed: null });
    for (const id of ids.slice(0, LIMIT)) {
      expect(outcome(await ws.submit([deleted(id)]))).toBe('pending');
    }
  });
});

describe('a plan that no gate would have made', () => {
  const join: PlannedEvent = {
    type: 'elements.joined',
    aggregate_id: 'w0',
    payload: { element_ids: ['w0', 'w1'], join_type: 'butt', previous: {} },
  };
  const fork: PlannedEvent = {
    type: 'branch.created',
    aggregate_id: 'design/x',
    payload: { name: 'design/x', from: 'main', from_seq: 0 },
  };
  const all = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };
  type Rights = Partial<Record<keyof typeof all, PermissionScope>>;

  it.each<[string, Rights, PlannedEvent[], string, string]>([
    ['creates without CREATE', { READ: {} }, [created('n')], 'main', 'PERMISSION_DENIED'],
    ['modifies without MODIFY', { CREATE: {} }, [modified('w0', 2)], 'main', 'PERMISSION_DENIED'],
    ['joins without MODIFY', { CREATE: {} }, [join], 'main', 'PERMISSION_DENIED'],
    ['deletes without DELETE', { MODIFY: {} }, [deleted('w0')], 'main', 'PERMISSION_DENIED'],
    [
      'creates on a branch out of scope',
      { ...all, CREATE: { branch_patterns: ['design/*'] } },
      [created('n')],
      'main',
      'SCOPE_DENIED',
    ],
    [
      'deletes an element of another category',
      { ...all, DELETE: { categories: ['Doors'] } },
      [deleted('w0')],
      'main',
      'SCOPE_DENIED',
    ],
    [
      'starts from a branch that it may not read',
      { ...all, READ: { branch_patterns: ['design/*'] } },
      [fork],
      'design/x',
      'SCOPE_DENIED',
    ],
    [
      'changes an element that it has just created',
      { CREATE: {} },
      [created('n'), modified('n', 2)],
      'main',
      'committed',
    ],
    ['starts from a branch that it reads', all, [fork], 'design/x', 'committed'],
  ])('%s', async (...row) => {
    const [, permissions, events, branch, want] = row;
    await using ws = await withWalls();
    const from: AgentRecord = {
      ...ROBOT,
      name: 'narrow',
      agent_id: 'agent-narrow',
      permissions: { ...ROBOT.permissions, permissions },
    };
    await ws.registry({ change: 'agent', record: from, signed: null });
    expect(outcome(await ws.submit(events, { from, branch }))).toBe(want);
  });
});
