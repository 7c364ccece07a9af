/** @module unapproved-changes.test: the elements that an agent may change within an hour without approval, by the log and the keeper's clock. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { SubmitReply } from '../../../../governance/keeper/protocol/protocol.ts';
import { type AgentRecord, PlanDocument } from '../../../../schemas/governance.ts';
import { AgentPermissions, WorkspacePolicy } from '../../../../schemas/permissions.ts';
import { created, modified, outcome, person, ROBOT, START_MS, Workspace } from './workspace.ts';

const HOUR_MS = 3_600_000;
const FREE = AgentPermissions.parse({
  permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} },
  requires_approval: [],
});
const AGENT: AgentRecord = { ...ROBOT, permissions: FREE };
const POLICY = WorkspacePolicy.parse({ max_unapproved_elements_per_hour: 3, bulk_threshold: 9 });
/** Outcomes of four changes of one element each. */
const THREE_THEN_WAIT = ['committed', 'committed', 'committed', 'pending'];
const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];

let workspace: Workspace;
beforeEach(async () => {
  workspace = await Workspace.found({ agent: AGENT, policy: POLICY });
  const reply = await workspace.submit(IDS.map(created), { from: AGENT });
  if (reply.status !== 'committed') throw new Error(`not made: ${outcome(reply)}`);
});
afterEach(async () => {
  const report = await workspace.verify();
  if (!report.ok) throw new Error(`the log does not hold: ${JSON.stringify(report)}`);
  await workspace[Symbol.asyncDispose]();
});

let height = 1;
/** The last value of each element; 1 at first. */
const lengths = new Map<string, number>();
beforeEach(() => lengths.clear());
/** The agent changes these, from a session of its own each time. */
async function change(...ids: string[]): Promise<SubmitReply> {
  height += 1;
  const session_id = `session-${height}`;
  const events = ids.map((id) => modified(id, height, lengths.get(id)));
  const reply = await workspace.submit(events, { from: AGENT, session_id });
  if (reply.status === 'committed') for (const id of ids) lengths.set(id, height);
  return reply;
}
const outcomes = async (...ids: string[]): Promise<string[]> => {
  const all: string[] = [];
  for (const id of ids) all.push(outcome(await change(id)));
  return all;
};

describe('an agent', () => {
  test('may change as many existing elements as the limit, over all its connections; the next one needs approval', async () => {
    expect(await outcomes('a', 'b', 'c', 'd')).toEqual(THREE_THEN_WAIT);
    // It may change again what it has already changed, and create new elements.
    expect(await outcomes('a', 'c')).toEqual(['committed', 'committed']);
    expect(outcome(await workspace.submit([created('new')], { from: AGENT }))).toBe('committed');
  });

  test('is judged by the number of elements after the change', async () => {
    expect(outcome(await change('a', 'b', 'c', 'd'))).toBe('pending');
    expect(outcome(await change('a', 'b', 'c'))).toBe('committed');
    expect(outcome(await change('c', 'd'))).toBe('pending');
  });

  test('is charged for elements that move although no event names them', async () => {
    const plan = await workspace.plan([modified('a', 7)], { from: AGENT, affected: 4 });
    expect(outcome(await workspace.send(plan, null, AGENT))).toBe('pending');
    const three = { ...plan, affected: 3, operation_id: 'op-3' };
    expect(outcome(await workspace.send(three, null, AGENT))).toBe('committed');
  });

  test('gets the reason in words, and so does the approver', async () => {
    await change('a', 'b', 'c');
    const reply = await change('d');
    expect(reply).toMatchObject({
      status: 'pending',
      triggers: ['unapproved_per_hour'],
      approvers_required: 1,
    });
    const approval_id = reply.status === 'pending' ? reply.approval_id : '';
    const record = await workspace.approval(approval_id);
    const { warnings, triggers } = PlanDocument.parse(JSON.parse(record?.plan ?? '{}'));
    expect(triggers).toEqual(['unapproved_per_hour']);
    expect(warnings.join()).toMatch(
      /`robot` would have changed 4 existing elements .* more than 3 need/,
    );
  });

  test('may change elements again when its changes are an hour old', async () => {
    await change('a', 'b', 'c');
    workspace.now_ms = START_MS + HOUR_MS - 1;
    expect(await outcomes('d')).toEqual(['pending']);
    workspace.now_ms = START_MS + HOUR_MS;
    expect(await outcomes('d', 'e', 'f', 'a')).toEqual(THREE_THEN_WAIT);
  });

  test('has each element counted from its last change', async () => {
    await change('a', 'b', 'c');
    workspace.now_ms = START_MS + HOUR_MS / 2;
    await change('a');
    workspace.now_ms = START_MS + HOUR_MS;
    expect(await outcomes('d', 'e', 'f')).toEqual(['committed', 'committed', 'pending']);
  });

  test('is not charged for approved changes', async () => {
    const ann = person('ann');
    await workspace.addApprover(ann);
    await change('a', 'b', 'c');
    const reply = await change('d', 'e');
    const approval_id = reply.status === 'pending' ? reply.approval_id : '';
    expect(outcome(await workspace.decide(approval_id, ann))).toBe('executed');
    for (const id of ['d', 'e']) lengths.set(id, height);
    expect(await outcomes('a', 'd')).toEqual(['committed', 'pending']);
  });

  test('has its own count: another agent starts at zero', async () => {
    await change('a', 'b', 'c');
    const other: AgentRecord = { ...AGENT, name: 'other', agent_id: 'agent-other' };
    await workspace.registry({ change: 'agent', record: other, signed: null });
    const reply = await workspace.submit([modified('d', 99)], { from: other });
    expect(outcome(reply)).toBe('committed');
  });

  test('a person is not limited', async () => {
    const human: AgentRecord = { ...AGENT, kind: 'human', name: 'hal', agent_id: 'h' };
    await workspace.registry({ change: 'agent', record: human, signed: null });
    const reply = await workspace.submit(
      IDS.map((id) => modified(id, 5)),
      { from: human },
    );
    expect(outcome(reply)).toBe('committed');
  });

  test('is not charged for elements that it creates and changes in one operation', async () => {
    const events = ['p', 'q', 'r', 's'].flatMap((id) => [created(id), modified(id, 3)]);
    expect(outcome(await workspace.submit(events, { from: AGENT }))).toBe('committed');
    expect(await outcomes('a', 'b', 'c', 'd')).toContain('committed');
    expect((await outcomes('e'))[0]).toBe('pending');
  });
});

