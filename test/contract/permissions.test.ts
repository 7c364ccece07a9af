/** @module permissions.test: what an agent may do and where, decided by the planned effect, through real processes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  connect,
  okHere,
  plumbline,
  testWorkspace,
  type Connected,
  type TestWorkspace,
} from '../e2e/connect.ts';

let workspace: TestWorkspace;
let owner: Connected;
let spatial: Connected;
let low: string;
let high: string;

const really = { reasoning: 'contract test', dry_run: false };
const region = { min: { x: -1000, y: -1000, z: -1000 }, max: { x: 10_000, y: 10_000, z: 10_000 } };

type Rights = Readonly<Record<string, unknown>>;
let agents = 0;

/** A server whose connection is an agent with these permissions. */
async function as(permissions: Rights, limits: Rights = {}): Promise<Connected> {
  agents += 1;
  const name = `agent-${agents}`;
  const file = join(workspace.dir, `${name}.json`);
  writeFileSync(file, JSON.stringify({ permissions, ...limits }));
  const added = await okHere(workspace.dir, 'agent', 'add', name, '--permissions', file);
  // Names of levels are registered as ids.
  expect(added.includes('level `Low` is')).toBe(JSON.stringify(permissions).includes('"Low"'));
  return connect(workspace.dir, 'geometry', { env: { PLUMBLINE_AGENT: name } });
}

function wall(x: number, y: number, level_id = low): Rights {
  return { level_id, start: { x, y }, end: { x: x + 2000, y }, ...really };
}

beforeAll(async () => {
  workspace = testWorkspace();
  owner = await connect(workspace.dir, 'geometry');
  spatial = await connect(workspace.dir, 'spatial');
  low = String(
    (await owner.call('create_level', { name: 'Low', elevation: 0, ...really })).data['level_id'],
  );
  high = String(
    (await owner.call('create_level', { name: 'High', elevation: 3000, ...really })).data[
      'level_id'
    ],
  );
});
afterAll(async () => {
  await owner.close();
  await spatial.close();
  workspace.remove();
});

