/** @module all.test: several servers that start together in a folder without a workspace, and the merged server. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { WorkspacePolicy } from '../../schemas/permissions.ts';
import { setPolicy } from '../bench/policy.ts';
import { connect, ok, testWorkspace, type Connected, type TestWorkspace } from './connect.ts';

let workspace: TestWorkspace;
let servers: readonly Connected[];
const why = { reasoning: 'together' };

beforeAll(async () => {
  workspace = testWorkspace(false);
  servers = await Promise.all(
    ['geometry', 'spatial', 'all'].map((name) =>
      connect(workspace.dir, name, { words: ['--init'] }),
    ),
  );
});
afterAll(async () => {
  await Promise.all(servers.map(({ close }) => close()));
  workspace.remove();
});

test('servers started with --init create one workspace and share it [CLI-6]', async () => {
  const [geometry, spatial, all] = servers;
  const created = await all?.call('create_level', {
    name: 'L',
    elevation: 0,
    dry_run: false,
    ...why,
  });
  expect(created).toMatchObject({ success: true });
  for (const server of [geometry, spatial]) {
    const tool = server === geometry ? 'preview_operation' : 'get_model_summary';
    const args =
      server === geometry ? { tool: 'create_level', arguments: { name: 'M', elevation: 1 } } : {};
    expect(await server?.call(tool, { ...args, ...why })).toMatchObject({ success: true });
  }
  expect(JSON.parse(ok(workspace.dir, 'agent', 'list', '--json'))).toHaveLength(1);
});

test('the merged server lists every tool once and sends each call to its own gate', async () => {
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
  const withheld = await all?.call('rotate_element', why);
  expect(withheld?.error).toMatchObject({
    name: 'UNKNOWN_TOOL',
    hint: 'call `apply_changes` with `operations` [{"tool": "rotate_element", "arguments": {…}}]; the operator can also start the server with `--toolsets more`',
  });
  const alone = await all?.call('discard_branch', why);
  expect(alone?.error?.hint).toBe(
    'the operator can start the server with `--toolsets more`; do without it until then',
  );
});

test('a routed call continues an episode that was started directly', async () => {
  const all = servers[2];
  const started = await all?.call('start_episode', { scenario: 'resource', steps: 2, ...why });
  const { episode_id, run_id } = started?.data ?? {};
  const seen = await all?.call('apex_route', {
    intent: 'the experiment of an episode',
    payload: { tool: 'observe', arguments: { episode_id } },
    ...why,
  });
  expect(seen).toMatchObject({
    success: true,
    data: { payload: { success: true, data: { episode_id, run_id, phase: 'acting' } } },
  });
});

test('the rate limit counts calls over all servers and processes [PERM-10]', async () => {
  await setPolicy(workspace.dir, WorkspacePolicy.parse({ rate_limit_per_minute: 6 }));
  const [one, two] = [await connect(workspace.dir, 'all'), servers[2]];
  const names: (string | undefined)[] = [];
  const tools = ['get_model_summary', 'list_tool_contracts', 'list_scenarios'];
  // One more call is permitted every ten seconds, the time that some machines need for a few calls.
  for (let call = 0; call < 6 || (call < 60 && names.at(-1) !== 'RATE_LIMITED'); call += 1) {
    const server = call % 2 === 0 ? one : two;
    names.push((await server?.call(tools[call % tools.length] ?? '', why))?.error?.name);
  }
  expect(names.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => undefined));
  expect(names.at(-1)).toBe('RATE_LIMITED');
  await one.close();
});
