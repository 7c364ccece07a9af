/** @module hosts.test: configurations of hosts: their forms, and files in which everything else stays as it was. */
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

import { installedServers } from '../../clients/plumbline/commands/config.ts';
import { HOSTS } from '../../clients/plumbline/hosts/hosts.ts';
import { JsoncFault, jsoncValue, withJsoncValue } from '../../clients/plumbline/hosts/jsonc.ts';
import {
  TomlFault,
  tomlTexts,
  tomlValue,
  withTomlTable,
} from '../../clients/plumbline/hosts/toml-table.ts';
import { LAUNCHER } from '../../clients/plumbline/installation.ts';
import { scratch } from './run-cli.ts';
import { command, failed, testTerminal } from './test-terminal.ts';

const place = scratch();
const home = join(place.dir, 'home');
const env = { HOME: home, APPDATA: join(home, 'AppData') };
const terminal = testTerminal(place.dir, { env });
const config = (...words: readonly string[]) => command(terminal, 'config', ...words);

beforeAll(async () => {
  await command(terminal, 'init');
  await command(terminal, 'agent', 'add', 'quiet');
  await command(terminal, 'agent', 'add', 'bob');
  await command(terminal, 'agent', 'token', 'bob');
});
afterAll(place.remove);

test('a text in TOML has no control character, and is read as it was', () => {
  const text = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code)).join('');
  const line = `env = ${tomlValue({ A: text })}`;
  const controls = Array.from(line).filter(
    (character) => character < ' ' || character === '\u007f',
  );
  expect(controls).toEqual([]);
  expect(tomlTexts(`[x]\n${line}\n`, 'x', 'env')).toEqual({ A: text });
});

describe('JSON with comments, changed in place', () => {
  test.each([
    ['', '{\n  "a": {\n    "b": 1\n  }\n}\n'],
    ['{}', '{\n  "a": {\n    "b": 1\n  }\n}'],
    ['{ "x": [1, 2.50] }\n', '{ "x": [1, 2.50],\n"a": {\n  "b": 1\n}\n}\n'],
    ['{\n  "x": 1 // last\n}\n', '{\n  "x": 1, // last\n  "a": {\n    "b": 1\n  }\n}\n'],
    ['{\n\t"x": 1, // last\n}\n', '{\n\t"x": 1, // last\n\t"a": {\n\t\t"b": 1\n\t}\n}\n'],
    [
      '// head\n{\n  "a": {\n    "b": 0, // n\n    "c": 2\n  }\n}',
      '// head\n{\n  "a": {\n    "b": 1, // n\n    "c": 2\n  }\n}',
    ],
    [
      '{\n  "a": {\n    /* none yet */\n  }\n}',
      '{\n  "a": {\n    "b": 1\n    /* none yet */\n  }\n}',
    ],
    ['{"a": {"b": {"long": true}}, "y": "}//"}', '{"a": {"b": 1}, "y": "}//"}'],
  ])('%j', (before, after) => {
    expect(withJsoncValue(before, ['a', 'b'], 1)).toBe(after);
    expect(withJsoncValue(after, ['a', 'b'], 1)).toBe(after);
    expect(jsoncValue(after)).toMatchObject({ a: { b: 1 } });
  });

  test.each([
    '{',
    '[1}',
    '{"a" 1}',
    '{a: 1}',
    '{"a": 1} x',
    '{"a": "\n"}',
    '{"a": tru}',
    '{"a": 1 "b": 2}',
    '{"a": []}',
    '[]',
  ])('what is not understood is left alone: %j', (text) => {
    expect(() => withJsoncValue(text, ['a', 'b'], 1)).toThrow(JsoncFault);
  });
});