describe('permissions', () => {
  test('a missing permission is denied, a granted one is not [PERM-1]', async () => {
    const agent = await as({ READ: {}, CREATE: {} });
    const made = await agent.call('create_wall', wall(0, 0));
    expect(made.success).toBe(true);
    const element_id = made.data['wall_id'];
    const moved = await agent.call('move_element', {
      element_id,
      delta: { x: 1, y: 0 },
      ...really,
    });
    expect(moved.error).toMatchObject({ code: 1200, name: 'PERMISSION_DENIED' });
    await agent.close();
  });

  test('a scope of categories applies to the planned elements, not to the arguments [PERM-2]', async () => {
    const agent = await as({ READ: {}, CREATE: { categories: ['Walls'] } });
    expect((await agent.call('create_wall', wall(0, 500))).success).toBe(true);
    const column = await agent.call('create_column', {
      level_id: low,
      location: { x: 0, y: 0 },
      profile: '300x300',
      ...really,
    });
    expect(column.error).toMatchObject({
      code: 1201,
      name: 'SCOPE_DENIED',
      message: expect.stringContaining('Columns'),
    });
    await agent.close();
  });

  test('a scope of levels accepts ids and names, and also applies after a move to another level [PERM-3]', async () => {
    const byName = await as({ READ: {}, CREATE: { levels: ['Low'] }, MODIFY: { levels: ['Low'] } });
    const made = await byName.call('create_wall', wall(0, 1000));
    expect(made.success).toBe(true);
    expect((await byName.call('create_wall', wall(0, 1000, high))).error?.name).toBe(
      'SCOPE_DENIED',
    );
    const lifted = await byName.call('modify_parameter', {
      element_id: made.data['wall_id'],
      parameter_name: 'level_id',
      value: high,
      ...really,
    });
    expect(lifted.error?.name).toBe('SCOPE_DENIED');
    await byName.close();
    const byId = await as({ READ: {}, CREATE: { levels: [high] } });
    expect((await byId.call('create_wall', wall(0, 1000, high))).success).toBe(true);
    await byId.close();
  });

  test('a move out of the regions or into them is refused, not held for approval [PERM-4] [PERM-7]', async () => {
    const agent = await as({
      READ: {},
      CREATE: { regions: [region] },
      MODIFY: { regions: [region] },
    });
    const made = await agent.call('create_wall', wall(0, 2000));
    expect(made.success).toBe(true);
    const element_id = made.data['wall_id'];
    const inside = await agent.call('move_element', {
      element_id,
      delta: { x: 1000, y: 0 },
      ...really,
    });
    expect(inside.success).toBe(true);
    const out = await agent.call('move_element', {
      element_id,
      delta: { x: 9000, y: 0 },
      ...really,
    });
    expect(out.error).toMatchObject({ code: 1201, message: expect.stringContaining('after') });
    expect(out.approval_id).toBeUndefined();
    expect(await okHere(workspace.dir, 'approvals', 'list', '--json')).not.toContain(
      String(element_id),
    );
    const foreign = await owner.call('create_wall', wall(20_000, 0));
    const pulled = await agent.call('move_element', {
      element_id: foreign.data['wall_id'],
      delta: { x: -19_000, y: 0 },
      ...really,
    });
    expect(pulled.error).toMatchObject({ code: 1201, message: expect.stringContaining('before') });
    await agent.close();
  });

  test('a change outside the scope of branches is refused [PERM-5]', async () => {
    const agent = await as({ READ: {}, CREATE: { branch_patterns: ['design/*'] } });
    expect((await agent.call('create_wall', wall(0, 3000))).error?.name).toBe('SCOPE_DENIED');
    expect((await agent.call('create_branch', { name: 'other', ...really })).error?.name).toBe(
      'SCOPE_DENIED',
    );
    expect((await agent.call('create_branch', { name: 'design/a', ...really })).success).toBe(true);
    expect(
      (await agent.call('create_wall', { ...wall(0, 3000), branch: 'design/a' })).success,
    ).toBe(true);
    await agent.close();
  });

  test('a cascade that leaves the scope is refused as a whole [PERM-6] [PERM-7]', async () => {
    const made = await owner.call('create_wall', wall(0, 4000));
    const wall_id = String(made.data['wall_id']);
    await owner.call('place_door', { wall_id, offset: 500, ...really });
    const agent = await as({ READ: {}, DELETE: { categories: ['Walls'] } });
    const refused = await agent.call('delete_elements', { element_ids: [wall_id], ...really });
    expect(refused.error).toMatchObject({ code: 1201, message: expect.stringContaining('Doors') });
    expect(refused.approval_id).toBeUndefined();
    await agent.close();
  });

  test('READ with a scope shows only elements inside it [PERM-13]', async () => {
    const here = String((await owner.call('create_wall', wall(0, 5000))).data['wall_id']);
    const there = String((await owner.call('create_wall', wall(0, 5000, high))).data['wall_id']);
    agents += 1;
    const name = `agent-${agents}`;
    const file = join(workspace.dir, `${name}.json`);
    writeFileSync(file, JSON.stringify({ permissions: { READ: { levels: ['Low'] } } }));
    await okHere(workspace.dir, 'agent', 'add', name, '--permissions', file);
    const agent = await connect(workspace.dir, 'spatial', { env: { PLUMBLINE_AGENT: name } });
    const why = { reasoning: 'look' };
    expect((await agent.call('get_element', { element_id: here, ...why })).success).toBe(true);
    expect((await agent.call('get_element', { element_id: there, ...why })).error?.name).toBe(
      'ELEMENT_NOT_FOUND',
    );
    const seen = await agent.call('query_elements', { filter: {}, limit: 500, ...why });
    expect(JSON.stringify(seen.data)).toContain(here);
    expect(JSON.stringify(seen.data)).not.toContain(there);
    const past = await agent.call('get_history', { element_id: there, ...why });
    expect(JSON.stringify(past.data)).not.toContain('5000');
    await agent.close();
  });
});

