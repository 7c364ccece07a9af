/** @module inspector.test: an independent client calls the servers; in test/conformance it lists the tools of all of them. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { LAUNCHER } from './connect.ts';

const manifest = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/inspector/package.json',
);
const { bin } = (await import(manifest, { with: { type: 'json' } })).default as {
  bin: Record<string, string>;
};
const INSPECTOR = join(dirname(manifest), bin['mcp-inspector'] ?? '');

const SERVERS = ['geometry', 'spatial'];

let home: string;
let config: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'plumbline-inspector-'));
  config = join(home, 'mcp.config.json');
  const server = (name: string): unknown => ({
    command: process.execPath,
    args: [
      LAUNCHER,
      'mcp',
      name,
      '--toolsets',
      'all',
      '--workspace',
      join(home, 'workspace'),
      '--init',
    ],
  });
  writeFileSync(
    config,
    JSON.stringify({
      mcpServers: Object.fromEntries(SERVERS.map((name) => [name, server(name)])),
    }),
  );
});
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

/** Runs the Inspector's CLI; returns its exit code and its output. */
async function inspect(
  server: string,
  ...words: readonly string[]
): Promise<{ code: number | null; text: string }> {
  const args = [
    INSPECTOR,
    '--cli',
    '--config',
    config,
    '--server',
    server,
    ...words,
    '--format',
    'json',
  ];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', HOME: home, MCP_INSPECTOR_SECRET_STORE: 'memory' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, text };
}

const call = (server: string, tool: string, args: unknown): ReturnType<typeof inspect> =>
  inspect(
    server,
    '--method',
    'tools/call',
    '--tool-name',
    tool,
    '--tool-args-json',
    JSON.stringify(args),
  );

describe('the Inspector', () => {
  test('the Inspector calls tools of the geometry and spatial servers', async () => {
    const why = { reasoning: 'inspection' };
    const made = await call('geometry', 'create_level', {
      name: 'L1',
      elevation: 0,
      dry_run: false,
      ...why,
    });
    expect({ ...made, text: '' }).toEqual({ code: 0, text: '' });
    const seen = await call('spatial', 'get_model_summary', why);
    expect(seen.code).toBe(0);
    expect(seen.text).toContain('L1');
    const refused = await call('geometry', 'create_level', { name: 'L1' });
    expect(refused.code).toBe(5);
    expect(refused.text).toContain('REASONING_REQUIRED');
  });
});
