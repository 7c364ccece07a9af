/** @module host-command.test: hosts that are configured with their own command. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { LAUNCHER } from '../../clients/plumbline/installation.ts';
import { scratch } from './run-cli.ts';
import { command, failed, testTerminal } from './test-terminal.ts';

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
  /** The last lines of the stub's `get`: a way to fail. */
  const trouble = join(place.dir, 'codex.trouble');
  const toml = join(home, '.codex', 'config.toml');
  /**
   * A stub of the host's program: stores each name with the workspace or address, and records its arguments. Its texts and exit
   * codes are those of Codex 0.171.
   */
  const CODEX = `#!/bin/sh
touch "${names}"
if [ -f "${trouble}-$2" ]; then . "${trouble}-$2"; fi
case "$2" in
  get) echo 'WARNING: proceeding' >&2
    line=$(grep "^$3 " "${names}") || { printf "Error: No MCP server named '%s' found.\\n\\nStack backtrace:\\n   0: <unknown>\\n" "$3" >&2; exit 1; }
    printf '{"name": "%s", "transport": {%s}}\\n' "$3" "\${line#* }" ;;
  add) for word in "$@"; do printf '%s\\n' "$word"; done >> "${log}"
    mkdir -p "${home}/.codex"; printf '[mcp_servers.%s]\\ncommand = "x"\\n' "$3" >> "${toml}"
    name=$3; to='"type": "stdio"'
    while [ $# -gt 0 ]; do case "$1" in
      --workspace) to="\\"args\\": [\\"--workspace\\", \\"$2\\"]" ;;
      --url) to="\\"url\\": \\"$2\\"" ;; esac; shift; done
    printf '%s %s\\n' "$name" "$to" >> "${names}" ;;
  remove) grep -v "^$3 " "${names}" > "${names}.new"; mv "${names}.new" "${names}" ;;
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
  const refused = (...words: readonly string[]) =>
    failed(
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
    const troubles = ['get', 'add', 'remove'].map((word) => `${trouble}-${word}`);
    for (const path of [log, names, toml, ...troubles]) rmSync(path, { force: true });
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
    expect(lines[0]).toBe(
      `not installed: it already has a server \`plumbline-spatial\`, which leads to ${place.dir}; \`plumbline config --for codex --remove --workspace ${place.dir}\` removes it`,
    );
    expect(logged()).toEqual(before);
  });

  test('removes the servers of this workspace, and names those of another one', async () => {
    const elsewhere = '"args": ["--workspace", "/elsewhere"]';
    const others = `other ${elsewhere}\nplumbline-geometry ${elsewhere}\nplumbline "url": "https://hub/mcp"\n`;
    writeFileSync(names, others);
    await host('--servers', 'spatial,mpt', '--write');
    const { json, lines } = await host('--remove');
    expect(json).toEqual({
      file: toml,
      removed: ['plumbline-spatial', 'plumbline-mpt'],
      left: [
        { name: 'plumbline-geometry', target: '/elsewhere' },
        { name: 'plumbline', target: 'https://hub' },
      ],
    });
    const by = 'plumbline config --for codex --remove';
    expect(lines).toEqual([
      `removed plumbline-spatial, plumbline-mpt, which led to ${place.dir}`,
      `left plumbline-geometry, which leads to /elsewhere, which no longer exists; \`${by} --workspace /elsewhere\` removes it`,
      `left plumbline, which leads to https://hub; \`${by} --http https://hub\` removes it`,
    ]);
    expect(readFileSync(names, 'utf8')).toBe(others);
    await host('--remove', '--all');
    expect(readFileSync(names, 'utf8')).toBe(`other ${elsewhere}\n`);
  });

  test.each([
    [
      'a damaged file of the host',
      `printf 'WARNING: x\\nError: failed to load bootstrap configuration\\n\\nCaused by:\\n    config.toml:1:11: unclosed array\\n\\nStack backtrace:\\n  0: y\\n' >&2; exit 1`,
      'Error: failed to load bootstrap configuration Caused by: config.toml:1:11: unclosed array',
    ],
    ['a crash', 'exit 101', 'exit code 101, without a message'],
    [
      'the end by a signal',
      `echo "Error: No MCP server named '$3' found." >&2; kill -KILL $$`,
      'ended by SIGKILL',
    ],
    [
      'an answer about another server',
      `echo "Error: No MCP server named 'x' found." >&2; exit 1`,
      "Error: No MCP server named 'x' found.",
    ],
  ])('does not take %s for a server that is not configured', async (_, script, reason) => {
    await host('--servers', 'spatial', '--write');
    const before = [names, log, toml].map((path) => readFileSync(path, 'utf8'));
    writeFileSync(`${trouble}-get`, script);
    for (const option of ['--write', '--remove']) {
      const failure = await refused('--servers', 'spatial', option);
      expect(failure.message).toBe(
        `\`codex mcp get plumbline-spatial\` failed: ${reason}; nothing was changed`,
      );
      expect(failure.next).toContain('`codex mcp list`');
    }
    expect([names, log, toml].map((path) => readFileSync(path, 'utf8'))).toEqual(before);
  });

  test.each([
    ['add', '--write'],
    ['remove', '--remove'],
  ])('names the servers for which it succeeded before `%s` failed', async (word, option) => {
    if (option === '--remove') await host('--servers', 'spatial,mpt', '--write');
    const fails = 'if [ "$3" = plumbline-mpt ]; then echo "Error: full" >&2; exit 1; fi';
    writeFileSync(`${trouble}-${word}`, fails);
    const { message } = await refused('--servers', 'spatial,mpt', option);
    expect(message).toBe(
      `\`codex mcp ${word} plumbline-mpt\` failed: Error: full; it succeeded before for plumbline-spatial`,
    );
    // The server that was added is complete.
    expect(readFileSync(toml, 'utf8')).toContain(
      '[mcp_servers.plumbline-spatial]\nrequired = true',
    );
  });

  describe('without the command', () => {
    const without = testTerminal(place.dir, { env: { ...env, PATH: home } });
    const words = ['config', '--for', 'codex', '--servers', 'spatial'];

    test('the block and the path are printed', async () => {
      const { exit, lines } = await command(without, ...words, '--write');
      expect(exit).toBe(1);
      expect(lines.slice(0, 2)).toEqual([
        'not installed: `codex`, whose `mcp add` writes the file, is not on the PATH',
        `add this to ${toml}:`,
      ]);
      expect(lines.at(-1)).toContain('[mcp_servers.plumbline-spatial]');
      await host('--servers', 'spatial', '--write');
      const again = await command(without, ...words, '--write');
      expect(again.lines[0]).toMatch(/PATH; the file already contains plumbline-spatial$/);
    });

    test('--remove names the tables to delete, if there are any', async () => {
      expect((await command(without, 'config', '--for', 'codex', '--remove')).lines).toEqual([
        'nothing to remove',
      ]);
      await host('--servers', 'spatial', '--write');
      const before = readFileSync(toml, 'utf8');
      const { message, next } = await failed(without, 'config', '--for', 'codex', '--remove');
      expect(message).toBe(`\`codex\` is not on the PATH; ${toml} was not changed`);
      expect(next).toBe(
        'put it on the PATH and run the command again, or delete these tables by hand: `[mcp_servers.plumbline-spatial]`',
      );
      expect(readFileSync(toml, 'utf8')).toBe(before);
    });
  });
});
