/** @module oauth-keys.test: reading keys of an authorization server: rotated, unknown, and from a server that is down, slow or faulty. */
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { KeySet, KeysUnavailable } from '../../../servers/http/oauth/key-set.ts';
import { fetchedJson } from '../../../servers/http/oauth/key-sources.ts';
import { AuthorizationServer, type KeysMode } from './authorization-server.ts';
import { INITIALIZE, openOAuthHub, post } from './oauth-hub.ts';

const LIMITS = { pauseMs: 1000, freshMs: 10_000, maxMs: 60_000 };

let server: AuthorizationServer;
let lines: string[];
let time: number;
let keys: KeySet;

beforeEach(async () => {
  server = await AuthorizationServer.open();
  lines = [];
  time = 0;
  // An operation that never ends gets a short limit, one that must end a long limit
  const read = async (): Promise<unknown> =>
    await fetchedJson(`${server.issuer}/keys`, {
      bytes: 10_000,
      ms: server.mode === 'slow' ? 500 : 60_000,
    });
  keys = new KeySet(read, { now: () => time, log: (line) => lines.push(line) }, LIMITS);
});
afterEach(async () => await server[Symbol.asyncDispose]());

/** `yes` if a token verifies, else the name of the error. */
async function verified(token: string): Promise<string> {
  try {
    await jwtVerify(token, keys.find);
    return 'yes';
  } catch (error) {
    return error instanceof Error ? error.constructor.name : String(error);
  }
}

const unknown = async (kid: string): Promise<string> =>
  await server.token('x', { header: { kid } });

describe('keys', () => {
  test('are read once for many tokens, also for concurrent requests', async () => {
    const token = await server.token('x');
    const answers = await Promise.all(Array.from({ length: 20 }, () => verified(token)));
    expect(new Set(answers)).toEqual(new Set(['yes']));
    expect(await verified(token)).toBe('yes');
    expect(server.asked).toBe(1);
  });

  test('that are rotated are found immediately, and the previous ones are no longer valid', async () => {
    const before = await server.token('x');
    expect(await verified(before)).toBe('yes');
    await server.rotate();
    time += LIMITS.pauseMs;
    expect(await verified(await server.token('x'))).toBe('yes');
    expect(await verified(before)).toBe('JWKSNoMatchingKey');
    expect(server.asked).toBe(2);
  });

  test('that are unknown cause one read per pause, however many are named', async () => {
    expect(await verified(await server.token('x'))).toBe('yes');
    time += LIMITS.pauseMs;
    for (let round = 0; round < 10; round += 1) {
      expect(await verified(await unknown(`none ${round}`))).toBe('JWKSNoMatchingKey');
    }
    expect(server.asked).toBe(2);
    time += LIMITS.pauseMs;
    expect(await verified(await unknown('none'))).toBe('JWKSNoMatchingKey');
    expect(server.asked).toBe(3);
  });

  test('that are no longer fresh are used while they are being read again', async () => {
    const token = await server.token('x');
    expect(await verified(token)).toBe('yes');
    server.mode = 'slow';
    time += LIMITS.freshMs + 1;
    const done: string[] = [];
    await Promise.all([
      verified(token).then((answer) => done.push(answer)),
      keys.renew().then(() => done.push('read')),
    ]);
    expect(done).toEqual(['yes', 'read']);
    expect(server.asked).toBe(2);
    expect(lines.join()).toContain('no answer within 500 ms');
    time += LIMITS.maxMs;
    expect(await verified(token)).toBe('KeysUnavailable');
  });

  test('for a token without a key id are selected by its algorithm', async () => {
    const token = await server.token('x', { header: { kid: '' } });
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'at+jwt' });
    expect(await verified(token)).toBe('yes');
  });
});

describe('a server of keys that', () => {
  test.each<[KeysMode, RegExp]>([
    ['down', /could not be read: /],
    ['slow', /no answer within 500 ms/],
    ['huge', /the answer has more than 10000 bytes/],
    ['moved', /unexpected redirect/],
    ['secret', /is private or shared/],
  ])(
    'is %s validates no token, is reported, and is read again after a pause',
    async (mode, why) => {
      server.mode = mode;
      const token = await server.token('x');
      expect(await verified(token)).toBe(KeysUnavailable.name);
      expect(await verified(token)).toBe(KeysUnavailable.name);
      expect(server.asked).toBe(1);
      expect(lines).toEqual([expect.stringMatching(why)]);
      server.mode = 'well';
      time += LIMITS.pauseMs;
      expect(await verified(token)).toBe('yes');
    },
  );

  test.each<KeysMode>(['down', 'huge', 'moved', 'secret'])(
    'becomes %s takes nothing from the keys that were read',
    async (mode) => {
      const token = await server.token('x');
      expect(await verified(token)).toBe('yes');
      server.mode = mode;
      time += LIMITS.pauseMs;
      expect(await verified(await unknown('none'))).toBe('JWKSNoMatchingKey');
      expect(await verified(token)).toBe('yes');
    },
  );
});

test('while no keys are available, a hub answers 503 and still accepts its own tokens', async () => {
  server.mode = 'down';
  const hub = await openOAuthHub(server);
  await hub.put('planner', { READ: {} });
  const answer = await post(`${hub.url}/mcp/geometry`, await server.token(hub.url), INITIALIZE);
  expect(answer).toMatchObject({ status: 503, text: expect.stringContaining('cannot be read') });
  expect((await fetch(`${hub.url}/healthz`)).status).toBe(200);
  expect(hub.lines.join()).toContain('could not be read');
  await hub.close();
});
