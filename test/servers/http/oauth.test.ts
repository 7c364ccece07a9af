/** @module oauth.test: the access tokens that a hub accepts, and the owners of their sessions. */
import { createHash } from 'node:crypto';

import { createLocalJWKSet, exportSPKI, generateKeyPair, importJWK, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';

import { tokenHash } from '../../../governance/access/directory.ts';
import { OAuthFile } from '../../../schemas/oauth.ts';
import { grantOf } from '../../../servers/http/oauth/access-token.ts';
import { AuthorizationServer, type Forged } from './authorization-server.ts';
import { call, INITIALIZE, type OAuthHub, openOAuthHub, post } from './oauth-hub.ts';

const EVERYTHING = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };

let server: AuthorizationServer;
let hub: OAuthHub;
let geometry: string;

beforeAll(async () => {
  server = await AuthorizationServer.open();
  hub = await openOAuthHub(server);
  geometry = `${hub.url}/mcp/geometry`;
  for (const name of ['planner', 'other']) await hub.put(name, EVERYTHING);
  await hub.put('anna', EVERYTHING, { kind: 'human' });
});
afterAll(async () => {
  await hub.close();
  await server[Symbol.asyncDispose]();
});

const seconds = (): number => Math.floor(Date.now() / 1000);
const statusOf = async (token: string | null): Promise<number> =>
  (await post(geometry, token, INITIALIZE)).status;

describe('a token is accepted', () => {
  test.each([
    ['for the hub', () => server.token(hub.url)],
    ['for the hub, as URLs of it are written', () => server.token(`${hub.url}/`)],
    ['for the path that is asked', () => server.token(geometry)],
    ['for several, the hub among them', () => server.token(['https://b.example', hub.url])],
    ['with a longer type', () => server.token(hub.url, { header: { typ: 'application/at+jwt' } })],
  ])('%s', async (_, token) => {
    expect(await statusOf(await token())).toBe(200);
  });
});

describe('a token is refused', () => {
  const forged: readonly (readonly [string, RegExp, () => Promise<string>])[] = [
    ['for another path', /for another resource/, () => server.token(`${hub.url}/mcp/spatial`)],
    ['for another resource', /for another resource/, () => server.token('https://b.example')],
    ['without an audience', /no `aud`/, () => by({ aud: undefined })],
    ['of another issuer', /another issuer/, () => by({ iss: 'https://b.example' })],
    ['that has expired', /has expired/, () => by({ exp: seconds() - 1 })],
    ['that never expires', /no `exp`/, () => by({ exp: undefined })],
    ['that is not valid yet', /not valid yet/, () => by({ nbf: seconds() + 60 })],
    ['of no subject', /no `sub`/, () => by({ sub: undefined })],
    ['of no client', /no `client_id`/, () => by({ client_id: undefined })],
    ['of an unknown subject', /not an active agent or user/, () => by({ sub: 'stranger' })],
    ['of a person by another program', /not an active agent or user/, () => by({ sub: 'anna' })],
    ['that is bound to a key', /bound to a key/, () => by({ cnf: { jkt: 'x' } })],
    [
      'that is an ID token',
      /not an access token/,
      () => server.token(hub.url, { header: { typ: 'JWT' } }),
    ],
    [
      'of a key that is not published',
      /key that the authorization server does not publish/,
      () => server.token(hub.url, { header: { kid: 'unknown' } }),
    ],
    ['with no signature', /not signed with one of/, async () => unsigned()],
    [
      'signed with the public key as a secret',
      /not signed with one of/,
      async () => withPublicKey(),
    ],
    [
      'signed by another key under the name of this one',
      /with a valid signature/,
      async () => by({}, { key: (await generateKeyPair('ES256')).privateKey }),
    ],
    [
      'with another payload under its signature',
      /with a valid signature/,
      async () => {
        const [head, , tail] = (await server.token(hub.url)).split('.');
        const [, body] = (await server.token(hub.url, { claims: { sub: 'other' } })).split('.');
        return [head, body, tail].join('.');
      },
    ],
    [
      'that names the key that it is signed with',
      /does not publish/,
      async () => {
        const { privateKey } = await generateKeyPair('ES256');
        return by({}, { key: privateKey, header: { kid: 'own', jku: 'http://127.0.0.1:9/keys' } });
      },
    ],
  ];

  async function by(
    claims: Readonly<Record<string, unknown>>,
    more: Omit<Forged, 'claims'> = {},
  ): Promise<string> {
    return await server.token(hub.url, { claims, ...more });
  }

  const claims = (): Record<string, unknown> => ({
    iss: server.issuer,
    aud: hub.url,
    sub: 'planner',
    client_id: 'planner',
    iat: seconds(),
    exp: seconds() + 60,
  });

  function unsigned(): string {
    const [, body, tail] = new UnsecuredJWT(claims()).encode().split('.');
    const head = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
    return [head, body, tail].join('.');
  }

  async function withPublicKey(): Promise<string> {
    const published = await importJWK(server.jwk, 'ES256', { extractable: true });
    if (published instanceof Uint8Array) throw new Error('expected a public key');
    const secret = new TextEncoder().encode(await exportSPKI(published));
    return await by({}, { key: secret, header: { alg: 'HS256' } });
  }

  test.each(forged)('%s', async (_, because, make) => {
    const token = await make();
    const answer = await post(geometry, token, INITIALIZE);
    expect(answer.status).toBe(401);
    expect(answer.text).toMatch(because);
    expect(answer.challenge).toBe(
      `Bearer realm="plumbline", error="invalid_token", resource_metadata="${hub.url}/.well-known/oauth-protected-resource/mcp/geometry"`,
    );
    for (const part of token.split('.').filter((text) => text !== '')) {
      expect(answer.text + hub.lines.join()).not.toContain(part);
    }
  });

  test('in an address, even together with a valid one in the header', async () => {
    const token = await server.token(hub.url);
    for (const shown of [null, token]) {
      const answer = await post(`${geometry}?access_token=${token}`, shown, INITIALIZE);
      expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('address') });
      expect(answer.text).not.toContain(token);
    }
  });

  test('if it is missing, even from this machine', async () => {
    const answer = await post(geometry, null, INITIALIZE);
    expect(answer.status).toBe(401);
    expect(answer.challenge).toBe(
      `Bearer realm="plumbline", resource_metadata="${hub.url}/.well-known/oauth-protected-resource/mcp/geometry"`,
    );
  });
});

