/** @module registry.test: who may change the registry; nobody gets more permissions without an approver's signature. */
import { describe, expect, it } from 'vitest';

import { registryPointer } from '../../../../governance/approval/registry-revision.ts';
import { openAppender } from '../../../../governance/audit/append.ts';
import { pointTo } from '../../../../governance/keeper/handlers/records/counters.ts';
import { verifyCheckpoint } from '../../../../kernel/base/canonical/checkpoint.ts';
import { canonicalJson } from '../../../../kernel/base/canonical/json.ts';
import { generateKeyPair } from '../../../../kernel/base/canonical/signature.ts';
import type { AgentRecord, ApproverRecord } from '../../../../schemas/governance.ts';
import { AgentPermissions } from '../../../../schemas/permissions.ts';
import {
  created,
  deleted,
  outcome,
  OWNER,
  person,
  POLICY,
  ROBOT,
  Workspace,
  workspaceRecord,
  type Person,
} from './workspace.ts';

const reader: AgentRecord = {
  ...ROBOT,
  name: 'reader',
  agent_id: 'agent-reader',
  permissions: AgentPermissions.parse({ permissions: { READ: {} } }),
};
const writer: AgentRecord = {
  ...reader,
  permissions: AgentPermissions.parse({ permissions: { READ: {}, CREATE: {} } }),
};

/** A workspace with its first approver. */
async function withAnn(): Promise<{ readonly ws: Workspace; readonly ann: Person }> {
  const ws = await Workspace.found();
  const ann = person('ann');
  expect(outcome(await ws.addApprover(ann))).toBe('done');
  return { ws, ann };
}

const agent = async (
  ws: Workspace,
  record: AgentRecord,
  by: Person | null = null,
): Promise<string> =>
  outcome(
    await ws.registry({
      change: 'agent',
      record,
      signed: by === null ? null : await ws.signed('agent', record, by),
    }),
  );
const approver = async (
  ws: Workspace,
  record: ApproverRecord,
  by: Person | null = null,
): Promise<string> =>
  outcome(
    await ws.registry({
      change: 'approver',
      record,
      signed: by === null ? null : await ws.signed('approver', record, by),
    }),
  );

describe('a setting of the policy', () => {
  it.each([
    ['a webhook with a line break', { approval_webhook: 'https://a.example/\r\nx' }],
    ['a webhook with a tab in its scheme', { approval_webhook: 'ht\ttps://a.example/' }],
    ['a witness with a line break', { witness: '/mnt/log\n' }],
  ])('is refused by the keeper when it is %s', async (_, setting) => {
    const { ws, ann } = await withAnn();
    await using workspace = ws;
    const policy = { ...POLICY, ...setting };
    const signed = await ws.signed('workspace', workspaceRecord(policy), ann);
    const reply = await workspace.registry({ change: 'policy', policy, signed });
    expect(outcome(reply)).toBe('INVALID_ARGUMENT');
  });
});

describe('a workspace', () => {
  it('is founded once, with its own agent and the key of its keeper', async () => {
    await using ws = await Workspace.found();
    const init = {
      change: 'init',
      workspace: workspaceRecord(POLICY),
      agent: ROBOT,
      log_public_key: ws.logKeys.publicKey,
    } as const;
    expect(outcome(await ws.registry(init))).toBe('INVALID_ARGUMENT');
    expect(await ws.verify()).toMatchObject({ ok: true, entries: 1 });
  });

  it('may be changed freely until it has an approver', async () => {
    await using ws = await Workspace.found();
    expect(await agent(ws, writer)).toBe('done');
    expect(
      outcome(
        await ws.registry({
          change: 'policy',
          policy: { ...POLICY, bulk_threshold: 99 },
          signed: null,
        }),
      ),
    ).toBe('done');
    expect(await ws.verify()).toMatchObject({ ok: true });
  });
});