describe('limits', () => {
  const columns = (count: number): Rights => ({
    operations: Array.from({ length: count }, (_, index) => ({
      tool: 'create_column',
      arguments: { level_id: low, location: { x: 500 * index, y: 8000 }, profile: '200x200' },
    })),
    reasoning: 'a grid of columns',
  });

  test('a call may affect as many elements as the limit and not one more [PERM-8]', async () => {
    const agent = await as(
      { READ: {}, CREATE: {}, MODIFY: {} },
      { max_elements_per_operation: 60 },
    );
    const at = await agent.call('apply_changes', { ...columns(60), dry_run: true });
    expect(at).toMatchObject({ success: true, dry_run: true });
    const over = await agent.call('apply_changes', { ...columns(61), dry_run: true });
    expect(over.error).toMatchObject({ code: 1202, data: { affected: 61, limit: 60 } });
    await agent.close();
  });

  test('50 elements are committed at once, 51 need an approval [APP-3]', async () => {
    const at = await owner.call('apply_changes', { ...columns(50), dry_run: false });
    expect(at.event_id).not.toBeNull();
    const over = await owner.call('apply_changes', { ...columns(51), dry_run: false });
    expect(over).toMatchObject({
      success: false,
      error: { code: 1210, data: { triggers: ['bulk'] } },
    });
  });

  test('a commit beyond the session limit is refused [PERM-9]', async () => {
    const agent = await as({ READ: {}, CREATE: {} }, { max_operations_per_session: 2 });
    const answers = [];
    for (const y of [6000, 6300, 6600]) answers.push(await agent.call('create_wall', wall(0, y)));
    expect(answers.map(({ error }) => error?.name)).toEqual([
      undefined,
      undefined,
      'SESSION_LIMIT_EXCEEDED',
    ]);
    await agent.close();
  });
});

describe('agents', () => {
  test('APPROVE cannot be granted [PERM-11]', () => {
    const file = join(workspace.dir, 'approve.json');
    writeFileSync(file, JSON.stringify({ permissions: { READ: {}, APPROVE: {} } }));
    const ran = plumbline(workspace.dir, 'agent', 'add', 'boss', '--permissions', file);
    expect(ran.status).not.toBe(0);
    expect(ran.stderr).toContain('APPROVE');
  });

  test('a revoked agent is refused at once, even on an open connection', async () => {
    const agent = await as({ READ: {}, CREATE: {} });
    expect((await agent.call('create_wall', wall(0, 7000))).success).toBe(true);
    await okHere(workspace.dir, 'agent', 'revoke', `agent-${agents}`);
    expect((await agent.call('create_wall', wall(0, 7300))).error?.name).toBe('UNKNOWN_PRINCIPAL');
    await agent.close();
  });

  test('the connection determines the principal, and arguments cannot change it [PRIN-1]', async () => {
    const agent = await as({ READ: {}, CREATE: {} });
    const answer = await agent.call('create_wall', { ...wall(0, 7600), agent_id: 'somebody' });
    expect(answer.error?.name).toBe('UNKNOWN_ARGUMENT');
    const mine = await agent.call('create_wall', wall(0, 7600));
    const theirs = await owner.call('create_wall', wall(0, 7900));
    expect(mine.audit.agent_id).not.toBe(theirs.audit.agent_id);
    await agent.close();
  });

  test('a human connects with a token, commits by default and needs no reasoning [DRY-1]', async () => {
    const file = join(workspace.dir, 'human.json');
    writeFileSync(file, JSON.stringify({ permissions: { READ: {}, CREATE: {} } }));
    await okHere(workspace.dir, 'agent', 'add', 'carla', '--human', '--permissions', file);
    const { token } = JSON.parse(
      await okHere(workspace.dir, 'agent', 'token', 'carla', '--json'),
    ) as {
      token: string;
    };
    const human = await connect(workspace.dir, 'geometry', { env: { PLUMBLINE_TOKEN: token } });
    const { reasoning: _why, dry_run: _dry, ...args } = wall(0, 8200);
    const answer = await human.call('create_wall', args);
    expect(answer).toMatchObject({
      success: true,
      event_id: expect.any(String),
      audit: { agent_id: null, reasoning: null },
    });
    await human.close();
  });
});
