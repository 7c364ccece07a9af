/**
 * @module oauth-clients.test: clients of both protocol versions that know only the address of the hub, and what
 * the scopes of their tokens let them do.
 */
import {
  Client as ModernClient,
  ClientCredentialsProvider as ModernCredentials,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { ClientCredentialsProvider } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import {
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { okHere } from '../../e2e/connect.ts';
import { AuthorizationServer, SECRET } from './authorization-server.ts';
import { call, INITIALIZE, type OAuthHub, openOAuthHub, post } from './oauth-hub.ts';

const EVERYTHING = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };
const SCOPES = ['plumbline:read', 'plumbline:write'];

let server: AuthorizationServer;
let hub: OAuthHub;
let geometry: string;

beforeAll(async () => {
  server = await AuthorizationServer.open();
  hub = await openOAuthHub(server, {
    scopes: {
      'plumbline:all': ['READ', 'CREATE', 'MODIFY', 'DELETE'],
      'plumbline:read': ['READ'],
      'plumbline:write': ['CREATE', 'MODIFY'],
    },
  });
  geometry = `${hub.url}/mcp/geometry`;
  await hub.put('planner', EVERYTHING);
  await hub.put('other', { READ: {} });
  await hub.put('anna', EVERYTHING, { kind: 'human' });
});
afterAll(async () => {
  await hub.close();
  await server[Symbol.asyncDispose]();
});
beforeEach(() => {
  server.scopes = SCOPES;
  server.asks.length = 0;
});

type Asking = {
  readonly tools: () => Promise<readonly string[]>;
  readonly call: (name: string, args: object) => Promise<EnvelopeBody>;
  readonly close: () => Promise<void>;
};

const given = () => ({ clientId: 'planner', clientSecret: SECRET, expectedIssuer: server.issuer });

async function legacy(): Promise<Asking> {
  const client = new Client({ name: 'test', version: '0' });
  const authProvider = new ClientCredentialsProvider({ ...given(), scope: SCOPES.join(' ') });
  await client.connect(new StreamableHTTPClientTransport(new URL(geometry), { authProvider }));
  return asking(client);
}

async function modern(): Promise<Asking> {
  const client = new ModernClient(
    { name: 'test', version: '0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const authProvider = new ModernCredentials({ ...given(), scope: SCOPES.join(' ') });
  await client.connect(new ModernTransport(new URL(geometry), { authProvider }));
  return asking(client);
}

function asking(client: Client | ModernClient): Asking {
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) =>
      (await client.callTool({ name, arguments: { reasoning: 'a test', ...args } }))
        .structuredContent as EnvelopeBody,
    close: () => client.close(),
  };
}

describe.each([
  ['of 2025', legacy],
  ['of 2026-07-28', modern],
])('a client of the protocol %s', (_, open) => {
  test('finds the authorization server, gets a token for this path alone, and can call tools', async () => {
    const client = await open();
    expect(server.asks).toEqual([
      { resource: geometry, scope: expect.stringContaining(SCOPES.join(' ')) },
    ]);
    expect(await client.tools()).toContain('create_level');
    const level = { name: `Of ${open.name}`, elevation: 0, dry_run: false };
    expect(await client.call('create_level', level)).toMatchObject({
      success: true,
      audit: { agent_id: 'agent-planner' },
    });
    await client.close();
  });

  test('sees the tools that both its agent and its scopes permit', async () => {
    server.scopes = ['plumbline:read'];
    const reader = await open();
    const shown = await reader.tools();
    expect(shown).toContain('get_operation');
    expect(shown).not.toContain('create_level');
    await reader.close();
    server.scopes = SCOPES;
    const writer = await open();
    expect(await writer.tools()).toEqual(expect.arrayContaining(['create_level']));
    expect(await writer.tools()).not.toContain('delete_elements');
    await writer.close();
  });
});

test('clients of one agent with different scopes are each notified only of their own tools', async () => {
  const changedLists: string[] = [];
  const watching = async (name: string, scope: string): Promise<Client> => {
    const client = new Client({ name, version: '0' });
    client.setNotificationHandler(
      ToolListChangedNotificationSchema,
      () => void changedLists.push(name),
    );
    const updated = Promise.withResolvers<void>();
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, () => updated.resolve());
    const token = await server.token(hub.url, { claims: { scope } });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(geometry), { requestInit }));
    await client.subscribeResource({ uri: 'plumbline://model/main/summary' });
    updates.push(updated.promise);
    return client;
  };
  const updates: Promise<void>[] = [];
  const reader = await watching('reader', 'plumbline:read');
  const writer = await watching('writer', SCOPES.join(' '));
  const level = { name: 'Of both', elevation: 6000, dry_run: false, reasoning: 'a test' };
  await writer.callTool({ name: 'create_level', arguments: level });
  // Notifications about tools are sent before those about resources
  await Promise.all(updates);
  expect(changedLists).toEqual([]);
  await hub.put('planner', { READ: {} });
  await vi.waitUntil(() => changedLists.length > 0, { timeout: 60_000 });
  expect(changedLists).toEqual(['writer']);
  await hub.put('planner', EVERYTHING);
  await Promise.all([reader.close(), writer.close()]);
});

