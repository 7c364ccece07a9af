/** @module identity.test: who a connection is, and that only valid credentials open a workspace, through real processes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  connect,
  okHere,
  testWorkspace,
  type Connected,
  type TestWorkspace,
} from '../e2e/connect.ts';

let workspace: TestWorkspace;
let owner: Connected;
let level_id: string;

const really = { reasoning: 'contract test', dry_run: false };
const level = (name: string): Readonly<Record<string, unknown>> => ({
  name,
  elevation: 0,
  ...really,
});
const tokenOf = async (name: string): Promise<string> =>
  (await okHere(workspace.dir, 'agent', 'token', name)).trim();
const toolsOf = async (connected: Connected): Promise<readonly string[]> =>
  (await connected.client.listTools()).tools.map(({ name }) => name);
const logged = async (who: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  (
    JSON.parse(await okHere(workspace.dir, 'audit', 'show', '--limit', '1000', '--json')) as {
      principal?: { name: string };
    }[]
  ).filter(({ principal }) => principal?.name === who);

async function add(name: string, permissions: Readonly<Record<string, unknown>>): Promise<void> {
  const file = join(workspace.dir, `${name}.json`);
  writeFileSync(file, JSON.stringify({ permissions }));
  await okHere(workspace.dir, 'agent', 'add', name, '--permissions', file);
}

beforeAll(async () => {
  workspace = testWorkspace();
  owner = await connect(workspace.dir, 'geometry');
  const made = await owner.call('create_level', level('L'));
  level_id = String(made.data['level_id']);
  await add('reader', { READ: {} });
  await add('maker', { READ: {}, CREATE: {} });
  await add('former', { READ: {} });
});
afterAll(async () => {
  await owner.close();
  workspace.remove();
});

describe('invalid credentials are refused everything [PRIN-2]', () => {
  const SECRET = 'plumb_thisIsNotATokenOfAnybodyAtAll';
  type Given = Readonly<Record<string, string>>;
  type Case = readonly [string, () => Given | Promise<Given>, string];
  const cases: readonly Case[] = [
    ['a mistyped token', () => ({ PLUMBLINE_TOKEN: SECRET }), 'PLUMBLINE_TOKEN is not the token'],
    ['a token as the name', () => ({ PLUMBLINE_AGENT: SECRET }), 'PLUMBLINE_AGENT names no agent'],
    [
      'the token of an agent that is revoked since',
      async () => {
        const token = await tokenOf('former');
        await okHere(workspace.dir, 'agent', 'revoke', 'former');
        return { PLUMBLINE_TOKEN: token };
      },
      'PLUMBLINE_TOKEN is not the token of an active agent',
    ],
    ['the name of that agent', () => ({ PLUMBLINE_AGENT: 'former' }), '`former` is revoked'],
  ];
  test.each(cases)('%s', async (_what, credentials, because) => {
    const env = await credentials();
    const stranger = await connect(workspace.dir, 'geometry', { env });
    const tools = await toolsOf(stranger);
    expect(tools).toEqual(await toolsOf(owner));
    const before = (await logged('(unidentified)')).length;
    for (const [tool, args] of [
      ['create_level', level('M')],
      ['get_operation', { approval_id: 'x', ...really }],
      ['no_such_tool', really],
    ] as const) {
      expect(await stranger.call(tool, args)).toMatchObject({
        success: false,
        event_id: null,
        error: {
          code: 1200,
          name: 'PERMISSION_DENIED',
          message: expect.stringContaining(because),
          hint: expect.stringContaining('ask the operator'),
        },
        audit: { agent_id: '00000000-0000-0000-0000-000000000000' },
      });
    }
    const lines = stranger.stderr().trim().split('\n');
    await stranger.close();
    expect(lines).toEqual([
      expect.stringMatching(/^plumbline: the credentials .* every call is refused; ask the oper/),
    ]);
    expect(lines[0]).toContain(because);

    const entries = await logged('(unidentified)');
    expect(entries.length - before).toBe(3);
    expect(entries[0]).toMatchObject({ outcome: 'refused', error: 'PERMISSION_DENIED' });
    const secret = env['PLUMBLINE_TOKEN'] ?? SECRET;
    expect(`${JSON.stringify(entries)}${lines.join('')}`).not.toContain(secret);
  });

  test('an agent that may only read does not reconnect as one that may create', async () => {
    const reader = await connect(workspace.dir, 'geometry', {
      env: { PLUMBLINE_AGENT: 'reader', PLUMBLINE_TOKEN: await tokenOf('reader') },
    });
    expect((await reader.call('create_level', level('M'))).error?.name).toBe('PERMISSION_DENIED');
    await okHere(workspace.dir, 'agent', 'revoke', 'reader');
    const answer = await reader.call('create_level', level('M'));
    expect(answer).toMatchObject({ success: false, error: { name: 'UNKNOWN_PRINCIPAL' } });
    await reader.close();
  });

  test('a connection without credentials is the default agent', async () => {
    expect(owner.stderr()).toBe('');
    expect((await logged('agent')).at(-1)).toMatchObject({ tool: 'create_level', outcome: 'ok' });
  });
});

test('replacing a token ends an open connection at its next call [PRIN-3]', async () => {
  const maker = await connect(workspace.dir, 'geometry', {
    env: { PLUMBLINE_TOKEN: await tokenOf('maker') },
  });
  const wall = { level_id, start: { x: 0, y: 0 }, end: { x: 3000, y: 0 }, ...really };
  expect(await maker.call('create_wall', wall)).toMatchObject({ success: true });
  const token = await tokenOf('maker');
  const moved = { ...wall, start: { x: 0, y: 500 }, end: { x: 3000, y: 500 } };
  expect(await maker.call('create_wall', moved)).toMatchObject({
    success: false,
    error: { name: 'PERMISSION_DENIED', hint: expect.stringContaining('PLUMBLINE_TOKEN') },
  });
  await maker.close();
  expect((await logged('maker')).at(-1)).toMatchObject({ tool: 'create_wall', outcome: 'refused' });

  const again = await connect(workspace.dir, 'geometry', { env: { PLUMBLINE_TOKEN: token } });
  expect(await again.call('create_wall', moved)).toMatchObject({ success: true });
  await again.close();
});

test('with the default agent off, a call needs a token [PRIN-4]', async () => {
  await okHere(workspace.dir, 'policy', 'set', 'default_agent', 'off');
  const before = await owner.call('create_level', level('N'));
  expect(before.error).toMatchObject({ name: 'PERMISSION_DENIED' });
  const bare = await connect(workspace.dir, 'geometry');
  expect((await bare.call('create_level', level('N'))).error?.name).toBe('PERMISSION_DENIED');
  expect(bare.stderr()).toMatch(/^plumbline: .*none were given, and the default agent .* is off/);
  const named = await connect(workspace.dir, 'geometry', { env: { PLUMBLINE_AGENT: 'agent' } });
  expect((await named.call('create_level', level('N'))).error?.name).toBe('PERMISSION_DENIED');
  await named.close();

  const token = await tokenOf('agent');
  const env = { PLUMBLINE_AGENT: 'agent', PLUMBLINE_TOKEN: token };
  const known = await connect(workspace.dir, 'geometry', { env });
  expect(await known.call('create_level', level('N'))).toMatchObject({ success: true });
  await known.close();

  await okHere(workspace.dir, 'policy', 'set', 'default_agent', 'on');
  expect(await owner.call('create_level', level('O'))).toMatchObject({ success: true });
  expect(await bare.call('create_level', level('P'))).toMatchObject({ success: true });
  await bare.close();
  await okHere(workspace.dir, 'audit', 'verify');
});