describe('by the OAuth file', () => {
  const granted = async (
    given: Partial<z.input<typeof OAuthFile>>,
    forged: Forged = {},
  ): Promise<unknown> => {
    const file = OAuthFile.parse({
      resource: 'https://plans.example',
      issuer: server.issuer,
      jwks: { keys: [{ ...server.jwk, kty: 'EC' }] },
      subjects: [
        { name: 'planner', claims: { sub: 'planner' } },
        { name: 'desk', claims: { client_id: 'desktop' } },
      ],
      ...given,
    });
    const findKey = createLocalJWKSet({ keys: [server.jwk] });
    const token = await server.token(file.resource, forged);
    const grant = await grantOf(token, [file.resource], { file, findKey, now: () => new Date() });
    return 'because' in grant ? grant.because : grant.name;
  };
  const ID = { header: { typ: 'JWT' }, claims: { client_id: undefined, azp: 'planner' } };

  test('a token acts as the subject that its claims name, and as nobody if they name two', async () => {
    expect(await granted({})).toBe('planner');
    expect(await granted({}, { claims: { sub: 'x', client_id: 'desktop' } })).toBe('desk');
    expect(await granted({}, { claims: { client_id: 'desktop' } })).toBe(null);
    expect(await granted({}, { claims: { sub: ['planner'] } })).toBe(null);
  });

  test('a token of a server that does not follow RFC 9068 can be accepted, and then no other', async () => {
    expect(await granted({ typ: 'JWT' }, ID)).toBe('planner');
    expect(await granted({ typ: 'JWT' })).toMatch(/its type is not `JWT`/);
    expect(await granted({}, ID)).toMatch(/its type is not `at\+jwt`/);
  });

  test('a token must be signed with a listed algorithm', async () => {
    expect(await granted({ algorithms: ['RS256'] })).toMatch(/not signed with one of RS256/);
  });
});

test('tokens of the workspace are valid alongside those of the authorization server', async () => {
  await hub.put('local', EVERYTHING, { token_hash: tokenHash('plumb_local') });
  expect(await statusOf('plumb_local')).toBe(200);
  expect(await statusOf('plumb_else')).toBe(401);
});

