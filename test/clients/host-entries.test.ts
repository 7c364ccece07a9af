/** @module host-entries.test: entries of other workspaces, next steps, and lines that a host's own command cannot write. */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { isHub } from '../../clients/plumbline/hosts/belonging.ts';
import { HOSTS } from '../../clients/plumbline/hosts/hosts.ts';
import { tomlWith } from '../../clients/plumbline/hosts/toml.ts';
import { scratch } from './run-cli.ts';
import { command, failed, type TestTerminal, testTerminal } from './test-terminal.ts';

const place = scratch();
const home = join(place.dir, 'home');
const env = { HOME: home, APPDATA: join(home, 'AppData') };
const terminal = testTerminal(place.dir, { env });
const config = (...words: readonly string[]) => command(terminal, 'config', ...words);

beforeAll(async () => {
  await command(terminal, 'init');
  mkdirSync(join(home, '.config', 'zed'), { recursive: true });
});
afterAll(place.remove);

describe('entries of another workspace, in a file for all workspaces', () => {
  const file = join(home, '.config', 'zed', 'settings.json');
  const words = ['config', '--for', 'zed', '--servers', 'spatial'];
  let other: ReturnType<typeof scratch>;
  let there: TestTerminal;
  beforeEach(async () => {
    other = scratch();
    there = testTerminal(other.dir, { env });
    await command(there, 'init');
    rmSync(file, { force: true });
    await command(there, ...words, '--write');
  });
  afterEach(() => other.remove());
  const names = (): readonly string[] => {
    const whole = JSON.parse(readFileSync(file, 'utf8')) as { context_servers: object };
    return Object.keys(whole.context_servers);
  };

  test('--write does not replace them while the workspace exists', async () => {
    const before = readFileSync(file, 'utf8');
    const removal = `\`plumbline config --for zed --remove --workspace ${other.dir}\``;
    const refused = await failed(terminal, ...words, '--write');
    expect(refused.message).toContain(`leads to ${other.dir}; the file was not changed`);
    expect(refused.next).toBe(
      `run ${removal} first, or print the block with \`plumbline config --for zed\` and add it with other names`,
    );
    const hub = await failed(terminal, ...words, '--http', 'http://hub', '--write');
    expect(hub.message).toContain(`as a program, which leads to ${other.dir}; the file`);
    expect(hub.next).toBe(`run ${removal} first`);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('--write replaces them after the workspace has moved', async () => {
    other.remove();
    expect(await command(terminal, ...words, '--write')).toMatchObject({ json: { changed: true } });
    expect(readFileSync(file, 'utf8')).toContain(place.dir);
  });

  test('--write names those that the host also starts', async () => {
    const own = testTerminal(place.dir, { env });
    await command(own, 'config', '--for', 'zed', '--servers', 'mpt', '--write');
    expect(own.printed).toContain(
      `${file} also has \`plumbline-spatial\`, which leads to ${other.dir}; \`plumbline config --for zed --remove --workspace ${other.dir}\` removes it`,
    );
    expect(names()).toEqual(['plumbline-spatial', 'plumbline-mpt']);
  });

  test('--remove leaves them, and names them and the command that removes them', async () => {
    await config('--for', 'zed', '--servers', 'mpt', '--write');
    const whole = JSON.parse(readFileSync(file, 'utf8')) as { context_servers: object };
    const more = {
      'plumbline-geometry': { url: 'http://hub:7420/mcp/geometry' },
      plumbline: { command: 'plumbline', args: ['mcp', 'all'] },
      'plumbline-validation': {
        command: 'plumbline',
        args: ['mcp', 'validation', '--workspace', '.'],
      },
      unrelated: { command: 'x', args: ['--workspace', place.dir] },
    };
    const servers = { ...whole.context_servers, ...more };
    writeFileSync(file, JSON.stringify({ context_servers: servers }));
    const removal = await config('--for', 'zed', '--remove');
    expect(removal.json).toEqual({
      file,
      removed: ['plumbline-mpt'],
      left: [
        { name: 'plumbline-spatial', target: other.dir },
        { name: 'plumbline-geometry', target: 'http://hub:7420' },
        { name: 'plumbline', target: null },
        // The host starts its servers in any folder.
        { name: 'plumbline-validation', target: null },
      ],
    });
    const by = 'plumbline config --for zed --remove';
    expect(removal.lines).toEqual([
      `removed plumbline-mpt, which led to ${place.dir}`,
      `left plumbline-spatial, which leads to ${other.dir}; \`${by} --workspace ${other.dir}\` removes it`,
      `left plumbline-geometry, which leads to http://hub:7420; \`${by} --http http://hub:7420\` removes it`,
      `left plumbline, which names no workspace; \`${by} --all\` removes it`,
      `left plumbline-validation, which names no workspace; \`${by} --all\` removes it`,
    ]);
    expect((await config('--for', 'zed', '--remove')).lines[0]).toBe(
      'nothing of this workspace to remove',
    );
    const another = await config('--for', 'zed', '--remove', '--http', 'http://another:7420');
    expect(another.lines[0]).toBe('nothing of this hub to remove');
    const hub = await config('--for', 'zed', '--remove', '--http', 'http://hub:7420/mcp');
    expect(hub.json).toMatchObject({ removed: ['plumbline-geometry'] });
    expect(names()).toEqual([
      'plumbline-spatial',
      'plumbline',
      'plumbline-validation',
      'unrelated',
    ]);
    // The folder of the other workspace may have been deleted, and no workspace is needed here.
    other.remove();
    const left = (await config('--for', 'zed', '--remove')).lines[1];
    expect(left).toContain(`leads to ${other.dir}, which no longer exists; \``);
    const outside = testTerminal(home.slice(0, home.indexOf('plumbline-cli')), { env });
    const gone = await command(outside, ...words, '--remove', '--workspace', other.dir);
    expect(gone.json).toMatchObject({ removed: ['plumbline-spatial'] });
    const refused = await failed(outside, ...words, '--remove');
    expect(refused.next).toContain('`plumbline config --for zed --remove --all` removes');
    const all = await command(outside, 'config', '--for', 'zed', '--remove', '--all');
    expect(all.json).toMatchObject({ removed: ['plumbline', 'plumbline-validation'], left: [] });
    expect(names()).toEqual(['unrelated']);
  });

  test('the same workspace by a symbolic link is not another one', async () => {
    const link = join(home, 'link');
    symlinkSync(other.dir, link, 'junction');
    const linked = testTerminal(link, { env });
    expect(await command(linked, ...words, '--write')).toMatchObject({ json: { changed: true } });
    const removal = await command(there, ...words, '--remove');
    expect(removal.json).toMatchObject({ removed: ['plumbline-spatial'], left: [] });
    rmSync(link);
  });
});

test('--remove leaves the entry of another workspace in the file of a folder, too', async () => {
  const file = join(place.dir, '.cursor', 'mcp.json');
  const elsewhere = join(home, 'elsewhere');
  const servers = {
    'plumbline-spatial': { command: 'x', args: [`--workspace=${elsewhere}`] },
    'plumbline-mpt': { command: 'x', args: ['--workspace', '.'] },
    'plumbline-geometry': { url: 'http://hub/mcp/geometry' },
    plumbline: { command: 'plumbline', args: ['mcp', 'all'] },
  };
  mkdirSync(join(place.dir, '.cursor'));
  writeFileSync(file, JSON.stringify({ mcpServers: servers }));
  // From a subfolder: `.` is the folder in which the host starts.
  const below = testTerminal(join(place.dir, '.cursor'), { env });
  const removal = await command(below, 'config', '--for', 'cursor', '--remove');
  expect(removal.lines).toEqual([
    `removed plumbline-mpt, plumbline-geometry, plumbline, which led to ${place.dir}, http://hub`,
    `left plumbline-spatial, which leads to ${elsewhere}, which no longer exists; \`plumbline config --for cursor --remove --all\` removes it`,
  ]);
  await config('--for', 'cursor', '--remove', '--all');
  expect(existsSync(file)).toBe(false);
});

test('--all without --remove is a usage error', async () => {
  const failure = await failed(terminal, 'config', '--for', 'zed', '--write', '--all');
  expect([failure.exit, failure.message]).toEqual([2, '--all requires --remove']);
});

test('--write does not replace the entry of another hub', async () => {
  rmSync(join(home, '.config', 'zed', 'settings.json'), { force: true });
  const words = ['--for', 'zed', '--servers', 'spatial', '--write', '--http'];
  await config(...words, 'http://one:7420');
  const refused = await failed(terminal, 'config', ...words, 'http://other:7420');
  expect(refused.message).toContain('leads to http://one:7420');
  const removal = 'plumbline config --for zed --remove --http http://one:7420';
  expect(refused.next).toContain(`run \`${removal}\` first`);
  const { json } = await config(...removal.split(' ').slice(2));
  expect(json).toMatchObject({ removed: ['plumbline-spatial'] });
});

test('an address in a folder of Windows is not a hub', () => {
  expect(isHub(String.raw`C:\house`)).toBe(false);
  expect(isHub('https://hub.example')).toBe(true);
});

test.each(Object.keys(HOSTS))('%s: the next steps follow on standard error', async (name) => {
  const own = testTerminal(place.dir, { env });
  await command(own, 'config', '--for', name);
  const steps = own.printed.filter((line) => line.includes('next: '));
  expect(steps.length).toBeGreaterThanOrEqual(2);
  expect(steps.at(-1)).toContain('first prompt to try');
});

test('Codex: the steps name the way out if a required server no longer exists', async () => {
  const own = testTerminal(place.dir, { env });
  await command(own, 'config', '--for', 'codex', '--servers', 'spatial,mpt');
  const step = own.printed.find((line) => line.includes('delete or move')) ?? '';
  expect(step).toContain('`plumbline config --for codex --remove`');
  expect(step).toContain(
    '`codex mcp remove plumbline-spatial`, `codex mcp remove plumbline-mpt` repairs it',
  );
});

test('Codex waits for the servers before its first request', async () => {
  const { json, lines } = await config('--for', 'codex', '--servers', 'spatial');
  expect(json).toMatchObject({ mcp_servers: { 'plumbline-spatial': { required: true } } });
  expect(lines.join('\n').split('\n')).toContain('required = true');
});

test.each([
  ['[a]\nx = 1\n', '[a]\nrequired = true\nx = 1\n'],
  ['# [a]\n[b]\n\n[a]\nx = 1', '# [a]\n[b]\n\n[a]\nrequired = true\nx = 1'],
  ['[a]\nx = 1\nrequired = true\n[b]\n', '[a]\nx = 1\nrequired = true\n[b]\n'],
  ['[a]\n[b]\nrequired = true\n', '[a]\nrequired = true\n[b]\nrequired = true\n'],
  ['[a.env]\n', null],
])('a line is inserted into a table of %j', (text, expected) => {
  expect(tomlWith(text, '[a]', ['required = true'])).toBe(expected);
});
