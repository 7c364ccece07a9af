/** @module decide.test: who may decide, when and how often, and that exactly the shown plan is executed, once. */
import { describe, expect, it } from 'vitest';

import { decisionText } from '../../../../governance/approval/decision.ts';
import { generateKeyPair, signText } from '../../../../kernel/base/canonical/signature.ts';
import type { PlanDocument } from '../../../../schemas/governance.ts';
import {
  created,
  deleted,
  modified,
  outcome,
  OWNER,
  person,
  POLICY,
  ROBOT,
  START_MS,
  Workspace,
  workspaceRecord,
  type Person,
} from './workspace.ts';

const TWO = {
  ...POLICY,
  approvers_required: { ...POLICY.approvers_required, 'element.deleted': 2 },
};

/** A workspace with w0 and w1, Ann and Bob as approvers, and a held deletion of w0. */
async function held(policy = POLICY): Promise<{
  readonly ws: Workspace;
  readonly id: string;
  readonly ann: Person;
  readonly bob: Person;
}> {
  const ws = await Workspace.found({ policy });
  const [ann, bob] = [person('ann'), person('bob')];
  await ws.addApprover(ann);
  await ws.addApprover(bob, ann);
  await ws.submit([created('w0'), created('w1')]);
  return { ws, id: await ws.hold([deleted('w0')]), ann, bob };
}

