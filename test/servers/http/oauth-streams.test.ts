/** @module oauth-streams.test: event streams of both protocol versions and of the HTTP+SSE transport, after their credentials become invalid. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { tokenHash } from '../../../governance/access/directory.ts';
import { AuthorizationServer } from './authorization-server.ts';
import { call, INITIALIZE, type OAuthHub, openOAuthHub, post } from './oauth-hub.ts';

const EVERYTHING = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };

let server: AuthorizationServer;
let hub: OAuthHub;
let geometry: string;

beforeAll(async () => {
  server = await AuthorizationServer.open();
  hub = await openOAuthHub(server);
  geometry = `${hub.url}/mcp/geometry`;
});
afterAll(async () => {
  await hub.close();
  await server[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await hub.put('planner', EVERYTHING, { token_hash: tokenHash('plumb_planner') });
  await hub.put('other', EVERYTHING);
});

/** An open stream of events. */
type Stream = {
  /** The data received so far. */
  readonly text: () => string;
  /** Resolves when this text has been received. */
  readonly has: (part: string) => Promise<void>;
  /** Resolves when the hub has ended it. */
  readonly ended: Promise<void>;
  readonly leave: () => void;
};

async function stream(url: string, init: RequestInit): Promise<Stream> {
  const left = new AbortController();
  const response = await fetch(url, { ...init, signal: left.signal });
  expect(response.status).toBe(200);
  let text = '';
  const waiting = new Set<() => void>();
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) {
      text += decoder.decode(part, { stream: true });
      for (const look of waiting) look();
    }
  };
  return {
    text: () => text,
    has: (part) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (text.includes(part)) resolve();
        };
        waiting.add(look);
        look();
      }),
    // The reader reports a cut connection as an error
    ended: read().catch(() => undefined),
    leave: () => left.abort(),
  };
}

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** The stream of a session of the protocol of 2025, and the session. */
async function legacy(token: string): Promise<Stream & { readonly session: string }> {
  const { session } = await post(geometry, token, INITIALIZE);
  if (session === null) throw new Error('expected a session');
  await post(geometry, token, { method: 'notifications/initialized' }, session);
  const headers = { ...bearer(token), accept: 'text/event-stream', 'mcp-session-id': session };
  return { session, ...(await stream(geometry, { headers })) };
}

/** A stream of the protocol of 2026-07-28. */
async function modern(token: string): Promise<Stream> {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'subscriptions/listen',
    params: {
      notifications: { toolsListChanged: true },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '0' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  };
  const headers = {
    ...bearer(token),
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'subscriptions/listen',
  };
  return await stream(geometry, { method: 'POST', headers, body: JSON.stringify(message) });
}

/** A stream of the HTTP+SSE transport. */
async function old(token: string): Promise<Stream> {
  const headers = { ...bearer(token), accept: 'text/event-stream' };
  return await stream(`${hub.url}/sse/geometry`, { headers });
}

describe.each([
  ['of 2025', legacy],
  ['of 2026-07-28', modern],
  ['of the transport before', old],
])('a stream %s', (_, open) => {
  test.each([
    ['an access token', async () => await server.token(hub.url)],
    ['a token of the workspace', async () => await Promise.resolve('plumb_planner')],
  ])('under %s ends when its agent is revoked, and other streams do not', async (_what, make) => {
    const other = await open(await server.token(hub.url, { claims: { sub: 'other' } }));
    const watched = await open(await make());
    await hub.put('planner', EVERYTHING, { status: 'revoked' });
    await watched.ended;
    let isOver = false;
    void other.ended.then(() => (isOver = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isOver).toBe(false);
    other.leave();
    await other.ended;
  });

  test('ends when its access token has expired', async () => {
    const watched = await open(await server.token(hub.url));
    hub.pass(400_000);
    await watched.ended;
    hub.pass(-400_000);
  });
});

test('the stream of a session continues and notifies after the session has used the next token', async () => {
  const first = await server.token(hub.url);
  server.lifetime = 3600;
  const second = await server.token(hub.url);
  server.lifetime = 300;
  const watched = await legacy(first);
  const uri = 'plumbline://model/main/summary';
  await post(geometry, second, { method: 'resources/subscribe', params: { uri } }, watched.session);
  hub.pass(400_000);
  const level = call('create_level', { name: 'A', elevation: 0, dry_run: false });
  expect((await post(geometry, second, level, watched.session)).text).toContain('"success":true');
  await watched.has('notifications/resources/updated');
  expect((await post(geometry, first, { method: 'ping' }, watched.session)).status).toBe(401);
  await hub.put('planner', EVERYTHING, { status: 'revoked' });
  await watched.ended;
  hub.pass(-400_000);
});
