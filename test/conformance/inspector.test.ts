/** @module inspector.test: an independent client, the Inspector, accepts the tools of every server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { SERVERS } from '../../servers/world/servers.ts';
import { LAUNCHER, testWorkspace, type TestWorkspace } from '../e2e/connect.ts';
import { openFixture } from './fixture.ts';
import { runNode } from './suite.ts';

const require = createRequire(import.meta.url);
const INSPECTOR = join(
  dirname(require.resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
);
const ERAS = ['legacy', 'modern'];
/** Each server in each era of the protocol. */
const EACH = SERVERS.flatMap(({ name }) => ERAS.map((era) => [name, era] as const));

let fixture: Awaited<ReturnType<typeof openFixture>>;
let workspace: TestWorkspace;
let home: string;
beforeAll(async () => {
  fixture = await openFixture();
  workspace = testWorkspace();
  home = mkdtempSync(join(tmpdir(), 'plumbline-inspector-'));
});
afterAll(async () => {
  await fixture.close();
  workspace.remove();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

/** Lists the tools of a server by the Inspector in strict mode, and expects no fault. */
async function expectValidTools(era: string, ...server: readonly string[]): Promise<void> {
  const how = ['--protocol-era', era, '--method', 'tools/list', '--strict', '--format', 'json'];
  const { code, text } = await runNode(home, INSPECTOR, '--cli', ...server, ...how);
  expect(text).toContain('get_operation');
  expect({ code, text: code === 0 ? '' : text }).toEqual({ code: 0, text: '' });
}

describe('the Inspector accepts the tools', () => {
  test.each(EACH)('of server %s over HTTP, in the %s protocol', async (name, era) => {
    await expectValidTools(era, `${fixture.hub.url}/mcp/${name}`, '--transport', 'http');
  });

  test.each(EACH)('of server %s over standard input, in the %s protocol', async (name, era) => {
    const words = ['mcp', name, '--toolsets', 'all', '--workspace', workspace.dir];
    await expectValidTools(era, process.execPath, LAUNCHER, ...words);
  });
});