describe('agents', () => {
  it.each<[string, AgentRecord, AgentRecord | null, 'free' | 'signed']>([
    ['a new reader', reader, null, 'free'],
    ['a new writer', writer, null, 'signed'],
    ['a reader made a writer', writer, reader, 'signed'],
    ['a writer made a reader', reader, { ...reader }, 'free'],
    ['a new token', { ...reader, token_hash: 'x' }, reader, 'free'],
    ['a revocation', { ...reader, status: 'revoked' }, reader, 'free'],
    ['a revoked reader back', reader, { ...reader, status: 'revoked' }, 'signed'],
  ])('a change of an agent, %s: %4$s', async (_case, after, before, want) => {
    const { ws, ann } = await withAnn();
    await using _ = ws;
    if (before !== null) await agent(ws, before, ann);
    const unsigned = await agent(ws, after);
    expect(unsigned).toBe(want === 'signed' ? 'APPROVER_REQUIRED' : 'done');
    expect(await agent(ws, after, ann)).toBe('done');
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it.each<[string, Partial<AgentRecord>]>([
    ['user id', { user_id: 'another' }],
    ['agent id', { agent_id: 'another' }],
    ['kind', { kind: 'human' }],
  ])('keep their %s, so that nobody becomes able to approve', async (_case, change) => {
    const { ws, ann } = await withAnn();
    await using _ = ws;
    expect(await agent(ws, { ...ROBOT, ...change }, ann)).toBe('INVALID_ARGUMENT');
  });

  it('have an agent id of their own and never the permission APPROVE', async () => {
    const { ws, ann } = await withAnn();
    await using _ = ws;
    expect(await agent(ws, { ...reader, agent_id: ROBOT.agent_id })).toBe('INVALID_ARGUMENT');
    const permissions = { ...reader.permissions, permissions: { READ: {}, APPROVE: {} } };
    const signed = { approver: ann.record.name, signature: '' };
    expect(
      outcome(await ws.registry({ change: 'agent', record: { ...reader, permissions }, signed })),
    ).toBe('INVALID_ARGUMENT');
  });

  it('have a new name that cannot be mistaken for that of another agent', async () => {
    await using ws = await Workspace.found();
    const old = { ...reader, name: 'ROBOT', agent_id: 'agent-old' };
    await ws.transact(async (tx) => {
      const registered = { kind: 'agent', name: old.name, record: old } as const;
      const entry = await openAppender(tx).write('2026-01-01T00:00:00.000Z', {
        kind: 'registry',
        step: 'changed',
        outcome: 'ok',
        registered,
        revision: 0,
        signed: null,
      });
      await tx.putRegistry({ ...registered, record: canonicalJson(old) });
      await pointTo(tx, registryPointer('agent', old.name), entry.seq);
    });
    for (const name of ['Robot', 'robot\u200b', 'ｒobot']) {
      expect(await agent(ws, { ...reader, name })).toBe('INVALID_ARGUMENT');
    }
    expect(await agent(ws, { ...old, token_hash: 'x' })).toBe('done');
    expect(await agent(ws, reader)).toBe('done');
  });

  it('a signature is valid once, for one record', async () => {
    const { ws, ann } = await withAnn();
    await using _ = ws;
    await agent(ws, reader);
    const signed = await ws.signed('agent', writer, ann);
    const more = {
      ...writer,
      permissions: { ...writer.permissions, max_elements_per_operation: 101 },
    };
    expect(outcome(await ws.registry({ change: 'agent', record: more, signed }))).toBe(
      'SIGNATURE_INVALID',
    );
    expect(outcome(await ws.registry({ change: 'agent', record: writer, signed }))).toBe('done');
    await agent(ws, reader);
    expect(outcome(await ws.registry({ change: 'agent', record: writer, signed }))).toBe(
      'SIGNATURE_INVALID',
    );
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('a revoked agent may do nothing', async () => {
    const { ws } = await withAnn();
    await using _ = ws;
    await agent(ws, { ...ROBOT, status: 'revoked' });
    expect(outcome(await ws.submit([created('w')]))).toBe('UNKNOWN_PRINCIPAL');
  });
});

describe('approvers', () => {
  it('the second approver needs the signature of the first', async () => {
    const { ws, ann } = await withAnn();
    await using _ = ws;
    const bob = person('bob');
    expect(await approver(ws, bob.record)).toBe('APPROVER_REQUIRED');
    expect(await approver(ws, bob.record, bob)).toBe('APPROVER_REQUIRED');
    expect(await approver(ws, bob.record, { ...ann, keys: bob.keys })).toBe('SIGNATURE_INVALID');
    expect(await approver(ws, bob.record, ann)).toBe('done');
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('are distinct people with distinct keys', async () => {
    const { ws, ann } = await withAnn();
    await using _ = ws;
    expect(await approver(ws, { ...ann.record, name: 'anna' }, ann)).toBe('INVALID_ARGUMENT');
    expect(await approver(ws, { ...person('x').record, user_id: ann.record.user_id }, ann)).toBe(
      'INVALID_ARGUMENT',
    );
    expect(
      await approver(ws, { ...person('x').record, public_key: ann.record.public_key }, ann),
    ).toBe('INVALID_ARGUMENT');
    for (const weak of [Buffer.alloc(32), Buffer.alloc(32, 2), Buffer.alloc(32, 0xff)]) {
      const public_key = weak.toString('base64');
      expect(await approver(ws, { ...person('x').record, public_key }, ann)).toBe(
        'INVALID_ARGUMENT',
      );
    }
    expect(await approver(ws, { ...person('x').record, public_key: 'AAAA' }, ann)).toBe(
      'INVALID_ARGUMENT',
    );
    expect(await approver(ws, { ...ann.record, user_id: 'another' }, ann)).toBe('INVALID_ARGUMENT');
  });

  it.each(['Ann', 'ＡＮＮ', 'an\u200bn', 'Owner', 'owner', 'BOB'])(
    'a new person cannot be called `%s` next to ann, the owner and bob',
    async (name) => {
      const { ws, ann } = await withAnn();
      await using _ = ws;
      const bob = { ...reader, kind: 'human', name: 'bob', user_id: 'user-bob' } as const;
      expect(await agent(ws, bob)).toBe('done');
      expect(await approver(ws, person(name, 'user-else').record, ann)).toBe('INVALID_ARGUMENT');
      expect(await approver(ws, person('bob').record, ann)).toBe('done');
      expect(await approver(ws, person('owner', OWNER).record, ann)).toBe('done');
    },
  );

  it('a new human cannot have a name that looks like that of another person', async () => {
    const { ws } = await withAnn();
    await using _ = ws;
    const human = (name: string, user_id: string) =>
      agent(ws, { ...reader, kind: 'human', name, agent_id: `agent of ${name}`, user_id });
    expect(await human('ann', 'user-else')).toBe('INVALID_ARGUMENT');
    expect(await human('ANN', 'user-else')).toBe('INVALID_ARGUMENT');
    expect(await human('owner', 'user-else')).toBe('INVALID_ARGUMENT');
    expect(await human('ann', 'user-ann')).toBe('done');
    expect(await human('carla', 'user-carla')).toBe('done');
  });

  it('an approver cannot sign a new key for themselves, or their own reinstatement', async () => {
    const { ws, ann } = await withAnn();
    await using _ = ws;
    const bob = person('bob');
    await approver(ws, bob.record, ann);
    const rekeyed = { ...ann.record, public_key: generateKeyPair().publicKey };
    expect(await approver(ws, rekeyed, ann)).toBe('SELF_APPROVAL');
    expect(await approver(ws, rekeyed)).toBe('APPROVER_REQUIRED');
    expect(await approver(ws, { ...ann.record, status: 'revoked' }, ann)).toBe('done');
    expect(await approver(ws, ann.record, ann)).toBe('APPROVER_REQUIRED');
    expect(await approver(ws, ann.record, bob)).toBe('done');
    expect(await ws.verify()).toMatchObject({ ok: true });
  });

  it('the last approver cannot be revoked before there is a successor', async () => {
    const { ws, ann } = await withAnn();
    await using _ = ws;
    const gone: ApproverRecord = { ...ann.record, status: 'revoked' };
    expect(await approver(ws, gone, ann)).toBe('APPROVER_REQUIRED');
    const bob = person('bob');
    await approver(ws, bob.record, ann);
    expect(await approver(ws, gone)).toBe('APPROVER_REQUIRED');
    expect(await approver(ws, { ...gone, public_key: bob.record.public_key }, ann)).toBe(
      'INVALID_ARGUMENT',
    );
    expect(await approver(ws, gone, ann)).toBe('done');
    expect(await approver(ws, { ...bob.record, status: 'revoked' }, bob)).toBe('APPROVER_REQUIRED');
    expect(await approver(ws, { ...person('eve').record, status: 'revoked' })).toBe(
      'INVALID_ARGUMENT',
    );
    expect(await ws.verify()).toMatchObject({ ok: true });
  });
});

describe('the policy', () => {
  it('is weakened only with a signature', async () => {
    const { ws, ann } = await withAnn();
    await using _ = ws;
    const weaker = { ...POLICY, bulk_threshold: 51 };
    expect(outcome(await ws.registry({ change: 'policy', policy: weaker, signed: null }))).toBe(
      'APPROVER_REQUIRED',
    );
    const signed = await ws.signed('workspace', workspaceRecord(weaker), ann);
    expect(outcome(await ws.registry({ change: 'policy', policy: weaker, signed }))).toBe('done');
    expect(outcome(await ws.registry({ change: 'policy', policy: POLICY, signed: null }))).toBe(
      'done',
    );
    expect(await ws.verify()).toMatchObject({ ok: true });
  });
});

describe('record', () => {
  it('writes entries in order, none as an entry of the keeper, and loses none', async () => {
    await using ws = await Workspace.found();
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    await ws.transact((tx) =>
      ws.handlers.record(tx, [
        { kind: 'call', tool: 'query', seq: 99, v: 9 },
        { kind: 'approval', step: 'executed' },
        { kind: 'call', step: 'committed', events_digest: [] },
        { kind: 'call', args: { x: Number.NaN } },
        { kind: 'call', args: circle },
      ]),
    );
    const rows = await ws.transact((tx) => tx.auditAfter(1, 10));
    expect(rows.map(({ body }) => JSON.parse(body))).toMatchObject([
      { v: 1, seq: 2, kind: 'call', tool: 'query' },
      { seq: 3, kind: 'keeper', error: 'reserved kind of entry' },
      { seq: 4, kind: 'keeper', error: 'reserved kind of entry' },
      { seq: 5, kind: 'call', left_out: { because: 'NOT_FINITE at /args/x' } },
      { seq: 6, kind: 'call', left_out: { because: expect.stringContaining('CYCLE') } },
    ]);
    expect(await ws.verify()).toMatchObject({ ok: true, entries: 6 });
  });
});

describe('checkpoint', () => {
  it('signs the whole chain, and again only when it has grown', async () => {
    await using ws = await Workspace.found();
    const first = await ws.checkpoint();
    expect(await ws.checkpoint()).toBe(first);
    await ws.submit([created('w')]);
    const second = await ws.checkpoint();
    const trusted = [{ name: 'plumbline/test', publicKey: ws.logKeys.publicKey }];
    expect(verifyCheckpoint(first, trusted)).toMatchObject({ ok: true, size: 1 });
    expect(verifyCheckpoint(second, trusted)).toMatchObject({ ok: true, size: 2 });
    expect(await ws.verify({ trustedLogKeys: trusted })).toMatchObject({ ok: true, covered: 2 });
  });

  it('discards rolled-back entries, and starts from the log after a takeover', async () => {
    await using ws = await Workspace.found();
    await ws.checkpoint();
    const lost = ws.transact(async (tx) => {
      await ws.handlers.record(tx, [{ kind: 'call', lost: true }]);
      await ws.handlers.checkpoint(tx);
      throw new Error('the disk is full');
    });
    await expect(lost).rejects.toThrow('the disk is full');
    await ws.submit([created('w')]);
    await ws.checkpoint();
    Object.assign(ws, { handlers: ws.restarted() });
    await ws.hold([deleted('w')]);
    await ws.checkpoint();
    expect(await ws.verify()).toMatchObject({ ok: true, covered: 3 });
  });
});