/** A desktop program in which a person answers the authorization server. */
class Desktop implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:1/back';
  readonly clientMetadata = { redirect_uris: [this.redirectUrl] };
  #tokens: OAuthTokens | undefined;
  #verifier = '';
  code = '';

  clientInformation(): OAuthClientInformationMixed {
    return { client_id: 'desktop', issuer: server.issuer };
  }

  tokens(): OAuthTokens | undefined {
    return this.#tokens;
  }

  saveTokens(tokens: OAuthTokens): void {
    this.#tokens = tokens;
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const answer = await fetch(url, { redirect: 'manual' });
    this.code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }
}

test('a person authorizes a program with PKCE, and grants it more scopes on demand', async () => {
  const authProvider = new Desktop();
  const transport = (): StreamableHTTPClientTransport =>
    new StreamableHTTPClientTransport(new URL(geometry), { authProvider });
  server.scopes = ['plumbline:read'];
  const first = transport();
  await expect(new Client({ name: 'test', version: '0' }).connect(first)).rejects.toThrow(
    'Unauthorized',
  );
  await first.finishAuth(authProvider.code);
  const client = new Client({ name: 'test', version: '0' });
  const second = transport();
  await client.connect(second);
  const level = { name: 'create_level', arguments: { name: 'Of Anna', elevation: 3000 } };
  server.scopes = SCOPES;
  await expect(client.callTool(level)).rejects.toThrow('Unauthorized');
  await second.finishAuth(authProvider.code);
  const { structuredContent } = await client.callTool(level);
  expect(structuredContent).toMatchObject({ success: true, audit: { agent_id: null } });
  expect(server.asks.map(({ scope }) => scope)).toEqual([
    'plumbline:all plumbline:read plumbline:write',
    'plumbline:read plumbline:write',
  ]);
  await client.close();
});

describe('a token', () => {
  const asks = async (scope: string, sub = 'planner'): Promise<string> =>
    await server.token(hub.url, { claims: { scope, sub } });
  const LEVEL = { elevation: 0, dry_run: false };

  test('without any scope is refused everywhere', async () => {
    const answer = await post(geometry, await asks('openid'), INITIALIZE);
    expect(answer.status).toBe(403);
    expect(answer.challenge).toBe(
      `Bearer realm="plumbline", error="insufficient_scope", scope="plumbline:read plumbline:write plumbline:all", resource_metadata="${hub.url}/.well-known/oauth-protected-resource/mcp/geometry"`,
    );
  });

  test('gets the scopes required by a refused call, which is logged', async () => {
    const token = await asks('plumbline:read openid');
    const { session } = await post(geometry, token, INITIALIZE);
    const beyond = call('create_level', { name: 'Beyond', ...LEVEL });
    const answer = await post(geometry, token, beyond, session);
    expect(answer.status).toBe(403);
    expect(answer.challenge).toContain('scope="plumbline:read plumbline:write"');
    const entry = (await hub.auditText()).split('\n').find((line) => line.includes('"Beyond"'));
    expect(JSON.parse(entry ?? '')).toMatchObject({
      outcome: 'refused',
      tool: 'create_level',
      session_id: session,
      error: 'PERMISSION_DENIED',
      principal: { name: 'planner' },
    });
    expect(entry).not.toContain('within');
  });

  test('of two in one session has only its own scopes, regardless of the order', async () => {
    const [reader, writer] = [await asks('plumbline:read'), await asks(SCOPES.join(' '))];
    const { session } = await post(geometry, reader, INITIALIZE);
    const made = (name: string) => call('create_level', { name, ...LEVEL });
    const answers = await Promise.all([
      post(geometry, writer, made('W 1'), session),
      post(geometry, reader, made('R 1'), session),
      post(geometry, writer, made('W 2'), session),
      post(geometry, reader, { method: 'tools/list' }, session),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 200, 200]);
    for (const { text } of [answers[0], answers[2]]) expect(text).toContain('"success":true');
    expect(answers[3].text).not.toContain('create_level');
  });

  test('with every scope gives an agent no more than its permissions', async () => {
    const token = await asks('plumbline:all', 'other');
    const { session } = await post(geometry, token, INITIALIZE);
    const listed = await post(geometry, token, { method: 'tools/list' }, session);
    expect(listed.text).not.toContain('create_level');
    const answer = await post(
      geometry,
      token,
      call('create_level', { name: 'N', ...LEVEL }),
      session,
    );
    expect(answer).toMatchObject({
      status: 200,
      text: expect.stringContaining('PERMISSION_DENIED'),
    });
  });
});

test('the log of calls with narrowed tokens verifies', async () => {
  expect(await hub.auditText()).toContain('agent-planner');
  await okHere(hub.dir, 'audit', 'verify');
});
