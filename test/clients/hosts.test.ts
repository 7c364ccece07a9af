/** @module hosts.test: configurations of hosts: their formats, and the content that an installation keeps. */
import assert from 'node:assert/strict';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { HOSTS } from '../../clients/plumbline/hosts/hosts.ts';
import { plainJsonFile } from '../../clients/plumbline/hosts/json-file.ts';
import { tomlValue } from '../../clients/plumbline/hosts/toml.ts';
import { installedServers, LAUNCHER } from '../../clients/plumbline/installation.ts';
import { scratch } from './run-cli.ts';
import { command, failed, testTerminal } from './test-terminal.ts';

const place = scratch();
const home = join(place.dir, 'home');
const env = { HOME: home, APPDATA: join(home, 'AppData') };
const terminal = testTerminal(place.dir, { env });
const config = (...words: readonly string[]) => command(terminal, 'config', ...words);

const args = (server: string): readonly string[] => [
  LAUNCHER,
  'mcp',
  server,
  '--workspace',
  place.dir,
];

beforeAll(async () => {
  await command(terminal, 'init');
  await command(terminal, 'agent', 'add', 'quiet');
  await command(terminal, 'agent', 'add', 'bob');
  await command(terminal, 'agent', 'token', 'bob');
});
afterAll(place.remove);

test('a TOML text contains no control character', () => {
  const text = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code)).join('');
  const value = tomlValue({ A: text, B: ['x', 1] });
  expect(value).not.toMatch(/[^\P{Cc}\u0080-\u009f]/u);
  expect(value).toMatch(/^\{ A = ".*", B = \["x", 1\] \}$/);
});

describe('a file is rewritten only if nothing but white space is lost', () => {
  const { zed } = HOSTS;
  assert.ok(zed !== undefined);
  const file = join(place.dir, 'given.json');

  test.each(['', '{}', '{ "x": [1, 2.5, "}//", "a\\"b"] }\n', '{\n\t"context_servers": {}\n}'])(
    '%j is rewritten',
    (text) => {
      writeFileSync(file, text);
      const value: unknown = text === '' ? {} : JSON.parse(text);
      expect(plainJsonFile(file, zed)?.value).toEqual(value);
    },
  );

  test.each([
    '// note\n{}',
    '{ "x": 1 /* note */ }',
    '{ "x": 1, }',
    '{ "x": 1, "x": 2 }',
    '{ "x": 1.0 }',
    '{ "x": 12345678901234567890 }',
    '{ "x": "\\u0041" }',
    '{',
    '[]',
    '{ "context_servers": [] }',
  ])('%j is not rewritten', (text) => {
    writeFileSync(file, text);
    expect(plainJsonFile(file, zed)).toBeNull();
  });
});