describe('a table of TOML', () => {
  const set = { command: '"c"', args: '["a"]' };
  test.each([
    ['', '[s.p]\ncommand = "c"\nargs = ["a"]\n'],
    ['a = 1 # note\n', 'a = 1 # note\n\n[s.p]\ncommand = "c"\nargs = ["a"]\n'],
    [
      '[s."p"]\ncommand = "old"\nmine = 1\n\n[t]\ncommand = "t"\n',
      '[s."p"]\ncommand = "c"\nmine = 1\nargs = ["a"]\n\n[t]\ncommand = "t"\n',
    ],
  ])('%j', (before, after) => {
    expect(withTomlTable(before, 's.p', set)).toBe(after);
    expect(withTomlTable(after, 's.p', set)).toBe(after);
  });

  test('what goes over several lines, or has a table of its own, is left alone', () => {
    expect(() => withTomlTable('[s.p]\nargs = [\n  "a",\n]\n', 's.p', set)).toThrow(TomlFault);
    expect(() => withTomlTable('[s.p.args]\nx = 1\n', 's.p', set)).toThrow(TomlFault);
  });
});

describe('config', () => {
  const args = (server: string): readonly string[] => [
    LAUNCHER,
    'mcp',
    server,
    '--workspace',
    place.dir,
  ];

  test.each(Object.keys(HOSTS))('%s: every server, in the form of the host', async (name) => {
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

  test('the forms that differ', () => {
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

  test('some servers, toolsets, an agent', async () => {
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
  ])('%s: the token of an agent is referred to, never written', async (host, token) => {
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
  ])('%j: refused with the nearest', async (words, exit, near) => {
    const failure = await failed(terminal, 'config', ...words);
    expect(failure.exit).toBe(exit);
    expect(failure.next).toBe(`did you mean \`${near}\`?`);
  });

  test('--write makes the file, and changes nothing the second time', async () => {
    const file = join(place.dir, '.cursor', 'mcp.json');
    const first = await config('--for', 'cursor', '--servers', 'spatial', '--write');
    expect(first.json).toMatchObject({ file, changed: true });
    expect(first.lines.join('\n')).toContain(`wrote into ${file}`);
    const printed = await config('--for', 'cursor', '--servers', 'spatial');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(printed.json);
    const { mtimeMs } = statSync(file);
    expect((await config('--for', 'cursor', '--servers', 'spatial', '--write')).json).toMatchObject(
      { changed: false },
    );
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
  });

  test('--write keeps what others and a person have put there, through a link', async () => {
    mkdirSync(join(home, '.config', 'zed'), { recursive: true });
    const [real, file] = [
      join(home, 'dotfile.json'),
      join(home, '.config', 'zed', 'settings.json'),
    ];
    const before =
      '// mine\n{\n  "theme": "x", // dark\n  "context_servers": {\n    "plumbline-spatial": { "command": "old", "timeout": 5 }\n  }\n}\n';
    writeFileSync(real, before, { mode: 0o640 });
    symlinkSync(real, file);
    await config('--for', 'zed', '--servers', 'spatial', '--write');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o640);
    const after = readFileSync(real, 'utf8');
    expect(after).toMatch(/^\/\/ mine\n\{\n {2}"theme": "x", \/\/ dark\n/);
    expect(jsoncValue(after)).toMatchObject({
      context_servers: { 'plumbline-spatial': { command: process.execPath, timeout: 5 } },
    });
  });

  test.each([
    ['claude', '.mcp.json', '"MINE": "1"'],
    ['opencode', 'opencode.json', '"MINE": "1"'],
    ['codex', 'home/.codex/config.toml', 'MINE = "1"'],
  ])('--write keeps the environment of an entry, %s', async (host, path, mine) => {
    const words = ['--for', host, '--servers', 'spatial', '--write'];
    const file = join(place.dir, path);
    const held = (): string => readFileSync(file, 'utf8');
    const wrote = async (...more: readonly string[]): Promise<readonly string[]> => {
      const own = testTerminal(place.dir, { env });
      await command(own, 'config', ...words, ...more);
      return own.printed.filter((line) => line.includes('stays the agent'));
    };
    expect(await wrote('--agent', 'bob')).toEqual([]);
    expect(/"?PLUMBLINE_AGENT"?\s?[:=] "bob"/.test(held())).toBe(true);
    writeFileSync(file, held().replace(/("?PLUMBLINE_AGENT"?)/, `${mine}, $1`));
    const before = held();
    // As the file has it, and said once.
    expect(await wrote()).toEqual([expect.stringContaining('stays the agent `bob`')]);
    expect(held()).toBe(before);
    expect(await wrote('--agent', 'quiet')).toEqual([]);
    expect(/"?PLUMBLINE_AGENT"?\s?[:=] "quiet"/.test(held())).toBe(true);
    expect(held()).not.toContain('PLUMBLINE_TOKEN');
    expect(held()).toContain(mine);
    rmSync(file);
    expect(await wrote()).toEqual([]);
    expect(held()).not.toContain('PLUMBLINE_AGENT');
    rmSync(file);
  });

  test('--write leaves alone what it does not understand', async () => {
    const file = join(place.dir, 'opencode.json');
    writeFileSync(file, '{ "mcp": oh }');
    const failure = await failed(terminal, 'config', '--for', 'opencode', '--write');
    expect(failure.message).toContain('left as it is: line 1');
    expect(readFileSync(file, 'utf8')).toBe('{ "mcp": oh }');
    mkdirSync(join(place.dir, '.vscode'));
    writeFileSync(join(place.dir, '.vscode', 'mcp.json'), '{"inputs": [{"id": "mine"}]}');
    const inputs = await failed(terminal, 'config', '--for', 'vscode', '--agent', 'bob', '--write');
    expect(inputs.message).toContain('has `inputs` already');
  });

  test('codex and Windsurf have files of their own', async () => {
    await config('--for', 'codex', '--servers', 'spatial', '--write');
    expect(readFileSync(join(home, '.codex', 'config.toml'), 'utf8')).toContain(
      '[mcp_servers.plumbline-spatial]',
    );
    const machine = { platform: 'linux', home, appData: '', project: place.dir } as const;
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
    expect(over.message).toMatch(/at an address already/);
    rmSync(before ?? '');
    expect(HOSTS['claude-desktop']?.file(machine)).toBe(null);
    expect(existsSync(join(home, 'AppData'))).toBe(false);
  });
});

describe('servers that a hub serves [CLI-3]', () => {
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
      /has no token, and a name identifies nobody/,
    ],
    ['what is no address', ['--http', 'hub'], /want that of a hub/],
    ['an address with a secret in it', ['--http', 'http://a:b@hub'], /want that of a hub/],
    ['another path', ['--http', 'http://hub/x'], /want that of a hub/],
    ['toolsets, which the hub has', ['--toolsets', 'more'], /got --toolsets with --http/],
  ])('%s is refused', async (_, words, said) => {
    const asked = ['config', '--for', 'claude', '--http', 'http://hub', ...words];
    expect((await failed(terminal, ...asked)).message).toMatch(said);
  });

  test('are refused by a host whose file takes none', async () => {
    const asked = ['config', '--for', 'claude-desktop', '--http', 'http://hub'];
    expect((await failed(terminal, ...asked)).message).toMatch(/takes no servers over HTTP/);
  });

  test.each([
    ['claude', '.mcp.json'],
    ['codex', join('home', '.codex', 'config.toml')],
  ])('are written, and never over a program of the same name: %s', async (host, name) => {
    const file = join(place.dir, name);
    rmSync(file, { force: true });
    expect(await http(host, '--write')).toMatchObject({ json: { changed: true } });
    expect(await http(host, '--write')).toMatchObject({ json: { changed: false } });
    const before = readFileSync(file, 'utf8');
    const asked = ['config', '--for', host, '--servers', 'geometry', '--write'];
    expect((await failed(terminal, ...asked)).message).toMatch(/at an address already/);
    expect(readFileSync(file, 'utf8')).toBe(before);
    rmSync(file);
    await config('--for', host, '--servers', 'geometry', '--write');
    const over = ['config', '--for', host, '--http', 'http://hub', '--write'];
    expect((await failed(terminal, ...over)).message).toMatch(/as a program already/);
  });
});