describe('the keeper', () => {
  test('reads the last hour from the log after a restart', async () => {
    await change('a', 'b', 'c');
    workspace.now_ms += HOUR_MS / 2;
    workspace.restart();
    expect(await outcomes('d', 'b')).toEqual(['pending', 'committed']);
    workspace.now_ms = START_MS + HOUR_MS;
    workspace.restart();
    // `a` and `c` are an hour old, `b` is not.
    expect(await outcomes('d', 'e', 'f')).toEqual(['committed', 'committed', 'pending']);
  });

  test('discards the changes of a rolled-back transaction', async () => {
    const plan = await workspace.plan(
      ['a', 'b', 'c'].map((id) => modified(id, 50)),
      { from: AGENT },
    );
    const principal = { kind: 'agent', name: AGENT.name, user_id: AGENT.user_id } as const;
    const request = {
      principal: { ...principal, agent_id: AGENT.agent_id, session_id: plan.session_id },
      plan,
      arguments: {},
      idempotency_key: null,
    };
    const later = await workspace.plan([modified('d', 51)], { from: AGENT });
    await expect(
      workspace.transact(async (tx) => {
        expect(outcome(await workspace.handlers.submit(tx, request))).toBe('committed');
        const next = await workspace.handlers.submit(tx, { ...request, plan: later });
        expect(outcome(next)).toBe('pending');
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    // Other events now have these positions.
    await workspace.submit(['x', 'y', 'z'].map(created), { from: AGENT });
    expect(await outcomes('d', 'e', 'f', 'a')).toEqual(THREE_THEN_WAIT);
  });

  test('allows 500 elements if the policy states no limit', async () => {
    const wide = { ...FREE, max_elements_per_operation: 1000 };
    const agent = { ...AGENT, permissions: wide };
    const policy = WorkspacePolicy.parse({ bulk_threshold: 1000 });
    await using other = await Workspace.found({ agent, policy });
    const ids = Array.from({ length: 501 }, (_unused, index) => `w${index}`);
    await other.submit(ids.map(created), { from: agent });
    const all = ids.map((id) => modified(id, 2));
    expect(outcome(await other.submit(all, { from: agent }))).toBe('pending');
    expect(outcome(await other.submit(all.slice(1), { from: agent }))).toBe('committed');
  });
});
