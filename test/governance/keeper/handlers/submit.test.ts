/** @module submit.test: what is committed, held for approval or refused, at the exact limits. */
import { describe, expect, it } from 'vitest';

import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { AgentRecord } from '../../../../schemas/governance.ts';
import type { AgentPermissions } from '../../../../schemas/permissions.ts';
import {
  created,
  deleted,
  modified,
  outcome,
  person,
  ROBOT,
  Workspace,
  type PlanChanges,
} from './workspace.ts';

const walls = (count: number, from = 0): ReturnType<typeof created>[] =>
  Array.from({ length: count }, (_, index) => created(`w${from + index}`));

function robot(changes: Partial<AgentPermissions>): AgentRecord {
  return { ...ROBOT, permissions: { ...ROBOT.permissions, ...changes } };
}

describe('submit', () => {
  it.each([
    ['BOUNDED_OUTPUT', 'ok'],
    ['REFUSAL(BOUND_GAS)', 'refused'],
    ['REFUSAL(BOUND_TIME)', 'refused'],
  ])('records a run that ended in %s as %s', async (termination, want) => {
    await using ws = await Workspace.found();
    const payload = { exec_id: 'run_1', termination };
    const run = { type: 'tool.run', aggregate_id: 'run_1', payload } as const;
    expect(outcome(await ws.submit([run]))).toBe('committed');
    const { body = '{}' } = (await ws.transact((tx) => tx.auditHead())) ?? {};
    expect(JSON.parse(body)).toMatchObject({ step: 'committed', outcome: want });
  });

  it('commits a plan that needs no approval, once', async () => {
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
  ])('a plan that affects %i elements: %s', async (count, want) => {
    await using ws = await Workspace.found();
    expect(outcome(await ws.submit(walls(count)))).toBe(want);
  });

  it.each([
    [1000, 999, 'committed'],
    [1000, 1000, 'SESSION_LIMIT_EXCEEDED'],
    [1, 0, 'committed'],
    [1, 1, 'SESSION_LIMIT_EXCEEDED'],
  ])(
    'with a limit of %i operations per session and %i done: %s',
    async (max_operations_per_session, done, want) => {
      const from = robot({ max_operations_per_session });
      await using ws = await Workspace.found({ agent: from });
      await ws.transact((tx) => tx.addCounter('session:session-1', done));
      expect(outcome(await ws.submit(walls(1), { from }))).toBe(want);
      expect(outcome(await ws.submit(walls(1, 5), { from, session_id: 'another' }))).toBe(
        'committed',
      );
    },
  );

  it('counts one operation per commit, not per event or replay', async () => {
    await using ws = await Workspace.found();
    const plan = await ws.plan(walls(3));
    await ws.send(plan);
    await ws.send(plan);
    expect(await ws.transact((tx) => tx.counter('session:session-1'))).toBe(1);
  });

  it.each<[string, Partial<AgentRecord>, string]>([
    ['another name', { name: 'nobody' }, 'UNKNOWN_PRINCIPAL'],
    ['another agent id', { agent_id: 'other' }, 'UNKNOWN_PRINCIPAL'],
    ['another user', { user_id: 'other' }, 'UNKNOWN_PRINCIPAL'],
    ['another kind', { kind: 'human' }, 'UNKNOWN_PRINCIPAL'],
  ])('refuses %s', async (_case, change, want) => {
    await using ws = await Workspace.found();
    const from = { ...ROBOT, ...change };
    expect(outcome(await ws.submit(walls(1), { from }))).toBe(want);
  });

  it('serves a person who connects directly, and holds their deletions for another person', async () => {
    await using ws = await Workspace.found();
    const ann = person('ann');
    const from: AgentRecord = {
      ...ROBOT,
      kind: 'human',
      name: 'uma',
      agent_id: 'x',
      user_id: 'user-uma',
    };
    await ws.registry({ change: 'agent', record: from, signed: null });
    await ws.addApprover(ann);
    await ws.addApprover(person('uma', 'user-uma'), ann);
    expect(outcome(await ws.submit(walls(1), { from }))).toBe('committed');
    const id = await ws.hold([deleted('w0')], { from });
    expect(outcome(await ws.decide(id, person('uma')))).toBe('SIGNATURE_INVALID');
    expect(outcome(await ws.decide(id, ann))).toBe('executed');
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it.each<[string, PlanChanges, string]>([
    ['a plan of another workspace', { workspace_id: 'ws-2' }, 'INVALID_ARGUMENT'],
    ['a plan of another agent', { agent_id: 'other' }, 'INVALID_ARGUMENT'],
    ['a plan that understates the affected elements', { affected: 0 }, 'INVALID_ARGUMENT'],
    ['a plan that hides its triggers', { triggers: ['bulk'] }, 'INVALID_ARGUMENT'],
    ['a plan with no expected versions', { touched: [] }, 'INVALID_ARGUMENT'],
    ['a plan on a missing branch', { branch: 'nowhere' }, 'BRANCH_NOT_FOUND'],
    ['other rules', { policy_digest: 'x' }, 'conflict'],
    [
      'a relied-on element that has changed',
      { relied_on: [{ branch: 'main', id: 'w9', version: 4 }] },
      'conflict',
    ],
    [
      'a branch whose head has changed',
      { branch_seq: { branch: 'main', branch_seq: 7 } },
      'conflict',
    ],
    [
      'a branch whose head is unchanged',
      { branch_seq: { branch: 'main', branch_seq: 0 } },
      'committed',
    ],
  ])('judges %s', async (_case, changes, want) => {
    await using ws = await Workspace.found();
    expect(outcome(await ws.submit(walls(1), changes))).toBe(want);
    const seq = await ws.transact((tx) => tx.headSeq());
    expect(seq).toBe(want === 'committed' ? 1 : 0);
  });

  it('refuses plans without events, with reused ids, or without a canonical form', async () => {
    await using ws = await Workspace.found();
    expect(outcome(await ws.submit([]))).toBe('NO_EFFECT');
    const twice = await ws.plan(walls(2));
    const events = twice.events.map((event) => ({ ...event, event_id: 'same' }));
    expect(outcome(await ws.send({ ...twice, events }))).toBe('INVALID_ARGUMENT');
    for (const name of ['\uD800', Number.NaN]) {
      const element = { id: 'w', kind: 'wall', params: { name } };
      const [type, aggregate_id] = ['element.created', 'w'] as const;
      const bad = { type, aggregate_id, payload: { element } };
      expect(outcome(await ws.submit([bad]))).toBe('INVALID_ARGUMENT');
      const payload = { element, cascade_of: null };
      const held = { type: 'element.deleted', aggregate_id, payload } as const;
      expect(outcome(await ws.submit([held]))).toBe('INVALID_ARGUMENT');
    }
    expect(await ws.verify()).toMatchObject({ ok: true, entries: 1 });
  });

  it('refuses elements of unknown kinds, and elements under another id than that of their event', async () => {
    await using ws = await Workspace.found();
    const wall = created('w');
    for (const element of [
      { id: 'w', kind: 'spaceship', params: {} },
      { id: 'w', kind: 'constructor', params: {} },
      { id: 'v', kind: 'wall', params: {} },
    ]) {
      const made = { type: 'element.created', aggregate_id: 'w', payload: { element } } as const;
      expect(outcome(await ws.submit([made]))).toBe('INVALID_ARGUMENT');
      const payload = { element, cascade_of: null };
      const gone = { type: 'element.deleted', aggregate_id: 'w', payload } as const;
      expect(outcome(await ws.submit([wall, gone]))).toBe('INVALID_ARGUMENT');
    }
    expect(outcome(await ws.submit([wall]))).toBe('committed');
  });

  it('distinguishes two edits of one element by its version, and accepts the re-creation of a deleted one', async () => {
    await using ws = await Workspace.found();
    const ann = person('ann');
    await ws.addApprover(ann);
    await ws.submit(walls(1));
    const [one, two] = [await ws.plan([modified('w0', 1)]), await ws.plan([modified('w0', 2)])];
    expect(outcome(await ws.send(one))).toBe('committed');
    expect(await ws.send(two)).toEqual({ status: 'conflict', changed: ['w0'] });
    await ws.decide(await ws.hold([deleted('w0')]), ann);
    expect(outcome(await ws.submit(walls(1)))).toBe('committed');
    const touched = [{ branch: 'main', id: 'w0', version: 0 }];
    expect(outcome(await ws.submit(walls(1), { touched }))).toBe('conflict');
  });

  it('requires approval for a deletion even if the permission file does not', async () => {
    const from = robot({ requires_approval: [] });
    await using ws = await Workspace.found({ agent: from });
    await ws.submit(walls(1), { from });
    expect(outcome(await ws.submit([deleted('w0')], { from }))).toBe('pending');
  });

  it('forks a branch once, from an existing state', async () => {
    await using ws = await Workspace.found();
    await ws.submit(walls(1));
    const fork = (name: string, from: string, from_seq: number): PlannedEvent => ({
      type: 'branch.created',
      aggregate_id: name,
      payload: { name, from, from_seq },
    });
    expect(outcome(await ws.submit([fork('b', 'main', 2)], { branch: 'b' }))).toBe(
      'INVALID_ARGUMENT',
    );
    expect(outcome(await ws.submit([fork('b', 'no', 1)], { branch: 'b' }))).toBe(
      'BRANCH_NOT_FOUND',
    );
    expect(outcome(await ws.submit([fork('c', 'main', 1)], { branch: 'b' }))).toBe(
      'INVALID_ARGUMENT',
    );
    expect(outcome(await ws.submit([fork('b', 'main', 1)], { branch: 'b' }))).toBe('committed');
    expect(outcome(await ws.submit([fork('b', 'main', 1)], { branch: 'b' }))).toBe('BRANCH_EXISTS');
    const inherited = { touched: [{ branch: 'b', id: 'w0', version: 1 }], branch: 'b' };
    expect(outcome(await ws.submit([modified('w0', 2)], inherited))).toBe('committed');
    expect(outcome(await ws.submit([modified('w0', 3)], inherited))).toBe('conflict');
    const gone = (name: string): PlannedEvent => ({
      type: 'branch.discarded',
      aggregate_id: name,
      payload: { name },
    });
    expect(outcome(await ws.submit([gone('main')]))).toBe('BRANCH_NOT_FOUND');
    const ann = person('ann');
    await ws.addApprover(ann);
    // Discarding deletes the elements that exist only on the branch, so it needs approval.
    expect(outcome(await ws.decide(await ws.hold([gone('b')]), ann))).toBe('executed');
    expect(outcome(await ws.submit(walls(1, 7), { branch: 'b' }))).toBe('BRANCH_NOT_FOUND');
  });
});

describe('idempotency keys', () => {
  it('return the same answer for a repeated call and refuse another call', async () => {
    await using ws = await Workspace.found();
    const first = await ws.send(await ws.plan(walls(1)), 'key');
    const retry = await ws.plan(walls(1), { touched: [] });
    expect(await ws.send(retry, 'key')).toEqual({ ...first, replayed: true });
    expect(outcome(await ws.send(await ws.plan(walls(2, 5)), 'key'))).toBe('IDEMPOTENCY_MISMATCH');
    expect(await ws.transact((tx) => tx.headSeq())).toBe(1);
  });

  it.each([
    ['nobody', 'pending'],
    ['approve', 'committed'],
    ['reject', 'APPROVAL_REJECTED'],
    ['time', 'APPROVAL_EXPIRED'],
    ['a look after time', 'APPROVAL_EXPIRED'],
    ['change', 'APPROVAL_STALE'],
    ['revoke', 'UNKNOWN_PRINCIPAL'],
  ])('report the outcome of a held call after %s', async (what, want) => {
    await using ws = await Workspace.found();
    const ann = person('ann');
    await ws.addApprover(ann);
    await ws.submit(walls(1));
    const reply = await ws.send(await ws.plan([deleted('w0')]), 'key');
    if (reply.status !== 'pending') throw new Error(reply.status);
    if (what === 'approve' || what === 'reject') {
      await ws.decide(reply.approval_id, ann, { verdict: what });
    }
    if (what.endsWith('time')) ws.now_ms += 3_600_000;
    if (what.startsWith('a look')) await ws.approval(reply.approval_id);
    if (what === 'change') {
      await ws.submit([modified('w0', 2)]);
      await ws.decide(reply.approval_id, ann);
    }
    if (what === 'revoke') {
      await ws.registry({ change: 'agent', record: { ...ROBOT, status: 'revoked' }, signed: null });
    }
    const again = await ws.send(await ws.plan([deleted('w0')], { operation_id: 'again' }), 'key');
    expect(outcome(again)).toBe(want);
    const same = { ...reply, repeated: true };
    expect(again.status === 'pending' ? again : same).toEqual(same);
    expect(await ws.verify()).toMatchObject({ ok: true });
  });
});

describe('held calls', () => {
  it('return the open approval of the same effect', async () => {
    await using ws = await Workspace.found();
    await ws.submit(walls(2));
    const id = await ws.hold([deleted('w0'), deleted('w1')]);
    const again = await ws.submit([deleted('w1', 'w0'), deleted('w0')], {
      tool: 'delete_elements',
    });
    expect(again).toMatchObject({ status: 'pending', approval_id: id, repeated: true });
    expect(await ws.hold([deleted('w0')])).not.toBe(id);
  });

  it('replace an open approval whose plan can no longer be executed', async () => {
    await using ws = await Workspace.found();
    await ws.submit(walls(1));
    const id = await ws.hold([deleted('w0')]);
    await ws.submit([modified('w0', 2)]);
    ws.moved();
    const next = await ws.hold([deleted('w0', null, 2)]);
    expect(next).not.toBe(id);
    expect(await ws.approval(id)).toMatchObject({ status: 'cancelled' });
    expect(ws.moved()).toEqual([
      { approval_id: id, status: 'cancelled' },
      { approval_id: next, status: 'pending' },
    ]);
    expect(ws.moved()).toEqual([]);
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it.each([
    [3_599_999, true],
    [3_600_000, false],
  ])('return the open approval after %i ms: %s', async (after, same) => {
    await using ws = await Workspace.found();
    await ws.submit(walls(1));
    const id = await ws.hold([deleted('w0')]);
    ws.now_ms += after;
    expect((await ws.hold([deleted('w0')])) === id).toBe(same);
    expect((await ws.approval(id))?.status).toBe(same ? 'pending' : 'expired');
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it.each([
    [599_999, 'APPROVAL_REJECTED'],
    [600_000, 'pending'],
  ])('a held call %i ms after a rejection: %s', async (after, want) => {
    await using ws = await Workspace.found();
    const ann = person('ann');
    await ws.addApprover(ann);
    await ws.submit(walls(1));
    await ws.decide(await ws.hold([deleted('w0')]), ann, { verdict: 'reject', reason: 'keep it' });
    ws.now_ms += after;
    expect(outcome(await ws.submit([deleted('w0')], { tool: 'another' }))).toBe(want);
  });

  it('a rejected effect is also vetoed for another requester, and another effect is not', async () => {
    await using ws = await Workspace.found();
    const ann = person('ann');
    const from = { ...ROBOT, name: 'other', agent_id: 'agent-other' };
    await ws.registry({ change: 'agent', record: from, signed: null });
    await ws.addApprover(ann);
    await ws.submit(walls(2));
    await ws.decide(await ws.hold([deleted('w0')]), ann, { verdict: 'reject', reason: 'keep it' });
    expect(outcome(await ws.submit([deleted('w0')], { from }))).toBe('APPROVAL_REJECTED');
    expect(outcome(await ws.submit([deleted('w1')], { from }))).toBe('pending');
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it.each([
    ['in the past', -1, 'INVALID_ARGUMENT'],
    ['now', 0, 'INVALID_ARGUMENT'],
    ['in a millisecond', 1, 'pending'],
    ['a minute beyond the policy', 3_660_000, 'pending'],
    ['further beyond the policy', 3_660_001, 'INVALID_ARGUMENT'],
  ])('that expire %s', async (_case, after, want) => {
    await using ws = await Workspace.found();
    await ws.submit(walls(1));
    const expires_at = new Date(ws.now_ms + after).toISOString();
    expect(outcome(await ws.submit([deleted('w0')], { expires_at }))).toBe(want);
  });
});
