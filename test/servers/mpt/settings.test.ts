/** @module settings.test: settings of the operator: their effect, and that messages about errors contain no key. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { afterAll, expect, test } from 'vitest';

import { SettingsError } from '../../../servers/mpt/settings/settings-error.ts';
import { readSettings } from '../../../servers/mpt/settings/settings.ts';
import { connect, LAUNCHER, testWorkspace } from '../../e2e/connect.ts';
import { startedHub } from '../../e2e/started-hub.ts';

const dir = mkdtempSync(join(tmpdir(), 'plumbline-settings-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function settings(value: unknown): ReturnType<typeof readSettings> {
  const file = join(dir, 'mpt.json');
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return readSettings(file, dir);
}

test('without a file, the settings are the defaults, which open nothing', () => {
  expect(readSettings(join(dir, 'none.json'), dir)).toEqual({
    search: { provider: 'local-index', documents: [] },
    web: {
      hosts_only: [],
      hosts_never: [],
      private_endpoints: [],
      robots: 'honour',
      keep_classes: [],
    },
    tapes: { mb_max: 256 },
    image: null,
    pythonPackages: null,
    knowledge: null,
    questions: {
      per_beat: 3,
      per_request: 6,
      per_connection: 24,
      attempts_per_beat: 20,
      attempts_per_connection: 100,
    },
  });
});

test('limits of tool requests can be changed one by one', () => {
  expect(settings({ questions: { per_connection: 1000 } }).questions).toMatchObject({
    per_beat: 3,
    per_connection: 1000,
  });
});

test('documents are read from the workspace, with their heading as title', () => {
  writeFileSync(join(dir, 'doors.md'), 'intro\n# Doors of the house\nWidths.\n');
  const { search } = settings({ search: { provider: 'local-index', documents: ['doors.md'] } });
  expect(search).toMatchObject({
    documents: [{ url: 'doors.md', title: 'Doors of the house' }],
  });
});

test.each([
  ['an unknown setting', { serach: {} }],
  ['a text that is not JSON', '{'],
  [
    'an endpoint that is not an HTTP address',
    { search: { provider: 'searxng', endpoint: 'file:///etc' } },
  ],
  [
    'an endpoint with a line break',
    { search: { provider: 'searxng', endpoint: 'http://a\r\n.x/' } },
  ],
  [
    'an endpoint with a password',
    { search: { provider: 'searxng', endpoint: 'http://a:b@x.org' } },
  ],
  ['a key with a line break', { search: { provider: 'brave', key: 'a\r\nb' } }],
  [
    'a document outside the workspace',
    { search: { provider: 'local-index', documents: ['../x.md'] } },
  ],
  ['a document that does not exist', { search: { provider: 'local-index', documents: ['no.md'] } }],
  ['a folder of wheels that does not exist', { python_packages: 'none' }],
  ['a service without its key', { search: { provider: 'brave', endpoint: 'https://x.org' } }],
])('%s is refused', (_name, value) => {
  expect(() => settings(value)).toThrow(SettingsError);
});

test('accepts wheels for the interpreter and reports the others', () => {
  const wheels = join(dir, 'wheels');
  mkdirSync(wheels);
  writeFileSync(join(wheels, 'tiny-1.0-py3-none-any.whl'), '');
  expect(settings({ python_packages: 'wheels' }).pythonPackages).toBe(wheels);
  writeFileSync(join(wheels, 'numpy-2.3-cp314-cp314-pyemscripten_2026_0_wasm32.whl'), '');
  expect(settings({ python_packages: 'wheels' }).pythonPackages).toBe(wheels);
  writeFileSync(join(wheels, 'numpy-2.3-cp314-cp314-manylinux_2_28_x86_64.whl'), '');
  expect(() => settings({ python_packages: 'wheels' })).toThrow(
    /^`numpy-.*manylinux.*is for another interpreter; .*pyemscripten_2026_0_wasm32/,
  );
});

test('the message names an unknown setting', () => {
  expect(() => settings({ serach: {} })).toThrow('unknown setting `serach`');
});

test.each([
  [{ web: { robots: 'x' } }, 'at `web.robots`: expected one of `honour`, `ignore`'],
  [{ tapes: { mb_max: -1 } }, 'at `tapes.mb_max`: expected at least 0'],
  [{ web: { hosts: [] } }, 'at `web`: unknown setting `hosts`; correct the file and start again'],
])('the message of %j says what was expected', (value, message) => {
  expect(() => settings(value)).toThrow(message);
});

test('the hub does not start with invalid settings', async () => {
  const workspace = testWorkspace();
  writeFileSync(join(workspace.dir, '.plumbline', 'mpt.json'), '{bad');
  await expect(startedHub(workspace.dir, [])).rejects.toThrow('mpt.json` is not JSON');
  workspace.remove();
});

test.each(['mpt', 'all'])(
  'the server %s ends before it answers a client with invalid settings',
  async (server) => {
    const workspace = testWorkspace();
    const file = join(workspace.dir, '.plumbline', 'mpt.json');
    writeFileSync(file, '{"serach": {}}');
    const child = spawn(process.execPath, [LAUNCHER, 'mcp', server, '--workspace', workspace.dir], {
      stdio: 'pipe',
    });
    const written = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (written.out += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (written.err += chunk.toString('utf8')));
    // The server may have ended before it reads this
    child.stdin.on('error', () => undefined);
    const clientInfo = { name: 'x', version: '1' };
    for (const message of [
      {
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
      },
      { id: 2, method: 'tools/call', params: { name: 'code_js', arguments: { code: '1' } } },
    ]) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    }
    const [code] = await once(child, 'close');
    expect({ code, ...written }).toEqual({
      code: 1,
      out: '',
      err: `plumbline: \`${file}\` is invalid: unknown setting \`serach\`; correct the file and start again\n`,
    });
    workspace.remove();
  },
);

test('settings that become invalid after the start are read at the next start', async () => {
  const workspace = testWorkspace();
  const mpt = await connect(workspace.dir, 'mpt');
  await mpt.client.listTools();
  writeFileSync(join(workspace.dir, '.plumbline', 'mpt.json'), '{bad');
  const { success, error } = await mpt.call('data_csv', { content: 'a\n1\n', reasoning: 'to see' });
  expect({ success, error }).toEqual({ success: true, error: undefined });
  await mpt.close();
  workspace.remove();
});

test('the message does not reveal the key next to the error', () => {
  const key = 'tvly-very-secret';
  expect(() => settings({ search: { provider: 'tavily', key, more: 1 } })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining(key) }),
  );
});

test('reads the actors and views of the operator', () => {
  const { knowledge } = settings({
    knowledge: { actors: { anna: ['ALL'] }, views: { ALL: { private_of: ['anna'] } } },
  });
  expect(knowledge?.actors.get('anna')).toEqual(['ALL']);
  expect(knowledge?.views.get('ALL')).toEqual({ private_of: ['anna'] });
});
