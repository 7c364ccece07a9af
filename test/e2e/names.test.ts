/** @module names.test: names given on one server are known on the others and after a restart, but not to other agents. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect, okHere, testWorkspace, type Connected, type TestWorkspace } from './connect.ts';
import { approving } from './digest-of.ts';

let workspace: TestWorkspace;
let geometry: Connected;
/** Another process, with the tools of all servers. */
let others: Connected;
const why = { reasoning: 'to build' };
const commit = { ...why, dry_run: false };
const SCRIPT = 'level Ground at 0 height 3 as g\nwalls rect (0, 0) to (6, 4) as shell';

beforeAll(async () => {
  workspace = testWorkspace();
  const { dir } = workspace;
  const file = join(dir, 'all.json');
  const permissions = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };
  writeFileSync(file, JSON.stringify({ permissions }));
  await okHere(dir, 'agent', 'add', 'second', '--permissions', file);
  await okHere(dir, 'approver', 'add', 'alice');
  geometry = await connect(dir, 'geometry');
  others = await connect(dir, 'all');
});
afterAll(async () => {
  await geometry.close();
  await others.close();
  workspace.remove();
});

test('names refer to the same elements in every server, before and after a restart [NAM-1]', async () => {
  const dry = await geometry.call('run_script', { script: SCRIPT, ...why, dry_run: true });
  expect(dry).toMatchObject({ success: true, dry_run: true });
  expect(await others.call('get_element', { element_id: '$shell.south', ...why })).toMatchObject({
    error: {
      name: 'ELEMENT_NOT_FOUND',
      message: expect.stringContaining('names from dry runs'),
    },
  });
  const built = await geometry.call('run_script', { script: SCRIPT, ...commit });
  const results = built.data?.['results'] as readonly { id: string; as: string }[];
  const south = results.find(({ as }) => as === 'shell.south')?.id;
  const level = results.find(({ as }) => as === 'g')?.id;
  const one = { element_id: '$shell.south', ...why };
  expect(await others.call('get_element', one)).toMatchObject({ data: { element_id: south } });
  const checked = { level_id: '$g', ...why };
  const egress = await others.call('egress_analysis', checked);
  expect(egress).toMatchObject({ success: true, data: { storeys: [{ level_id: level }] } });
  const planned = await others.call('create_plan', { level_id: '$g', ...commit });
  expect(planned.error).toBeUndefined();

  await geometry.ended();
  geometry = await connect(workspace.dir, 'geometry');
  const door = { wall_id: '$shell.south', offset: 500, ...commit };
  expect(await geometry.call('place_door', door)).toMatchObject({ success: true });
  const again = { script: 'window in $shell.south at 3', ...commit };
  expect(await geometry.call('run_script', again)).toMatchObject({ success: true });
  expect(JSON.parse(await okHere(workspace.dir, 'audit', 'verify', '--json'))).toMatchObject({
    ok: true,
  });
});

test('an agent has its own names and none of other agents [NAM-2]', async () => {
  const second = await connect(workspace.dir, 'all', { env: { PLUMBLINE_AGENT: 'second' } });
  const args = { element_id: '$shell.south', ...why };
  const unknown = await second.call('get_element', args);
  expect(unknown.error?.name).toBe('ELEMENT_NOT_FOUND');
  const never = await second.call('get_element', { ...args, element_id: '$never.south' });
  const answer = JSON.stringify(unknown.error).replaceAll('shell', 'never');
  expect(answer).toBe(JSON.stringify(never.error));
  const own = 'on @Ground\nwall (0, 9) to (5, 9) as shell';
  expect((await second.call('run_script', { script: own, ...commit })).error).toBeUndefined();
  const mine = { element_id: '$shell', ...why };
  expect(await second.call('get_element', mine)).toMatchObject({ data: { kind: 'wall' } });
  expect(await others.call('get_element', args)).toMatchObject({ success: true });
  const history = await second.call('get_history', { limit: 500, ...why });
  expect(JSON.stringify(history)).not.toContain('name.given');
  await second.close();
});

test('a pending change gives its names when it is committed [NAM-3]', async () => {
  const { dir } = workspace;
  const moved = { parameter_name: 'name', value: 'East' };
  const operations = [
    { tool: 'modify_parameter', arguments: { element_id: '$shell.east', ...moved }, as: 'e' },
    { tool: 'delete_elements', arguments: { element_ids: ['$shell.north'] } },
  ];
  const { approval_id = '' } = await geometry.call('apply_changes', { operations, ...commit });
  const [first, second] = operations;
  const again = { operations: [{ ...first, as: 'f' }, second], ...commit };
  const repeated = await geometry.call('apply_changes', again);
  expect(repeated).toMatchObject({ approval_id, error: { data: { repeated: true } } });
  expect(repeated.warnings).toContainEqual(
    'an approval of this change is already pending, requested with different names: it assigns `$e`, but not `$f` of this call',
  );
  const same = await geometry.call('apply_changes', { operations, ...commit });
  expect(same).toMatchObject({ approval_id });
  expect(JSON.stringify(same.warnings)).not.toContain('other names');
  const one = { element_id: '$e', ...why };
  expect((await others.call('get_element', one)).error?.message).toContain('from pending changes');
  expect(await okHere(dir, 'approvals', 'show', approval_id)).toContain(
    '* names for later calls of the requester: $e',
  );
  await okHere(dir, ...approving(dir, approval_id, 'alice'));
  expect(await others.call('get_element', one)).toMatchObject({
    data: { params: { name: 'East' } },
  });
  const missing = await others.call('get_element', { ...one, element_id: '$shell.north' });
  expect(missing.error?.name).toBe('ELEMENT_NOT_FOUND');
});
