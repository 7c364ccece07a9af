/**
 * @module conformance.test: runs the official conformance suite against the fixture and the real servers, in both
 * versions of the protocol. Expected failures and their reasons are listed in the YAML files of this folder; a listed
 * check that passes fails the test.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { SERVERS } from '../../servers/world/servers.ts';
import { openFixture } from './fixture.ts';
import { suiteRun } from './suite.ts';

let fixture: Awaited<ReturnType<typeof openFixture>>;
let out: string;
beforeAll(async () => {
  fixture = await openFixture();
  out = mkdtempSync(join(tmpdir(), 'plumbline-conformance-out-'));
  for (const path of ['', ...SERVERS.map(({ name }) => `/${name}`)]) {
    await warmUp(`${fixture.hub.url}/mcp${path}`);
  }
});
afterAll(async () => {
  await fixture.close();
  rmSync(out, { recursive: true, force: true });
});

/** Warms up a server by one list of tools and one event stream: the time-outs of the suite must not include loading. */
async function warmUp(url: string): Promise<void> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const ask = async (method: string, params: object): Promise<Response> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } });
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
    };
    const answer = await fetch(url, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    return answer;
  };
  await (await ask('tools/list', {})).text();
  const stream = await ask('subscriptions/listen', { notifications: { toolsListChanged: true } });
  const reader = stream.body?.getReader();
  await reader?.read();
  await reader?.cancel();
}

/** Runs the suite, expects exactly the failures in `LISTED-VERSION.yml`, and returns the number of passed checks. */
async function passedChecks(path: string, version: string, listed: string): Promise<number> {
  const run = await suiteRun({
    url: `${fixture.hub.url}${path}`,
    version,
    listed: join(import.meta.dirname, `${listed}-${version}.yml`),
    out: join(out, `${path.replaceAll('/', '_')}-${version}`),
  });
  expect(run.off).toBe('');
  return run.passed;
}

describe('the fixture passes the suite', () => {
  test('for protocol version 2025-11-25', async () => {
    expect(await passedChecks('/mcp', '2025-11-25', 'fixture')).toBe(74);
  });
  test('for protocol version 2026-07-28', async () => {
    expect(await passedChecks('/mcp', '2026-07-28', 'fixture')).toBe(147);
  });
});

// All six servers share one adapter per version, so each server is tested in one version
describe('a real server passes all checks that need no fixture', () => {
  test.each(['geometry', 'validation', 'pseudo-axion'])(
    '%s, for protocol version 2025-11-25',
    async (name) => {
      expect(await passedChecks(`/mcp/${name}`, '2025-11-25', 'servers')).toBe(44);
    },
  );
  test.each(['spatial', 'documentation', 'mpt'])(
    '%s, for protocol version 2026-07-28',
    async (name) => {
      expect(await passedChecks(`/mcp/${name}`, '2026-07-28', 'servers')).toBe(108);
    },
  );
});