describe('decide', () => {
  it('executes exactly the plan, once', async () => {
    const { ws, id, ann, bob } = await held();
    await using _ = ws;
    const plan: PlanDocument = JSON.parse((await ws.approval(id))?.plan ?? '');
    ws.moved();
    const reply = await ws.decide(id, ann);
    expect(reply).toEqual({
      status: 'executed',
      approval_id: id,
      event_id: plan.events[0]?.event_id,
      detail: null,
      approvals: 1,
      approvers_required: 1,
    });
    expect(ws.moved().map(({ status }) => status)).toEqual(['approved', 'executed']);
    const events = await ws.transact((tx) => tx.eventsAfter(2, 10));
    expect(events).toEqual([
      {
        ...plan.events[0],
        seq: 3,
        branch_seq: 3,
        branch: 'main',
        operation_id: plan.operation_id,
        user_id: OWNER,
        agent_id: 'agent-robot',
        approval_id: id,
        reasoning: 'because',
        at: new Date(START_MS).toISOString(),
      },
    ]);
    for (const who of [ann, bob]) {
      expect(await ws.decide(id, who)).toMatchObject({
        refusal: { name: 'APPROVAL_DECIDED', data: { status: 'executed' } },
      });
    }
    expect(await ws.transact((tx) => tx.headSeq())).toBe(3);
    expect(await ws.transact((tx) => tx.counter('session:session-1'))).toBe(2);
    expect(await ws.verify()).toMatchObject({ ok: true, events: 3 });
  });

  it('waits for as many distinct people as the policy says [APP-7]', async () => {
    const { ws, id, ann, bob } = await held(TWO);
    await using _ = ws;
    expect(await ws.decide(id, ann)).toMatchObject({
      status: 'pending',
      approvals: 1,
      approvers_required: 2,
    });
    expect(outcome(await ws.decide(id, ann))).toBe('APPROVAL_DECIDED');
    expect(await ws.decide(id, bob)).toMatchObject({ status: 'executed', approvals: 2 });
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('does not count a decision of an approver who was revoked in the meantime', async () => {
    const { ws, id, ann, bob } = await held(TWO);
    await using _ = ws;
    const eve = person('eve');
    await ws.addApprover(eve, ann);
    await ws.decide(id, ann);
    const gone = { ...ann.record, status: 'revoked' as const };
    expect(
      outcome(
        await ws.registry({
          change: 'approver',
          record: gone,
          signed: await ws.signed('approver', gone, bob),
        }),
      ),
    ).toBe('done');
    expect(await ws.decide(id, bob)).toMatchObject({ status: 'pending', approvals: 1 });
    expect(await ws.decide(id, eve)).toMatchObject({ status: 'executed', approvals: 2 });
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('one rejection vetoes', async () => {
    const { ws, id, ann, bob } = await held(TWO);
    await using _ = ws;
    await ws.decide(id, ann);
    expect(await ws.decide(id, bob, { verdict: 'reject', reason: 'no' })).toMatchObject({
      status: 'rejected',
      detail: 'no',
    });
    expect(outcome(await ws.decide(id, ann))).toBe('APPROVAL_DECIDED');
    expect(await ws.transact((tx) => tx.headSeq())).toBe(2);
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('the requester cannot approve the request, but may withdraw it', async () => {
    const { ws, id, ann } = await held();
    await using _ = ws;
    const own = person('own', OWNER);
    await ws.addApprover(own, ann);
    expect(outcome(await ws.decide(id, own))).toBe('SELF_APPROVAL');
    expect(outcome(await ws.decide(id, own, { verdict: 'reject' }))).toBe('rejected');
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it.each([
    [3_599_999, 'executed'],
    [3_600_000, 'APPROVAL_EXPIRED'],
  ])('a decision %i ms after the request: %s [APP-9]', async (after, want) => {
    const { ws, id, ann } = await held();
    await using _ = ws;
    ws.now_ms += after;
    expect(outcome(await ws.decide(id, ann))).toBe(want);
    expect(outcome(await ws.decide(id, ann))).toBe(want === 'executed' ? 'APPROVAL_DECIDED' : want);
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it.each([
    [-600_001, 'OUT_OF_RANGE'],
    [-600_000, 'executed'],
    [600_000, 'executed'],
    [600_001, 'OUT_OF_RANGE'],
  ])("a decision dated %i ms from the keeper's clock: %s", async (off, want) => {
    const { ws, id, ann } = await held();
    await using _ = ws;
    expect(outcome(await ws.decide(id, ann, { decided_ms: ws.now_ms + off }))).toBe(want);
  });

  it('a decision without a readable time: OUT_OF_RANGE', async () => {
    const { ws, id } = await held();
    await using _ = ws;
    const said = { approver: 'ann', verdict: 'approve', reason: null, signature: '' } as const;
    const decision = { ...said, decided_at: 'yesterday' };
    const reply = await ws.transact((tx) => ws.handlers.decide(tx, { approval_id: id, decision }));
    expect(outcome(reply)).toBe('OUT_OF_RANGE');
  });

  it('refuses unknown and revoked approvers, other keys and other plans', async () => {
    const { ws, id, ann, bob } = await held();
    await using _ = ws;
    expect(outcome(await ws.decide('apr_none', ann))).toBe('OPERATION_NOT_FOUND');
    expect(outcome(await ws.decide(id, person('eve')))).toBe('APPROVER_REQUIRED');
    expect(outcome(await ws.decide(id, ann, { keys: generateKeyPair() }))).toBe(
      'SIGNATURE_INVALID',
    );
    expect(outcome(await ws.decide(id, ann, { keys: bob.keys }))).toBe('SIGNATURE_INVALID');
    expect(outcome(await ws.decide(id, ann, { plan_digest: 'f'.repeat(64) }))).toBe(
      'SIGNATURE_INVALID',
    );
    const gone = { ...ann.record, status: 'revoked' as const };
    await ws.registry({
      change: 'approver',
      record: gone,
      signed: await ws.signed('approver', gone, bob),
    });
    expect(outcome(await ws.decide(id, ann))).toBe('APPROVER_REQUIRED');
    const bodies = await ws.transact((tx) => tx.auditAfter(0, 100));
    expect(bodies.filter(({ body }) => body.includes('"outcome":"refused"'))).toHaveLength(6);
    expect(outcome(await ws.decide(id, bob))).toBe('executed');
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('masks a secret that was given as the id, also in the message of its entry', async () => {
    const { ws, ann } = await held();
    await using _ = ws;
    const secret = `ghp_${'a1'.repeat(12)}`;
    expect((await ws.decide(secret, ann)).status).toBe('refused');
    const entries = await ws.transact((tx) => tx.auditAfter(0, 100));
    expect(entries.at(-1)?.body).toContain('[masked:secret]');
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('refuses a decision that was signed for another term, or for none', async () => {
    const { ws, id, ann } = await held(TWO);
    await using _ = ws;
    const challenge = ws.challenge();
    ws.restart();
    const late = await ws.decide(id, ann, { challenge });
    expect(late).toMatchObject({
      refusal: { name: 'SIGNATURE_INVALID', data: { because: 'other_term' } },
    });
    const record = await ws.approval(id);
    const said = {
      approver: 'ann',
      verdict: 'approve',
      reason: null,
      decided_at: new Date(START_MS).toISOString(),
    } as const;
    const text = decisionText({
      ...said,
      workspace_id: 'ws-1',
      approval_id: id,
      plan_digest: record?.plan_digest ?? '',
    });
    const signature = signText(ann.keys.privateKey, text, 'approval/v1');
    const unbound = await ws.transact((tx) =>
      ws.handlers.decide(tx, { approval_id: id, decision: { ...said, signature } }),
    );
    expect(outcome(unbound)).toBe('SIGNATURE_INVALID');
    expect(outcome(await ws.decide(id, ann))).toBe('pending');
  });

  it('counts an earlier decision of the same approval after a restart', async () => {
    const { ws, id, ann, bob } = await held(TWO);
    await using _ = ws;
    expect(outcome(await ws.decide(id, ann))).toBe('pending');
    ws.restart();
    expect(outcome(await ws.decide(id, bob))).toBe('executed');
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('goes stale after a conflicting edit, and not after an unrelated one', async () => {
    const { ws, id, ann } = await held();
    await using _ = ws;
    await ws.submit([modified('w1', 5)]);
    await ws.submit([modified('w0', 5)]);
    expect(await ws.decide(id, ann)).toMatchObject({
      status: 'stale',
      event_id: null,
      detail: expect.stringContaining('`w0`'),
    });
    expect(await ws.approval(id)).toMatchObject({ status: 'stale' });
    const other = await ws.hold([deleted('w0', null, 5)]);
    expect(outcome(await ws.submit([modified('w1', 6, 5)]))).toBe('committed');
    expect(outcome(await ws.decide(other, ann))).toBe('executed');
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('is stale at once for every reader when it can no longer be executed [APP-21]', async () => {
    const { ws, id, ann } = await held();
    await using _ = ws;
    const other = await ws.hold([deleted('w1')]);
    await ws.submit([modified('w0', 5)]);
    expect(await ws.approval(id)).toMatchObject({
      status: 'stale',
      detail: 'changed since the plan was made: `w0`',
    });
    expect(await ws.approval(other)).toMatchObject({ status: 'pending' });
    expect(await ws.decide(id, ann)).toMatchObject({ refusal: { name: 'APPROVAL_STALE' } });
    const policy = { ...POLICY, bulk_threshold: 10 };
    await ws.registry({ change: 'policy', policy, signed: null });
    expect(await ws.approval(other)).toMatchObject({
      status: 'stale',
      detail: expect.stringContaining('rules'),
    });
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('goes stale when the rules have changed', async () => {
    const { ws, id, ann } = await held();
    await using _ = ws;
    expect(
      outcome(
        await ws.registry({
          change: 'policy',
          policy: { ...POLICY, bulk_threshold: 10 },
          signed: null,
        }),
      ),
    ).toBe('done');
    expect(await ws.decide(id, ann)).toMatchObject({
      status: 'stale',
      detail: expect.stringContaining('rules'),
    });
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('goes stale when its branch is discarded', async () => {
    await using ws = await Workspace.found();
    const ann = person('ann');
    await ws.addApprover(ann);
    await ws.submit([created('w0')]);
    const payload = { name: 'b', from: 'main', from_seq: 1 };
    await ws.submit([{ type: 'branch.created', aggregate_id: 'b', payload }], { branch: 'b' });
    const touched = [{ branch: 'b', id: 'w0', version: 1 }];
    const id = await ws.hold([deleted('w0')], { branch: 'b', touched });
    const gone = { type: 'branch.discarded', aggregate_id: 'b', payload: { name: 'b' } } as const;
    await ws.decide(await ws.hold([gone]), ann);
    expect(await ws.decide(id, ann)).toMatchObject({
      status: 'stale',
      detail: 'no open branch `b`',
    });
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('is withdrawn when its agent is revoked', async () => {
    const { ws, id, ann } = await held();
    await using _ = ws;
    await ws.registry({ change: 'agent', record: { ...ROBOT, status: 'revoked' }, signed: null });
    expect(await ws.approval(id)).toMatchObject({ status: 'cancelled' });
    expect(await ws.decide(id, ann)).toMatchObject({
      refusal: { name: 'APPROVAL_DECIDED', data: { status: 'cancelled' } },
    });
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('works the same after a takeover by a keeper with empty caches', async () => {
    const { ws, id, ann } = await held();
    await using _ = ws;
    Object.assign(ws, { handlers: ws.restarted() });
    expect(outcome(await ws.decide(id, ann))).toBe('executed');
  });
});

describe('the keeper refuses data that differs from the chain', () => {
  it.each<[string, string, string]>([
    ['the plan', `UPDATE approvals SET plan = replace(plan, '"w0"', '"w1"')`, 'SIGNATURE_INVALID'],
    ['the digest', `UPDATE approvals SET plan_digest = '${'0'.repeat(64)}'`, 'SIGNATURE_INVALID'],
    [
      'the expiry',
      `UPDATE approvals SET expires_at = '2036-01-01T00:00:00.000Z'`,
      'SIGNATURE_INVALID',
    ],
    [
      'the entry it points at',
      `UPDATE counters SET value = 1 WHERE name LIKE 'opened:%'`,
      'SIGNATURE_INVALID',
    ],
    [
      'the key of the approver',
      `UPDATE registry SET record = replace(record, '"public_key":"', '"public_key":"A')`,
      'UNKNOWN_PRINCIPAL',
    ],
  ])('when %s was edited [APP-15]', async (_case, sql, want) => {
    const { ws, id, ann } = await held();
    await using _ = ws;
    ws.attack((db) => db.exec(sql));
    expect(outcome(await ws.decide(id, ann))).toBe(want);
    expect(await ws.transact((tx) => tx.headSeq())).toBe(2);
    expect((await ws.verify()).ok).toBe(false);
  });

  it('when the approver was replaced by one with a key of the attacker', async () => {
    const { ws, id, ann } = await held();
    await using _ = ws;
    const mallory = { ...ann, keys: generateKeyPair() };
    ws.attack((db) =>
      db.exec(
        `UPDATE registry SET record = replace(record, '${ann.record.public_key}', '${mallory.keys.publicKey}')`,
      ),
    );
    expect(outcome(await ws.decide(id, mallory))).toBe('UNKNOWN_PRINCIPAL');
    expect(await ws.verify()).toMatchObject({ ok: false, faults: [{ kind: 'registry_mismatch' }] });
  });

  it('when an agent was given more permissions', async () => {
    await using ws = await Workspace.found();
    ws.attack((db) =>
      db.exec(
        `UPDATE registry SET record = replace(record, ':100,', ':1000,') WHERE kind = 'agent'`,
      ),
    );
    expect(outcome(await ws.submit([created('w')]))).toBe('UNKNOWN_PRINCIPAL');
  });

  it('when a used approval was made pending again', async () => {
    const { ws, id, ann, bob } = await held();
    await using _ = ws;
    await ws.decide(id, ann);
    ws.attack((db) =>
      db.exec(`UPDATE approvals SET status = 'pending', decisions = '[]', event_id = NULL`),
    );
    expect(outcome(await ws.decide(id, bob))).toBe('APPROVAL_DECIDED');
    expect(await ws.transact((tx) => tx.headSeq())).toBe(3);
    const { faults } = await ws.verify();
    expect(faults.map(({ kind }) => kind)).toContain('approval_mismatch');
  });

  it('a forged first decision does not count', async () => {
    const { ws, id, ann, bob } = await held(TWO);
    await using _ = ws;
    const decided_at = new Date(ws.now_ms).toISOString();
    const forged = {
      approver: 'bob',
      ...bob.record,
      verdict: 'approve',
      reason: null,
      decided_at,
      signature: 'A'.repeat(86),
    };
    const { name: _n, status: _s, ...decision } = forged;
    ws.attack((db) =>
      db.prepare('UPDATE approvals SET decisions = ?').run(JSON.stringify([decision])),
    );
    expect(await ws.decide(id, ann)).toMatchObject({ status: 'pending', approvals: 1 });
  });
});

it('the workspace record is the one with which it was founded', async () => {
  await using ws = await Workspace.found();
  const row = await ws.transact((tx) => tx.registry('workspace', 'workspace'));
  expect(JSON.parse(row?.record ?? '')).toEqual(workspaceRecord(POLICY));
});
