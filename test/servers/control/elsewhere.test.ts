/** @module elsewhere.test: an approver with only a key file sees and decides over a hub the same as in the local client. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connectAgent } from '../../../clients/plumbline/demo/agent-client.ts';
import { policyDigest } from '../../../governance/approval/plan-digest.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { AgentRecord, WorkspaceRecord } from '../../../schemas/governance.ts';
import { runHere } from '../../clients/run-cli.ts';
import { okHere, PASSPHRASE } from '../../e2e/connect.ts';
import { digestOf } from '../../e2e/digest-of.ts';
import { levelRecord, madeImport, wallRecord } from '../../made-import.ts';
import { type HubBench, openHubBench } from './hub-bench.ts';

let bench: HubBench;
let folder: string;
const OWNER = userInfo().username;

beforeAll(async () => {
  bench = await openHubBench(['alice', OWNER]);
  folder = bench.elsewhere('alice');
});
afterAll(async () => {
  await bench.close();
});

describe('an approval', () => {
  let id: string;
  beforeAll(async () => {
    id = await bench.asked([await bench.wall(0)]);
  });

  test.each([
    ['list', ['approvals', 'list', '--json']],
    ['show', ['approvals', 'show', 'ID', '--json']],
    ['export', ['approvals', 'export', 'ID', '--json']],
  ])('is shown as in the workspace: %s [APP-24]', async (_, words) => {
    const all = words.map((word) => (word === 'ID' ? id.slice(-8) : word));
    const remote = await bench.cli(folder, 'alice', ...all);
    expect(remote).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(remote.out)).toEqual(JSON.parse(await okHere(bench.dir, ...all)));
    expect(remote.out).toContain(id);
  });

  test('is drawn before and after the change, as in the workspace', async () => {
    const words = ['approvals', 'show', id, '--picture', 'plan.svg'];
    expect(await bench.cli(folder, 'alice', ...words)).toMatchObject({ code: 0 });
    await okHere(bench.dir, ...words);
    const svg = readFileSync(join(folder, 'plan.svg'), 'utf8');
    expect(svg).toContain('data-layer="deleted"');
    expect(svg).toBe(readFileSync(join(bench.dir, 'plan.svg'), 'utf8'));
  });

  test('is executed with the displayed digest, and the log records the channel of the decision', async () => {
    const other = ['approvals', 'approve', id, '--digest', '000000000000'];
    expect(await bench.cli(folder, 'alice', ...other)).toMatchObject({ code: 1, out: '' });
    const words = ['approvals', 'approve', id, '--digest', digestOf(bench.dir, id)];
    const ran = await bench.cli(folder, 'alice', ...words);
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('executed, event ') });
    const [entry] = await entriesOf('decided', id);
    expect(entry).toMatchObject({ via: 'hub', decision: { approver: 'alice' } });
    expect(await bench.cli(folder, 'alice', ...words)).toMatchObject({
      code: 1,
      out: expect.stringContaining('is already executed'),
    });
  });

  test('is rejected with a reason that the requester can read', async () => {
    const rejected = await bench.asked([await bench.wall(3000)]);
    const words = ['approvals', 'reject', rejected, '--reason', 'it carries the roof'];
    expect(await bench.cli(folder, 'alice', ...words)).toMatchObject({ code: 0 });
    const answer = await bench.agent.call('get_operation', {
      approval_id: rejected,
      reasoning: 'a test asks',
    });
    expect(JSON.stringify(answer)).toContain('it carries the roof');
  });

  test('cannot be approved by the person behind the agent', async () => {
    const own = await bench.asked([await bench.wall(6000)]);
    const words = ['approvals', 'approve', own, '--digest', digestOf(bench.dir, own)];
    const ran = await bench.cli(bench.elsewhere(OWNER), OWNER, ...words);
    expect(ran).toMatchObject({ code: 1, out: expect.stringContaining('1214 SELF_APPROVAL') });
  });

  test('becomes stale when an element that it relies on has changed', async () => {
    const wall = await bench.wall(9000);
    const stale = await bench.asked([wall]);
    await bench.agent.call('modify_parameter', {
      element_id: wall,
      parameter_name: 'name',
      value: 'renamed',
      dry_run: false,
      reasoning: 'a test changes it',
    });
    const { out } = await bench.cli(folder, 'alice', 'approvals', 'list', '--json');
    const listed: unknown = JSON.parse(out);
    expect(listed).toContainEqual(expect.objectContaining({ approval_id: stale, status: 'stale' }));
    const words = ['approvals', 'approve', stale, '--digest', digestOf(bench.dir, stale)];
    expect(await bench.cli(folder, 'alice', ...words)).toMatchObject({
      code: 1,
      out: expect.stringContaining('stale, can no longer be executed'),
    });
  });
});

test('a held import is shown as in the workspace, with the elements of its manifest [APP-24]', async () => {
  const { reader, keeper } = bench.world.gates;
  const records = (await reader.registryAll('agent')).map(({ record }) =>
    AgentRecord.parse(JSON.parse(record)),
  );
  const agent = records.find(({ kind }) => kind === 'agent');
  const row = await reader.registry('workspace', 'workspace');
  if (agent === undefined || row === null) throw new Error('no agent');
  const { workspace_id, policy } = WorkspaceRecord.parse(JSON.parse(row.record));
  const { name, user_id, agent_id, permissions } = agent;
  const principal = { kind: 'agent', name, user_id, agent_id, session_id: 's' } as const;
  const made = madeImport([
    wallRecord('wall_i', 'level_i', 50_000),
    levelRecord('level_i', 'Imported'),
  ]);
  for (const content of [made.file, made.manifest]) {
    const sha256 = sha256Hex(content);
    const sent = { principal, sha256, bytes: content.length, n: 0, of: 1, content };
    expect(await keeper.blobPut(sent)).toMatchObject({ complete: true });
  }
  const reply = await keeper.submit({
    principal,
    arguments: {},
    idempotency_key: null,
    plan: {
      v: 1,
      workspace_id,
      server: 'geometry',
      tool: 'import_ifc',
      input: {},
      agent_id,
      user_id,
      session_id: 's',
      reasoning: 'a test imports it',
      branch: 'main',
      operation_id: randomUUID(),
      events: [{ event_id: randomUUID(), ...made.event }],
      touched: [{ branch: 'main', id: 'import_1', version: 0 }],
      relied_on: [],
      branch_seq: null,
      affected: 2,
      triggers: ['bulk'],
      approvers_required: 1,
      policy_digest: policyDigest({ permissions, policy }),
      data: {},
      warnings: [],
      nonce: randomUUID(),
      expires_at: new Date(Date.now() + 3_000_000).toISOString(),
    },
  });
  if (reply.status !== 'pending') throw new Error(JSON.stringify(reply));
  const { approval_id } = reply;
  const words = ['approvals', 'show', approval_id];
  const remote = await bench.cli(folder, 'alice', ...words, '--picture', 'import.svg');
  expect(remote).toMatchObject({ code: 0, err: '' });
  expect(remote.out).toContain(
    'imports 2 elements of house.ifc (IFC4, 14 bytes): 1 Levels, 1 Walls',
  );
  expect(remote.out).not.toContain('no longer fits');
  await okHere(bench.dir, ...words, '--picture', 'import.svg');
  expect(readFileSync(join(folder, 'import.svg'), 'utf8')).toBe(
    readFileSync(join(bench.dir, 'import.svg'), 'utf8'),
  );
  const digest = digestOf(bench.dir, approval_id);
  const approve = ['approvals', 'approve', approval_id, '--digest', digest];
  expect(await bench.cli(folder, 'alice', ...approve)).toMatchObject({ code: 0 });
  const because = { reasoning: 'a test asks' };
  const renamed = await bench.agent.call('modify_parameter', {
    element_id: 'wall_i',
    parameter_name: 'height',
    value: 2500,
    dry_run: false,
    ...because,
  });
  expect(renamed).toMatchObject({ success: true });
  const spatial = await connectAgent('spatial', bench.dir);
  const found = await spatial.call('level_elements', { level_id: 'level_i', ...because });
  expect(JSON.stringify(found)).toContain('wall_i');
  const history = await spatial.call('get_history', { element_id: 'wall_i', ...because });
  expect(JSON.stringify(history)).toMatch(/element.modified.*model.imported/);
  await spatial.close();
});

async function entriesOf(step: string, approval_id: string): Promise<readonly object[]> {
  const rows = await bench.world.gates.reader.auditAfter(0, 10_000);
  return rows
    .map(({ body }): Record<string, unknown> => JSON.parse(body))
    .filter((entry) => entry['step'] === step && entry['approval_id'] === approval_id);
}

test('two concurrent approvers execute it once', async () => {
  const id = await bench.asked([await bench.wall(12_000)]);
  const words = ['approvals', 'approve', id, '--digest', digestOf(bench.dir, id)];
  await okHere(bench.dir, 'approver', 'add', 'carol', '--by', 'alice');
  const carols = bench.elsewhere('carol');
  const ran = await Promise.all([
    bench.cli(folder, 'alice', ...words),
    bench.cli(carols, 'carol', ...words),
    bench.cli(folder, 'alice', ...words),
  ]);
  expect(ran.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(await entriesOf('executed', id)).toHaveLength(1);
});

test('a client continues after a restart of the hub', async () => {
  await bench.restart();
  expect(await bench.cli(folder, 'alice', 'approvals', 'list')).toMatchObject({ code: 0 });
});

test('the verification of the log accepts decisions made over the hub', async () => {
  expect(await runHere(bench.dir, ['audit', 'verify'])).toMatchObject({ code: 0 });
});

test('values missing from a key file must be given, and invalid ones are refused', async () => {
  const env = { PLUMBLINE_PASSPHRASE: PASSPHRASE };
  const list = (...words: readonly string[]): ReturnType<typeof runHere> =>
    runHere(folder, ['approvals', 'list', ...words], { env });
  expect(await list('--hub', bench.url)).toMatchObject({
    code: 2,
    err: expect.stringContaining('--as NAME'),
  });
  expect(await list('--hub', 'http://plans.example', '--as', 'alice')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--insecure'),
  });
  expect(await list('--hub', `${bench.url}/mcp`, '--as', 'alice')).toMatchObject({ code: 2 });
  expect(await list('--hub', bench.url, '--as', 'nobody')).toMatchObject({
    code: 1,
    err: expect.stringContaining('nobody.pem'),
  });
});

test('an approver creates the key on another machine, and the workspace never receives it', async () => {
  const own = bench.elsewhere('alice');
  const made = await runHere(own, ['approver', 'key', 'dora', '--json'], {
    env: { PLUMBLINE_PASSPHRASE: PASSPHRASE },
  });
  const { public_key } = JSON.parse(made.out);
  const add = ['approver', 'add', 'dora', '--by', 'alice', '--public-key'];
  const wrong = await runHere(bench.dir, [...add, `${String(public_key)}A`]);
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('32 bytes') });
  const output = await okHere(bench.dir, ...add, String(public_key));
  const lines = output.slice(output.indexOf('approver: '));
  const file = join(own, 'dora.pem');
  writeFileSync(file, `${lines}${readFileSync(file, 'utf8')}`);
  expect(existsSync(join(bench.dir, '.plumbline', 'keys', 'approvers', 'dora.pem'))).toBe(false);
  const id = await bench.asked([await bench.wall(30_000)]);
  const words = ['approvals', 'reject', id, '--reason', 'no'];
  expect(await bench.cli(own, 'dora', ...words)).toMatchObject({ code: 0 });
});

test('an unreachable keeper is reported, and nothing is reported as done', async () => {
  const id = await bench.asked([await bench.wall(33_000)]);
  await bench.world.gates.keeper.close();
  for (const words of [
    ['show', id],
    ['approve', id, '--digest', digestOf(bench.dir, id)],
  ]) {
    const ran = await bench.cli(folder, 'alice', 'approvals', ...words);
    expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringContaining('keeper') });
  }
});