describe('config', () => {
  test.each(Object.keys(HOSTS))('%s: prints an entry for every server', async (name) => {
    const { json, lines } = await config('--for', name);
    const host = HOSTS[name];
    const entries = (json as Record<string, Record<string, object>>)[host?.key ?? ''];
    const started = { command: process.execPath, args: args('spatial'), env: {} };
    expect(entries?.['plumbline-spatial']).toEqual(host?.entry(started));
    const servers = installedServers().map((server) => `plumbline-${server}`);
    expect(Object.keys(entries ?? {})).toEqual(servers);
    expect(servers.length).toBeGreaterThanOrEqual(4);
    expect(lines.join('\n')).toContain(JSON.stringify(LAUNCHER));
  });

  test('VS Code and opencode have their own entry formats', () => {
    const started = { command: 'node', args: ['x'], env: { A: 'b' } };
    expect(HOSTS['vscode']?.entry(started)).toEqual({ type: 'stdio', ...started });
    expect(HOSTS['opencode']?.entry(started)).toEqual({
      type: 'local',
      command: ['node', 'x'],
      environment: { A: 'b' },
    });
    expect(HOSTS['claude']?.entry({ ...started, env: {} })).toEqual({
      command: 'node',
      args: ['x'],
    });
  });

  test('--servers, --toolsets and --agent select what is printed', async () => {
    const { json } = await config(
      '--for',
      'claude',
      '--servers',
      'all',
      '--toolsets',
      'more',
      '--agent',
      'quiet',
    );
    expect(json).toEqual({
      mcpServers: {
        plumbline: {
          command: process.execPath,
          args: [...args('all'), '--toolsets', 'more'],
          env: { PLUMBLINE_AGENT: 'quiet' },
        },
      },
    });
  });

  test.each([
    ['claude', '${PLUMBLINE_TOKEN}'],
    ['cursor', '${env:PLUMBLINE_TOKEN}'],
    ['vscode', '${input:plumbline-token}'],
    ['zed', undefined],
  ])('%s: an entry refers to the token of an agent and never contains it', async (host, token) => {
    const { json } = await config('--for', host, '--servers', 'spatial', '--agent', 'bob');
    const whole = json as Record<string, Record<string, { env: object }>>;
    const entry = whole[HOSTS[host]?.key ?? '']?.['plumbline-spatial'];
    expect(entry?.env).toEqual({
      PLUMBLINE_AGENT: 'bob',
      ...(token === undefined ? {} : { PLUMBLINE_TOKEN: token }),
    });
    expect(Object.hasOwn(whole, 'inputs')).toBe(host === 'vscode');
  });

  test.each([
    [['--for', 'cluade'], 2, 'claude'],
    [['--for', 'zed', '--servers', 'spatail'], 2, 'spatial'],
    [['--for', 'zed', '--toolsets', 'moer'], 2, 'more'],
    [['--for', 'zed', '--agent', 'bbo'], 1, 'bob'],
  ])('%j is refused with the closest match', async (words, exit, near) => {
    const failure = await failed(terminal, 'config', ...words);
    expect(failure.exit).toBe(exit);
    expect(failure.next).toBe(`did you mean \`${near}\`?`);
  });

  test('--write creates the file, and changes nothing the second time', async () => {
    const file = join(place.dir, '.cursor', 'mcp.json');
    const first = await config('--for', 'cursor', '--servers', 'spatial', '--write');
    expect(first.json).toMatchObject({ file, changed: true });
    expect(first.lines.join('\n')).toContain(`wrote ${file}:`);
    const printed = await config('--for', 'cursor', '--servers', 'spatial');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(printed.json);
    const { mtimeMs } = statSync(file);
    expect((await config('--for', 'cursor', '--servers', 'spatial', '--write')).json).toMatchObject(
      { changed: false },
    );
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
  });

  test('--write keeps other content, the mode and a symbolic link', async () => {
    mkdirSync(join(home, '.config', 'zed'), { recursive: true });
    const real = join(home, 'dotfile.json');
    const file = join(home, '.config', 'zed', 'settings.json');
    const before = {
      theme: 'x',
      context_servers: {
        other: { command: 'c' },
        'plumbline-spatial': { command: 'old', timeout: 5 },
      },
    };
    writeFileSync(real, JSON.stringify(before, null, '\t'), { mode: 0o640 });
    symlinkSync(real, file);
    await config('--for', 'zed', '--servers', 'spatial', '--write');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o640);
    const after = readFileSync(real, 'utf8');
    expect(after).toMatch(/^\{\n\t"theme": "x",\n/);
    expect(JSON.parse(after)).toEqual({
      theme: 'x',
      context_servers: {
        other: { command: 'c' },
        'plumbline-spatial': { command: process.execPath, args: args('spatial'), timeout: 5 },
      },
    });
  });

  test.each([
    ['claude', '.mcp.json'],
    ['opencode', 'opencode.json'],
  ])('--write keeps the environment of an entry: %s', async (host, path) => {
    const words = ['--for', host, '--servers', 'spatial', '--write'];
    const file = join(place.dir, path);
    const text = (): string => readFileSync(file, 'utf8');
    const notes = async (...more: readonly string[]): Promise<readonly string[]> => {
      const own = testTerminal(place.dir, { env });
      await command(own, 'config', ...words, ...more);
      return own.printed.filter((line) => line.includes('stays connected as'));
    };
    expect(await notes('--agent', 'bob')).toEqual([]);
    expect(text()).toContain('"PLUMBLINE_AGENT": "bob"');
    writeFileSync(file, text().replace('"PLUMBLINE_AGENT"', '"MINE": "1", "PLUMBLINE_AGENT"'));
    expect(await notes()).toEqual([expect.stringContaining('as the agent `bob`')]);
    expect(text()).toContain('"PLUMBLINE_AGENT": "bob"');
    expect(await notes('--agent', 'quiet')).toEqual([]);
    expect(text()).toContain('"PLUMBLINE_AGENT": "quiet"');
    expect(text()).toContain('"MINE": "1"');
    expect(text()).not.toContain('PLUMBLINE_TOKEN');
    rmSync(file);
    expect(await notes()).toEqual([]);
    expect(text()).not.toContain('PLUMBLINE_AGENT');
    rmSync(file);
  });

  test('--write prints the block and the path for a file with comments, and does not change it', async () => {
    const file = join(place.dir, 'opencode.json');
    const text = '{\n  // mine\n  "mcp": {}\n}\n';
    writeFileSync(file, text);
    const { exit, json, lines } = await config('--for', 'opencode', '--write');
    expect(exit).toBe(1);
    expect(json).toMatchObject({ file, changed: false, reason: expect.stringContaining('JSON') });
    expect(lines.slice(0, 2)).toEqual([
      `not installed: ${file} is not plain JSON, and was not changed`,
      `add this to ${file}:`,
    ]);
    expect(lines.at(-1)).toContain('"plumbline-spatial"');
    const removal = await failed(terminal, 'config', '--for', 'opencode', '--remove');
    expect(removal.message).toContain('not plain JSON');
    expect(removal.next).toContain('plumbline-spatial');
    expect(readFileSync(file, 'utf8')).toBe(text);
    rmSync(file);
  });

  test('--write adds the token prompt of VS Code to other inputs once', async () => {
    mkdirSync(join(place.dir, '.vscode'));
    const file = join(place.dir, '.vscode', 'mcp.json');
    writeFileSync(file, '{"inputs": [{"id": "mine"}]}');
    const words = ['--for', 'vscode', '--servers', 'spatial', '--agent', 'bob', '--write'];
    for (const changed of [true, false]) {
      expect((await config(...words)).json).toMatchObject({ changed });
      const { inputs } = JSON.parse(readFileSync(file, 'utf8')) as { inputs: readonly object[] };
      expect(inputs).toEqual([{ id: 'mine' }, expect.objectContaining({ id: 'plumbline-token' })]);
    }
    writeFileSync(file, '{"inputs": "mine"}');
    expect((await config(...words)).exit).toBe(1);
  });

  test('--remove removes only our entries', async () => {
    const file = join(place.dir, '.gemini', 'settings.json');
    mkdirSync(join(place.dir, '.gemini'));
    const before = { theme: 'x', mcpServers: { other: { command: 'c' } } };
    writeFileSync(file, JSON.stringify(before));
    await config('--for', 'gemini', '--write');
    await config('--for', 'gemini', '--servers', 'all', '--write');
    const one = await config('--for', 'gemini', '--servers', 'mpt', '--remove');
    expect(one.json).toEqual({ file, removed: ['plumbline-mpt'], left: [] });
    await config('--for', 'gemini', '--remove');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(before);
    const again = await config('--for', 'gemini', '--remove');
    expect(again.lines).toEqual(['nothing to remove']);
  });

  test('--remove deletes a file in which nothing else remains, and inputs that only our entries used', async () => {
    const file = join(place.dir, '.vscode', 'mcp.json');
    const words = ['--for', 'vscode', '--servers', 'spatial,mpt', '--agent', 'bob'];
    rmSync(file, { force: true });
    await config(...words, '--write');
    await config('--for', 'vscode', '--servers', 'mpt', '--remove');
    expect(readFileSync(file, 'utf8')).toContain('plumbline-token');
    await config('--for', 'vscode', '--remove');
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, '{"inputs": [{"id": "mine"}]}');
    await config(...words, '--write');
    await config('--for', 'vscode', '--remove');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ inputs: [{ id: 'mine' }] });
    rmSync(file);
  });

  test('--write and --remove together are a usage error', async () => {
    const failure = await failed(terminal, 'config', '--for', 'zed', '--write', '--remove');
    expect(failure.exit).toBe(2);
  });

  test('Windsurf uses the file of earlier versions if only that exists', async () => {
    const machine = {
      platform: 'linux',
      home,
      appData: '',
      project: place.dir,
      codex: join(home, '.codex'),
    } as const;
    const [now, before] = ['.config/devin', '.codeium/windsurf'].map((dir) =>
      join(home, dir, 'mcp_config.json'),
    );
    expect(HOSTS['windsurf']?.file(machine)).toBe(now);
    mkdirSync(join(before ?? '', '..'), { recursive: true });
    writeFileSync(before ?? '', '{}');
    expect(HOSTS['windsurf']?.file(machine)).toBe(before);
    const words = ['--for', 'windsurf', '--servers', 'spatial'];
    const there = await config(...words, '--http', 'http://hub.example:7420', '--write');
    const { mcpServers } = JSON.parse(readFileSync(before ?? '', 'utf8')) as Record<string, object>;
    expect(there.json).toMatchObject({ file: before });
    expect(mcpServers).toEqual({
      'plumbline-spatial': { serverUrl: 'http://hub.example:7420/mcp/spatial' },
    });
    const over = await failed(terminal, 'config', ...words, '--write');
    expect(over.message).toMatch(/already has `.*` at an address/);
    rmSync(before ?? '');
    expect(HOSTS['claude-desktop']?.file(machine)).toBe(null);
    expect(existsSync(join(home, 'AppData'))).toBe(false);
  });
});

