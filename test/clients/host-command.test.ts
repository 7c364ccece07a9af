/** @module host-command.test: hosts that are configured with their own command. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { LAUNCHER } from '../../clients/plumbline/installation.ts';
import { scratch } from './run-cli.ts';
import { command, testTerminal } from './test-terminal.ts';

const place = scratch();
const home = join(place.dir, 'home');
const env = { HOME: home, APPDATA: join(home, 'AppData') };
const terminal = testTerminal(place.dir, { env });

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

describe.skipIf(process.platform === 'win32')('a host with its own command', () => {
  const bin = join(place.dir, 'bin');
  const log = join(place.dir, 'codex.log');
  const names = join(place.dir, 'codex.names');
  const toml = join(home, '.codex', 'config.toml');
  /** A stub of the host's program: stores names and records its arguments. */
  const CODEX = `#!/bin/sh
touch "${names}"
case "$2" in
  get) grep -qx "$3" "${names}" ;;
  add) printf '%s\\n' "$3" >> "${names}"; for word in "$@"; do printf '%s\\n' "$word"; done >> "${log}"
    mkdir -p "${home}/.codex"; printf '[mcp_servers.%s]\\ncommand = "x"\\n' "$3" >> "${toml}" ;;
  remove) grep -vx "$3" "${names}" > "${names}.new"; mv "${names}.new" "${names}" ;;
esac
`;
  const host = (...words: readonly string[]) =>
    command(
      testTerminal(place.dir, { env: { ...env, PATH: `${bin}:${process.env['PATH'] ?? ''}` } }),
      'config',
      '--for',
      'codex',
      ...words,
    );
  const logged = (): readonly string[] => readFileSync(log, 'utf8').trimEnd().split('\n');

  beforeAll(() => {
    mkdirSync(bin);
    writeFileSync(join(bin, 'codex'), CODEX, { mode: 0o755 });
  });
  beforeEach(() => {
    for (const path of [log, names, toml]) rmSync(path, { force: true });
  });

  test('is called once for each server, with its environment', async () => {
    const { json, lines } = await host('--servers', 'spatial', '--agent', 'quiet', '--write');
    expect(json).toMatchObject({ changed: true });
    expect(lines.at(-1)).toContain('[mcp_servers.plumbline-spatial]');
    const words = ['mcp', 'add', 'plumbline-spatial', '--env', 'PLUMBLINE_AGENT=quiet', '--'];
    expect(logged()).toEqual([...words, process.execPath, ...args('spatial')]);
    expect(readFileSync(toml, 'utf8')).toBe(
      '[mcp_servers.plumbline-spatial]\nrequired = true\ncommand = "x"\n',
    );
  });

  test('gets the address of a hub and the name of the token variable', async () => {
    await host('--servers', 'all', '--http', 'http://hub', '--agent', 'bob', '--write');
    const words = ['mcp', 'add', 'plumbline', '--url', 'http://hub/mcp'];
    expect(logged()).toEqual([...words, '--bearer-token-env-var', 'PLUMBLINE_TOKEN']);
  });

  test('does not replace a server of the same name', async () => {
    await host('--servers', 'spatial', '--write');
    const before = logged();
    const { exit, json, lines } = await host('--servers', 'mpt,spatial', '--write');
    expect(exit).toBe(1);
    expect(json).toMatchObject({ changed: false });
    expect(lines[0]).toContain('it already has a server `plumbline-spatial`');
    expect(logged()).toEqual(before);
  });

  test('removes our servers', async () => {
    writeFileSync(names, 'other\n');
    await host('--servers', 'spatial,mpt', '--write');
    const { json } = await host('--remove');
    expect(json).toMatchObject({ removed: ['plumbline-spatial', 'plumbline-mpt'] });
    expect(readFileSync(names, 'utf8')).toBe('other\n');
  });

  test('is not required: without the command, the block and the path are printed', async () => {
    const words = ['config', '--for', 'codex', '--servers', 'spatial', '--write'];
    const without = testTerminal(place.dir, { env: { ...env, PATH: home } });
    const { exit, lines } = await command(without, ...words);
    expect(exit).toBe(1);
    expect(lines.slice(0, 2)).toEqual([
      'not installed: `codex` is not on the PATH',
      `add this to ${join(home, '.codex', 'config.toml')}:`,
    ]);
    expect(lines.at(-1)).toContain('[mcp_servers.plumbline-spatial]');
  });
});