describe('metadata', () => {
  const at = async (path: string): Promise<Response> => await fetch(`${hub.url}${path}`);

  test.each(['', '/mcp/geometry', '/mcp/spatial', '/sse/geometry'])('of `%s`', async (path) => {
    const answer = await at(`/.well-known/oauth-protected-resource${path}`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      resource: hub.url + path,
      resource_name: `Plumbline ${path}`.trim(),
      authorization_servers: [server.issuer],
      bearer_methods_supported: ['header'],
    });
  });

  test.each(['/', '/mcp', '/mcp/none', '/mcp/geometry/'])('of `%s` is not there', async (path) => {
    expect((await at(`/.well-known/oauth-protected-resource${path}`)).status).toBe(404);
  });

  test('is read-only', async () => {
    const url = `${hub.url}/.well-known/oauth-protected-resource`;
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  });
});

describe('a session', () => {
  const opened = async (token: string): Promise<string> => {
    const { session } = await post(geometry, token, INITIALIZE);
    if (session === null) throw new Error('expected a session');
    return session;
  };
  const LIST = { method: 'tools/list' };

  test('continues with the next token of its subject after the first has expired', async () => {
    server.lifetime = 60;
    const first = await server.token(hub.url);
    server.lifetime = 300;
    const second = await server.token(hub.url);
    const session = await opened(first);
    const level = call('create_level', { name: 'A', elevation: 0, dry_run: false });
    expect((await post(geometry, first, level, session)).text).toContain('"success":true');
    hub.pass(100_000);
    expect(await post(geometry, first, LIST, session)).toMatchObject({ status: 401 });
    const next = call('create_level', { name: 'B', elevation: 3000, dry_run: false });
    expect((await post(geometry, second, next, session)).text).toContain('"success":true');
    hub.pass(-100_000);
    expect((await post(geometry, first, LIST, session)).status).toBe(200);
  });

  test('is unknown to another subject, another program, and a token of the workspace', async () => {
    await hub.put('same', EVERYTHING, { token_hash: tokenHash('plumb_same') });
    const session = await opened(await server.token(hub.url));
    const strangers = [
      await server.token(hub.url, { claims: { sub: 'other' } }),
      await server.token(hub.url, { claims: { client_id: 'other' } }),
      'plumb_same',
    ];
    for (const token of strangers) {
      expect(await post(geometry, token, LIST, session)).toMatchObject({ status: 404 });
    }
    expect((await post(geometry, await server.token(hub.url), LIST, session)).status).toBe(200);
  });

  test('ends for a revoked agent, and so does its stream', async () => {
    await hub.put('other', EVERYTHING);
    const token = await server.token(hub.url, { claims: { sub: 'other' } });
    const session = await opened(token);
    await hub.put('other', EVERYTHING, { status: 'revoked' });
    const answer = await post(geometry, token, LIST, session);
    expect(answer).toMatchObject({
      status: 401,
      text: expect.stringMatching(/not an active agent/),
    });
    await hub.put('other', EVERYTHING);
    expect((await post(geometry, token, LIST, session)).status).toBe(200);
  });

  test('of a person commits immediately and needs no reasoning; nobody can approve in it', async () => {
    const claims = { sub: 'anna', client_id: 'desktop' };
    const token = await server.token(hub.url, { claims });
    const session = await opened(token);
    const level = { name: 'create_level', arguments: { name: 'Of Anna', elevation: 9000 } };
    const made = await post(geometry, token, { method: 'tools/call', params: level }, session);
    expect(made.text).toMatch(/"success":true/);
    expect(made.text).not.toMatch(/"dry_run":true/);
    const { text } = await post(geometry, token, LIST, session);
    expect(text).not.toMatch(/"name":"[a-z_]*approve/);
  });
});

test('neither the log of the workspace nor that of the hub contains a part of a token', async () => {
  const token = await server.token(hub.url);
  const { session } = await post(geometry, token, INITIALIZE);
  await post(geometry, token, call('create_level', { name: 'C', elevation: 6000 }), session);
  await post(geometry, token, call('no_such_tool', {}), session);
  const logText = (await hub.auditText()) + hub.lines.join();
  expect(logText).toContain('no_such_tool');
  for (const part of token.split('.')) expect(logText).not.toContain(part);
  expect(logText).not.toContain(createHash('sha256').update(token).digest('hex'));
});
