/** @module all.test: several servers that start together in a folder without a workspace, and all of them as one. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect, ok, testWorkspace, type Connected, type TestWorkspace } from './connect.ts';

let workspace: TestWorkspace;
let servers: readonly Connected[];
const why = { reasoning: 'together' };

beforeAll(async () => {
  workspace = testWorkspace(false);
  servers = await Promise.all(
    ['geometry', 'spatial', 'all'].map((name) => connect(workspace.dir, name)),
  );
});
afterAll(async () => {
  await Promise.all(servers.map(({ close }) => close()));
  workspace.remove();
});

test('one of them makes the workspace, and all of them use it', async () => {
  const [geometry, spatial, all] = servers;
  const made = await all?.call('create_level', { name: 'L', elevation: 0, dry_run: false, ...why });
  expect(made).toMatchObject({ success: true });
  for (const server of [geometry, spatial]) {
    const tool = server === geometry ? 'preview_operation' : 'get_model_summary';
    const args =
      server === geometry ? { tool: 'create_level', arguments: { name: 'M', elevation: 1 } } : {};
    expect(await server?.call(tool, { ...args, ...why })).toMatchObject({ success: true });
  }
  expect(JSON.parse(ok(workspace.dir, 'agent', 'list', '--json'))).toHaveLength(1);
});

test('the merged server shows every tool once and sends each call to its own gate', async () => {
  const all = servers[2];
  const names = (await all?.client.listTools())?.tools.map(({ name }) => name) ?? [];
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining([
      'create_wall',
      'get_model_summary',
      'get_operation',
      'preview_operation',
    ]),
  );
  const preview = { tool: 'create_level', arguments: { name: 'M', elevation: 1 } };
  expect(await all?.call('preview_operation', { ...preview, ...why })).toMatchObject({
    success: true,
  });
  const unknown = await all?.call('get_model_sumary', why);
  expect(unknown?.error).toMatchObject({
    name: 'UNKNOWN_TOOL',
    data: { nearest: 'get_model_summary' },
  });
  const withheld = await all?.call('run_script', why);
  expect(withheld?.error).toMatchObject({
    name: 'UNKNOWN_TOOL',
    hint: expect.stringContaining('`--toolsets more`'),
  });
});
