/**
 * @module conformance.test: the official conformance suite, against the fixture and the real servers, in both versions of
 * the protocol. What does not pass is listed with its reason in the files beside this one; an entry that passes fails too.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openFixture } from './fixture.ts';

const require = createRequire(import.meta.url);
const SUITE = join(
  dirname(require.resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);
const INSPECTOR = join(
  dirname(require.resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
);
/** Each over HTTP in one version of the protocol; test/e2e/inspector.test.ts asks over standard input in the other. */
const ERAS = {
  geometry: 'modern',
  spatial: 'legacy',
  validation: 'modern',
  documentation: 'legacy',
  'pseudo-axion': 'modern',
  mpt: 'legacy',
};

let fixture: Awaited<ReturnType<typeof openFixture>>;
let out: string;
beforeAll(async () => {
  fixture = await openFixture();
  out = mkdtempSync(join(tmpdir(), 'plumbline-conformance-out-'));
});
afterAll(async () => {
  await fixture.close();
  rmSync(out, { recursive: true, force: true });
});

type Ended = { readonly code: number; readonly text: string };

function run(...args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, NO_COLOR: '1', HOME: out, MCP_INSPECTOR_SECRET_STORE: 'memory' };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env, cwd: out }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, text: stdout + stderr });
    });
  });
}

/** Passed checks of a run whose failures are those that a file lists, all of them. */
async function passed(path: string, version: string, listed: string): Promise<number> {
  const { code, text } = await run(
    SUITE,
    'server',
    '--url',
    `${fixture.hub.url}${path}`,
    '--requirements',
    version,
    '--expected-failures',
    join(import.meta.dirname, `${listed}-${version}.yml`),
    '-o',
    join(out, `${path.replaceAll('/', '_')}-${version}`),
  );
  const [, summary = text] = text.split('=== SUMMARY ===');
  expect({ code, summary: code === 0 ? '' : summary }).toEqual({ code: 0, summary: '' });
  return Number(/^Total: (\d+) passed/m.exec(text)?.[1]);
}

describe('the fixture passes all that is required', () => {
  test('of 2025-11-25', async () => {
    expect(await passed('/mcp', '2025-11-25', 'fixture')).toBe(74);
  });
  test('of 2026-07-28', async () => {
    expect(await passed('/mcp', '2026-07-28', 'fixture')).toBe(152);
  });
});

// One adapter a version serves all six; each server is run in one of them
describe('a server of buildings passes all that needs no fixture', () => {
  test.each(['geometry', 'validation', 'pseudo-axion'])('of 2025-11-25: %s', async (name) => {
    expect(await passed(`/mcp/${name}`, '2025-11-25', 'servers')).toBe(46);
  });
  test.each(['spatial', 'documentation', 'mpt'])('of 2026-07-28: %s', async (name) => {
    expect(await passed(`/mcp/${name}`, '2026-07-28', 'servers')).toBe(116);
  });
});

test.each(Object.entries(ERAS))(
  'the Inspector finds no fault with the tools of %s over HTTP (%s)',
  async (name, era) => {
    const { code, text } = await run(
      INSPECTOR,
      '--cli',
      `${fixture.hub.url}/mcp/${name}`,
      '--transport',
      'http',
      '--protocol-era',
      era,
      '--method',
      'tools/list',
      '--strict',
      '--format',
      'json',
    );
    expect(text).toContain('get_operation');
    expect({ code, text: code === 0 ? '' : text }).toEqual({ code: 0, text: '' });
  },
);
