/** @module hub.test: `plumbline serve` as a process, called by clients of both protocol versions. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import type { EnvelopeBody } from '../../schemas/envelope.ts';
import { okHere, testWorkspace, type TestWorkspace } from './connect.ts';
import { startedHub, type StartedHub } from './started-hub.ts';

let workspace: TestWorkspace;
let hub: StartedHub;
let url: string;

const really = { reasoning: 'a test of the hub', dry_run: false };

beforeAll(async () => {
  workspace = testWorkspace();
  hub = await startedHub(workspace.dir, ['--default-agent', '--sse']);
  ({ url } = hub);
});
afterAll(() => {
  hub.hub.kill('SIGKILL');
  workspace.remove();
});

type Asking = {
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<EnvelopeBody>;
  readonly tools: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

/** A client of the 2025-era protocol. */
async function legacy(path: string, token?: string): Promise<Asking> {
  const client = new Client({ name: 'test', version: '0' });
  const requestInit = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(path, url), { requestInit });
  await client.connect(transport);
  return {
    call: async (name, args) =>
      (await client.callTool({ name, arguments: { ...args } })).structuredContent as EnvelopeBody,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    close: async () => {
      await transport.terminateSession();
      await client.close();
    },
  };
}

/** A client of the protocol of 2026-07-28. */
async function modern(path: string, token?: string): Promise<Asking> {
  const client = new ModernClient(
    { name: 'test', version: '0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const requestInit = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new ModernTransport(new URL(path, url), { requestInit }));
  return {
    call: async (name, args) =>
      (await client.callTool({ name, arguments: { ...args } })).structuredContent as EnvelopeBody,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    close: () => client.close(),
  };
}

async function tokenOf(name: string, permissions: object, limits: object = {}): Promise<string> {
  const file = join(workspace.dir, `${name}.json`);
  writeFileSync(file, JSON.stringify({ permissions, ...limits }));
  await okHere(workspace.dir, 'agent', 'add', name, '--permissions', file);
  return (await okHere(workspace.dir, 'agent', 'token', name)).trim();
}

describe.each([
  ['of 2025', legacy],
  ['of 2026-07-28', modern],
])('a client of the protocol %s', (_, open) => {
  test('a client previews, builds and reads on one server and on all servers as one', async () => {
    const geometry = await open('/mcp/geometry');
    const name = `Level of ${open.name}`;
    const level = { name, elevation: 0, reasoning: 'a test of the hub' };
    expect(await geometry.call('create_level', level)).toMatchObject({
      dry_run: true,
      event_id: null,
    });
    const created = await geometry.call('create_level', { ...level, dry_run: false });
    expect(created).toMatchObject({ success: true, event_id: expect.any(String) });
    await geometry.close();

    const all = await open('/mcp');
    expect(await all.tools()).toEqual(
      expect.arrayContaining(['create_wall', 'room_analysis', 'code_js']),
    );
    const read = await all.call('get_element', {
      ...really,
      dry_run: undefined,
      element_id: created.data['level_id'],
    });
    expect(JSON.stringify(read)).toContain(name);
    await expect(all.call('no_such_tool', really)).rejects.toMatchObject({
      code: -32_602,
      // The client of 2025 puts the code before what it was sent
      message: expect.stringMatching(
        /^(?:MCP error -32602: )?there is no tool `no_such_tool` here;/,
      ),
      data: { success: false, error: { code: 1001, name: 'UNKNOWN_TOOL' } },
    });
    await all.close();
  });

  test('a client acts as the agent of its token until that is revoked', async () => {
    const name = `reader-${open.name}`;
    const token = await tokenOf(name, { READ: {} });
    const reader = await open('/mcp/geometry', token);
    const refused = await reader.call('create_level', { name: 'N', elevation: 0, ...really });
    expect(refused).toMatchObject({ error: { code: 1200 } });
    await okHere(workspace.dir, 'agent', 'revoke', name);
    await expect(
      reader.call('create_level', { name: 'N', elevation: 0, ...really }),
    ).rejects.toThrow(/./);
    await expect(open('/mcp/geometry', token)).rejects.toThrow(
      /401|does not belong to an active agent/,
    );
  });

  test('the session limit applies to a client in both protocols', async () => {
    const limits = { max_operations_per_session: 2 };
    const token = await tokenOf(`few-${open.name}`, { READ: {}, CREATE: {} }, limits);
    const few = await open('/mcp/geometry', token);
    const messages: unknown[] = [];
    for (const elevation of [1, 2, 3]) {
      const name = `${open.name} ${elevation}`;
      const answer = await few.call('create_level', { name, elevation, ...really });
      messages.push(answer.error?.name ?? 'made');
    }
    expect(messages).toEqual(['made', 'made', 'SESSION_LIMIT_EXCEEDED']);
  });
});

test('a client of the SSE transport is served below /sse, which the hub prints', async () => {
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(new SSEClientTransport(new URL('/sse/spatial', url)));
  expect(hub.written()).toContain(`HTTP+SSE on ${url}/sse and ${url}/sse/SERVER`);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('room_analysis');
  const stray = async (body: string): Promise<number> =>
    (await fetch(`${url}/sse/spatial?sessionId=none`, { method: 'POST', body })).status;
  expect(await stray('{"jsonrpc":"2.0","id":1,"method":"ping"}')).toBe(404);
  expect(await stray('{}')).toBe(400);
  await client.close();
});

test('a session does not exist for another token', async () => {
  const token = await tokenOf('other', { READ: {} });
  const body = (method: string, params: object): string =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const hello = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'x', version: '0' },
  };
  const begun = await fetch(`${url}/mcp/geometry`, {
    method: 'POST',
    headers,
    body: body('initialize', hello),
  });
  const id = begun.headers.get('mcp-session-id') ?? '';
  await begun.text();
  const statusOf = async (
    path: string,
    more: Readonly<Record<string, string>>,
  ): Promise<number> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { ...headers, 'mcp-session-id': id, ...more },
      body: body('tools/list', {}),
    });
    await answer.text();
    return answer.status;
  };
  expect(await statusOf('/mcp/geometry', {})).toBe(200);
  expect(await statusOf('/mcp/geometry', { authorization: `Bearer ${token}` })).toBe(404);
  expect(await statusOf('/mcp/spatial', {})).toBe(404);
});

test('with the default agent off, a request without a token is refused everywhere', async () => {
  await okHere(workspace.dir, 'policy', 'set', 'default_agent', 'off');
  await expect(legacy('/mcp')).rejects.toThrow(/default agent of this workspace is off/);
  await expect(modern('/mcp')).rejects.toThrow(/requires authorization/);
  await okHere(workspace.dir, 'policy', 'set', 'default_agent', 'on');
  await (await legacy('/mcp')).close();
});

test('the log has each call under its agent, and a signal ends the hub in order', async () => {
  const open = await legacy('/mcp/geometry');
  const ended = new Promise((resolve) => {
    hub.hub.once('exit', resolve);
  });
  hub.hub.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(hub.written()).not.toContain('failed');
  await expect(open.tools()).rejects.toThrow(/./);
  const shown = await okHere(workspace.dir, 'audit', 'show', '--limit', '1000', '--json');
  const entries = z
    .array(z.looseObject({ principal: z.looseObject({ name: z.string() }).optional() }))
    .parse(JSON.parse(shown))
    .map(({ principal, tool, outcome }) => [principal?.name, tool, outcome].join(' '));
  expect(entries).toContain('few-modern create_level ok');
  expect(entries).toContain('reader-legacy create_level refused');
  await okHere(workspace.dir, 'audit', 'verify');
});