describe('servers of a hub [CLI-3]', () => {
  const http = (host: string, ...words: readonly string[]) =>
    config(
      '--for',
      host,
      '--servers',
      'geometry,all',
      '--http',
      'http://hub.example:7420/mcp',
      ...words,
    );
  const geometry = 'http://hub.example:7420/mcp/geometry';
  const all = 'http://hub.example:7420/mcp';
  const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

  test.each([
    ['claude', 'mcpServers', { type: 'http', url: geometry, ...bearer('${PLUMBLINE_TOKEN}') }],
    ['cursor', 'mcpServers', { url: geometry, ...bearer('${env:PLUMBLINE_TOKEN}') }],
    ['vscode', 'servers', { type: 'http', url: geometry, ...bearer('${input:plumbline-token}') }],
    ['gemini', 'mcpServers', { type: 'http', url: geometry }],
    ['windsurf', 'mcpServers', { url: geometry }],
    ['zed', 'context_servers', { url: geometry }],
    ['opencode', 'mcp', { type: 'remote', url: geometry, oauth: false }],
    ['codex', 'mcp_servers', { url: geometry, bearer_token_env_var: 'PLUMBLINE_TOKEN' }],
  ])('%s', async (host, key, entry) => {
    const { json } = await http(host, '--agent', 'bob');
    expect(json).toMatchObject({ [key]: { 'plumbline-geometry': entry } });
    const without = await http(host);
    expect(without.json).toMatchObject({ [key]: { plumbline: { url: all } } });
    expect(JSON.stringify(without.json)).not.toMatch(/bearer|authorization/i);
  });

  test.each([
    [
      'an agent without a token',
      ['--agent', 'quiet'],
      /has no token; over HTTP an agent is identified by its token/,
    ],
    ['a text that is not a URL', ['--http', 'hub'], /is not the address of a hub/],
    ['an address with a password', ['--http', 'http://a:b@hub'], /is not the address of a hub/],
    ['another path', ['--http', 'http://hub/x'], /is not the address of a hub/],
    [
      '--toolsets, which the hub has',
      ['--toolsets', 'more'],
      /--toolsets cannot be used with --http/,
    ],
  ])('%s is refused', async (_, words, said) => {
    const call = ['config', '--for', 'claude', '--http', 'http://hub', ...words];
    expect((await failed(terminal, ...call)).message).toMatch(said);
  });

  test('are refused for a host that supports no servers over HTTP', async () => {
    const call = ['config', '--for', 'claude-desktop', '--http', 'http://hub'];
    expect((await failed(terminal, ...call)).message).toMatch(/supports no servers over HTTP/);
  });

  test('are written, but never over a program of the same name', async () => {
    const file = join(place.dir, '.mcp.json');
    rmSync(file, { force: true });
    expect(await http('claude', '--write')).toMatchObject({ json: { changed: true } });
    expect(await http('claude', '--write')).toMatchObject({ json: { changed: false } });
    const before = readFileSync(file, 'utf8');
    const words = ['config', '--for', 'claude', '--servers', 'geometry', '--write'];
    const atAddress = await failed(terminal, ...words);
    expect(atAddress.message).toMatch(
      /already has `.*` at an address, which leads to http:\/\/hub\.example:7420;/,
    );
    expect(atAddress.next).toBe(
      'run `plumbline config --for claude --remove --http http://hub.example:7420` first',
    );
    expect(readFileSync(file, 'utf8')).toBe(before);
    rmSync(file);
    await config('--for', 'claude', '--servers', 'geometry', '--write');
    const over = ['config', '--for', 'claude', '--http', 'http://hub', '--write'];
    const asProgram = await failed(terminal, ...over);
    expect(asProgram.message).toMatch(/already has `.*` as a program/);
    expect(asProgram.next).toBe('run `plumbline config --for claude --remove` first');
  });
});
