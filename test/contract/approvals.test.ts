/** @module approvals.test: a person decides in another channel, with the CLI as people use it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  connect,
  ok,
  PASSPHRASE,
  plumbline,
  testWorkspace,
  type Connected,
  type TestWorkspace,
} from '../e2e/connect.ts';
import { approving } from '../e2e/digest-of.ts';
import { makeKeyQuick } from '../e2e/quick-key.ts';

let workspace: TestWorkspace;
let geometry: Connected;
let spatial: Connected;
let level_id: string;
let row = 0;

const why = { reasoning: 'it stands in the way of the new stair' };
const really = { ...why, dry_run: false };

async function wall(): Promise<string> {
  row += 1;
  const y = row * 1000;
  const made = await geometry.call('create_wall', {
    level_id,
    start: { x: 0, y },
    end: { x: 4000, y },
    ...really,
  });
  return String(made.data['wall_id']);
}

/** Requests a deletion and returns the approval id. */
async function pending(...element_ids: readonly string[]): Promise<string> {
  const answer = await geometry.call('delete_elements', { element_ids, ...really });
  expect(answer).toMatchObject({
    success: false,
    event_id: null,
    error: { code: 1210, name: 'APPROVAL_PENDING' },
  });
  return String(answer.approval_id);
}

async function isThere(element_id: string): Promise<boolean> {
  return (await spatial.call('get_element', { element_id, ...why })).success;
}

async function outcome(approval_id: string): Promise<unknown> {
  const answer = await geometry.call('get_operation', { approval_id, ...why });
  return answer.error?.name ?? answer.data['status'];
}

beforeAll(async () => {
  workspace = testWorkspace();
  geometry = await connect(workspace.dir, 'geometry');
  spatial = await connect(workspace.dir, 'spatial');
  level_id = String(
    (await geometry.call('create_level', { name: 'L1', elevation: 0, ...really })).data['level_id'],
  );
  ok(workspace.dir, 'approver', 'add', 'alice');
  makeKeyQuick(workspace.dir, 'alice', PASSPHRASE);
});
afterAll(async () => {
  await geometry.close();
  await spatial.close();
  workspace.remove();
});

describe('a deletion', () => {
  test('a deletion is pending, shown with its cascade, approved and executed once [APP-1] [APP-4] [APP-5] [APP-12] [APP-13] [ENV-7] [GEO-7] [CLI-2]', async () => {
    const wall_id = await wall();
    const door = await geometry.call('place_door', { wall_id, offset: 1000, ...really });
    const door_id = String(door.data['door_id']);
    const id = await pending(wall_id);
    expect(await isThere(wall_id)).toBe(true);
    expect(await pending(wall_id)).toBe(id);
    expect(ok(workspace.dir, 'approvals', 'list')).toContain(id);
    const shown = ok(workspace.dir, 'approvals', 'show', id);
    expect(shown).toContain(wall_id);
    expect(shown).toContain(door_id);
    expect(shown).toContain(why.reasoning);
    expect(shown).toMatch(/unverified|not verified/i);

    const waiting = geometry.call('get_operation', { approval_id: id, wait_s: 20, ...why });
    ok(workspace.dir, ...approving(workspace.dir, id, 'alice'));
    const told = await waiting;
    expect(told).toMatchObject({ success: true, data: { status: 'executed', approval_id: id } });
    expect(await isThere(wall_id)).toBe(false);
    expect(await isThere(door_id)).toBe(false);

    const again = plumbline(workspace.dir, ...approving(workspace.dir, id, 'alice'));
    expect(again.status).toBe(1);
    expect(again.stderr + again.stdout).toContain('executed');
    const operation = await geometry.call('get_operation', {
      operation_id: told.data['event_id'],
      ...why,
    });
    expect(operation.data).toMatchObject({ events_total: 2, approval_id: id });
  });

  test('a rejected deletion is refused, and so is the same effect again [APP-8]', async () => {
    const [one, two] = [await wall(), await wall()];
    const id = await pending(one, two);
    ok(
      workspace.dir,
      'approvals',
      'reject',
      id,
      '--as',
      'alice',
      '--reason',
      'both are load bearing',
    );
    const told = await geometry.call('get_operation', { approval_id: id, ...why });
    expect(told.error).toMatchObject({
      code: 1211,
      message: expect.stringContaining('load bearing'),
    });
    const reordered = await geometry.call('delete_elements', {
      element_ids: [two, one],
      ...really,
    });
    expect(reordered.error?.name).toBe('APPROVAL_REJECTED');
    expect(await isThere(one)).toBe(true);
  });

  test('a conflicting edit makes an approval stale, an unrelated edit does not [APP-10] [APP-11]', async () => {
    const [touched, untouched] = [await wall(), await wall()];
    const [first, second] = [await pending(touched), await pending(untouched)];
    await geometry.call('modify_parameter', {
      element_id: touched,
      parameter_name: 'height',
      value: 2500,
      ...really,
    });
    const stale = plumbline(workspace.dir, ...approving(workspace.dir, first, 'alice'));
    expect(stale.status).toBe(1);
    expect(await outcome(first)).toBe('APPROVAL_STALE');
    expect(await isThere(touched)).toBe(true);
    ok(workspace.dir, ...approving(workspace.dir, second, 'alice'));
    expect(await outcome(second)).toBe('executed');
    expect(await isThere(untouched)).toBe(false);
  });

  test('only the requester may query a pending operation', async () => {
    const id = await pending(await wall());
    const file = join(workspace.dir, 'other.json');
    writeFileSync(file, JSON.stringify({ permissions: { READ: {} } }));
    ok(workspace.dir, 'agent', 'add', 'other', '--permissions', file, '--user', 'alice');
    const other = await connect(workspace.dir, 'spatial', { env: { PLUMBLINE_AGENT: 'other' } });
    const answer = await other.call('get_operation', { approval_id: id, ...why });
    expect(answer.error?.name).toBe('OPERATION_NOT_FOUND');
    await other.close();
  });
});

