/** @module host-entries.test: entries of other workspaces, next steps, and lines that a host's own command cannot write. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { HOSTS } from '../../clients/plumbline/hosts/hosts.ts';
import { tomlWith } from '../../clients/plumbline/hosts/toml.ts';
import { scratch } from './run-cli.ts';
import { command, failed, testTerminal } from './test-terminal.ts';

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

test('--write does not replace the entry of another workspace that still exists', async () => {
  const other = scratch();
  const there = testTerminal(other.dir, { env });
  await command(there, 'init');
  const file = join(home, '.config', 'zed', 'settings.json');
  rmSync(file, { force: true });
  const words = ['config', '--for', 'zed', '--servers', 'spatial'];
  await command(there, ...words, '--write');
  const before = readFileSync(file, 'utf8');
  const refused = await failed(terminal, ...words, '--write');
  expect(refused.message).toContain(`leads to ${other.dir}; the file was not changed`);
  expect(refused.next).toContain('--remove');
  expect(readFileSync(file, 'utf8')).toBe(before);
  const hub = await failed(terminal, ...words, '--http', 'http://hub', '--write');
  expect(hub.message).toMatch(/as a program/);
  const removal = await config('--for', 'zed', '--remove');
  expect(removal.lines).toEqual([`removed plumbline-spatial, which led to ${other.dir}`]);
  await command(there, ...words, '--write');
  other.remove();
  // After a move of its folder, the entry leads nowhere and is replaced.
  expect(await command(terminal, ...words, '--write')).toMatchObject({ json: { changed: true } });
  expect(readFileSync(file, 'utf8')).toContain(place.dir);
  rmSync(file);
});

test('--write does not replace the entry of another hub', async () => {
  const words = ['--for', 'zed', '--servers', 'spatial', '--write', '--http'];
  await config(...words, 'http://one:7420');
  const refused = await failed(terminal, 'config', ...words, 'http://other:7420');
  expect(refused.message).toContain('leads to http://one:7420');
  await config('--for', 'zed', '--remove');
});

test.each(Object.keys(HOSTS))('%s: the next steps follow on standard error', async (name) => {
  const own = testTerminal(place.dir, { env });
  await command(own, 'config', '--for', name);
  const steps = own.printed.filter((line) => line.includes('next: '));
  expect(steps.length).toBeGreaterThanOrEqual(2);
  expect(steps.at(-1)).toContain('first prompt to try');
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
