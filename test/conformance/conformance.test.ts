/**
 * @module conformance.test: the official conformance suite, against the fixture and the real servers, in both versions of
 * the protocol. What does not pass is listed with its reason in the files beside this one; an entry that passes fails too.
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
    await asked(`${fixture.hub.url}/mcp${path}`);
  }
});
afterAll(async () => {
  await fixture.close();
  rmSync(out, { recursive: true, force: true });
});

/** Asks a server once for its tools and for a stream of events, so that what is loaded then is no part of the suite's windows. */
async function asked(url: string): Promise<void> {
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

/** Passed checks of a run whose failures are those that a file lists, all of them. */
async function passed(path: string, version: string, listed: string): Promise<number> {
  const run = await suiteRun({
    url: `${fixture.hub.url}${path}`,
    version,
    listed: join(import.meta.dirname, `${listed}-${version}.yml`),
    out: join(out, `${path.replaceAll('/', '_')}-${version}`),
  });
  expect(run.off).toBe('');
  return run.passed;
}

describe('the fixture passes all that is required', () => {
  test('of 2025-11-25', async () => {
    expect(await passed('/mcp', '2025-11-25', 'fixture')).toBe(74);
  });
  test('of 2026-07-28', async () => {
    expect(await passed('/mcp', '2026-07-28', 'fixture')).toBe(147);
  });
});

// One adapter a version serves all six; each server is run in one of them
describe('a server of buildings passes all that needs no fixture', () => {
  test.each(['geometry', 'validation', 'pseudo-axion'])('of 2025-11-25: %s', async (name) => {
    expect(await passed(`/mcp/${name}`, '2025-11-25', 'servers')).toBe(44);
  });
  test.each(['spatial', 'documentation', 'mpt'])('of 2026-07-28: %s', async (name) => {
    expect(await passed(`/mcp/${name}`, '2026-07-28', 'servers')).toBe(108);
  });
});