describe('people', () => {
  test("the requester's own user cannot approve [APP-6]", async () => {
    const owner = JSON.parse(ok(workspace.dir, 'agent', 'show', 'agent', '--json')) as {
      user?: string;
      user_id: string;
    };
    const listed = ok(workspace.dir, 'doctor', '--json');
    expect(listed).toBeTruthy();
    const name = ownerName();
    ok(workspace.dir, 'approver', 'add', name, '--by', 'alice');
    const wall_id = await wall();
    const id = await pending(wall_id);
    const refused = plumbline(workspace.dir, ...approving(workspace.dir, id, name));
    expect(refused.status).toBe(1);
    expect(refused.stderr + refused.stdout).toMatch(/SELF_APPROVAL|own/);
    expect(await isThere(wall_id)).toBe(true);
    expect(owner.user_id).toBeTruthy();
  });

  test('the first approver needs no signature, a second one does [APP-14]', () => {
    const refused = plumbline(workspace.dir, 'approver', 'add', 'mallory');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/--by|sign/);
    ok(workspace.dir, 'approver', 'add', 'bob', '--by', 'alice');
    expect(ok(workspace.dir, 'approver', 'list')).toContain('bob');
  });

  test('widening an agent needs an approver, narrowing does not [PERM-12]', () => {
    const wide = join(workspace.dir, 'wide.json');
    const narrow = join(workspace.dir, 'narrow.json');
    writeFileSync(wide, JSON.stringify({ permissions: { READ: {}, CREATE: {} } }));
    writeFileSync(narrow, JSON.stringify({ permissions: { READ: {} } }));
    ok(workspace.dir, 'agent', 'add', 'worker', '--permissions', narrow);
    expect(plumbline(workspace.dir, 'agent', 'grant', 'worker', '--permissions', wide).status).toBe(
      1,
    );
    ok(workspace.dir, 'agent', 'grant', 'worker', '--permissions', wide, '--by', 'alice');
    ok(workspace.dir, 'agent', 'grant', 'worker', '--permissions', narrow);
  });

  test('replacing the token of an agent that may change things needs an approver [PERM-12]', () => {
    const file = join(workspace.dir, 'maker.json');
    writeFileSync(file, JSON.stringify({ permissions: { READ: {}, CREATE: {} } }));
    ok(workspace.dir, 'agent', 'add', 'maker', '--permissions', file, '--by', 'alice');
    ok(workspace.dir, 'agent', 'token', 'maker');
    expect(plumbline(workspace.dir, 'agent', 'token', 'maker').status).toBe(1);
    ok(workspace.dir, 'agent', 'token', 'maker', '--by', 'alice');
  });

  test('a permission file cannot switch off the approval of deletions [APP-16]', async () => {
    const file = join(workspace.dir, 'bold.json');
    writeFileSync(
      file,
      JSON.stringify({ permissions: { READ: {}, CREATE: {}, DELETE: {} }, requires_approval: [] }),
    );
    ok(workspace.dir, 'agent', 'add', 'bold', '--permissions', file, '--by', 'alice');
    const bold = await connect(workspace.dir, 'geometry', { env: { PLUMBLINE_AGENT: 'bold' } });
    const wall_id = await wall();
    const answer = await bold.call('delete_elements', { element_ids: [wall_id], ...really });
    expect(answer.error?.name).toBe('APPROVAL_PENDING');
    expect(await isThere(wall_id)).toBe(true);
    await bold.close();
  });

  test('no command approves all pending approvals [CLI-2]', () => {
    for (const words of [
      ['approve'],
      ['approve', '--all', '--as', 'alice'],
      ['approve', 'all', '--as', 'alice'],
    ]) {
      expect(plumbline(workspace.dir, 'approvals', ...words).status).not.toBe(0);
    }
  });
});

describe('a merge', () => {
  test('a merge needs an approval and is then on the target [APP-2] [GEO-9]', async () => {
    await geometry.call('create_branch', { name: 'design/a', ...really });
    const made = await geometry.call('create_wall', {
      level_id,
      start: { x: 0, y: -5000 },
      end: { x: 3000, y: -5000 },
      branch: 'design/a',
      ...really,
    });
    const wall_id = String(made.data['wall_id']);
    expect(await isThere(wall_id)).toBe(false);
    const answer = await geometry.call('merge_branch', { source: 'design/a', ...really });
    expect(answer.error).toMatchObject({ code: 1210, data: { triggers: ['branch.merged'] } });
    // Unrelated changes of the target in the meantime do not affect it.
    const [start, end] = [
      { x: 0, y: -9000 },
      { x: 3000, y: -9000 },
    ];
    const other = await geometry.call('create_wall', { level_id, start, end, ...really });
    expect(other.success).toBe(true);
    ok(workspace.dir, ...approving(workspace.dir, String(answer.approval_id), 'alice'));
    expect(await isThere(wall_id)).toBe(true);
  });
});

describe('the audit log', () => {
  test('the log contains every call, including refusals and unknown tools [AUD-1]', async () => {
    await geometry.call('no_such_tool', why);
    await geometry.call('create_wall', { level_id, ...why, colour: 'red' });
    await spatial.call('get_element', { element_id: 'wall_unheard_of', ...why });
    await geometry.close();
    await spatial.close();
    const shown = ok(workspace.dir, 'audit', 'show', '--limit', '50', '--json');
    expect(shown).toContain('no_such_tool');
    expect(shown).toContain('UNKNOWN_ARGUMENT');
    expect(shown).toContain('wall_unheard_of');
    geometry = await connect(workspace.dir, 'geometry');
    spatial = await connect(workspace.dir, 'spatial');
  });

  test('an untouched log verifies, a changed one is reported with exit code 3 [AUD-2] [CLI-1]', () => {
    expect(plumbline(workspace.dir, 'audit', 'verify').status).toBe(0);
    const store = new DatabaseSync(join(workspace.dir, '.plumbline', 'ledger.db'), {
      timeout: 10_000,
    });
    const triggers = store
      .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
      .all();
    for (const { name } of triggers) store.exec(`DROP TRIGGER ${String(name)}`);
    const { seq, body } = store
      .prepare('SELECT seq, body FROM audit ORDER BY seq DESC LIMIT 1 OFFSET 5')
      .get() as {
      seq: number;
      body: string;
    };
    store
      .prepare('UPDATE audit SET body = ? WHERE seq = ?')
      .run(body.replace('"outcome":"', '"outcome":"not '), seq);
    const found = plumbline(workspace.dir, 'audit', 'verify');
    expect(found.status).toBe(3);
    expect(found.stdout + found.stderr).toContain('edited');
    store.prepare('UPDATE audit SET body = ? WHERE seq = ?').run(body, seq);
    for (const { sql } of triggers) store.exec(String(sql));
    store.close();
    expect(plumbline(workspace.dir, 'audit', 'verify').status).toBe(0);
  });

  test('an exported log verifies without its workspace, and an entry is proved [AUD-6]', () => {
    const file = join(workspace.dir, 'log.jsonl');
    ok(workspace.dir, 'audit', 'checkpoint');
    ok(workspace.dir, 'audit', 'export', file);
    expect(readFileSync(file, 'utf8').split('\n').length).toBeGreaterThan(20);
    expect(ok(workspace.dir, 'audit', 'prove', '3')).toMatch(/[0-9a-f]{64}/);
  });
});

function ownerName(): string {
  const store = new DatabaseSync(join(workspace.dir, '.plumbline', 'ledger.db'), {
    readOnly: true,
  });
  const { record } = store
    .prepare("SELECT record FROM registry WHERE kind = 'workspace'")
    .get() as { record: string };
  store.close();
  return (JSON.parse(record) as { owner: { name: string } }).owner.name;
}
