/** @module oauth-settings.test: the messages of a hub about an unusable OAuth file, which never contain a key. */
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { UsageError } from '../../../servers/host/options.ts';
import { readOAuthFile } from '../../../servers/http/oauth/settings.ts';
import { scratch } from '../../clients/run-cli.ts';

const { dir, remove } = scratch();
let open: JWK;
let secret: JWK;

beforeAll(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true });
  open = await exportJWK(pair.publicKey);
  secret = await exportJWK(pair.privateKey);
});
afterAll(remove);

const base = (): Record<string, unknown> => ({
  resource: 'https://plans.example',
  issuer: 'https://login.example',
  jwks: { keys: [open] },
  subjects: [{ name: 'planner', claims: { sub: 'a' } }],
});

async function messageFor(content: unknown, text = JSON.stringify(content)): Promise<string> {
  const path = join(dir, 'oauth.json');
  writeFileSync(path, text);
  try {
    await readOAuthFile(path);
    return 'nothing';
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.message;
  }
}

test('a valid file is read, with its keys inside or next to it', async () => {
  expect(await messageFor(base())).toBe('nothing');
  writeFileSync(join(dir, 'keys.json'), JSON.stringify({ keys: [open] }));
  expect(await messageFor({ ...base(), jwks: { file: 'keys.json' } })).toBe('nothing');
});

test('a key that cannot verify is refused next to a valid one', async () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({
    format: 'jwk',
  });
  const message = await messageFor({ ...base(), jwks: { keys: [open, weak] } });
  expect(message).toMatch(
    /jwks: the key at position 1 cannot verify signatures: its modulus has 1024 bits, expected 2048/,
  );
  expect(message).not.toContain(weak.n);
});

test.each([
  ['text that is not JSON', () => '{"a": secret', /is not JSON/],
  ['nothing', () => '{}', /resource: found nothing, .*issuer: found nothing/],
  [
    'an address of another machine over HTTP',
    () => JSON.stringify({ ...base(), issuer: 'http://login.example' }),
    /issuer: found `http:\/\/login\.example`, expected https:\/\/…/,
  ],
  [
    'an algorithm with a shared secret',
    () => JSON.stringify({ ...base(), algorithms: ['HS256'] }),
    /algorithms\.0: found `HS256`, .*`RS256`/,
  ],
  [
    'no place of keys',
    () => JSON.stringify({ ...base(), jwks: {} }),
    /jwks: expected \{"url": "https:\/\/…"\}/,
  ],
  [
    'a file of keys that is not there',
    () => JSON.stringify({ ...base(), jwks: { file: 'none.json' } }),
    /jwks: .*none\.json/,
  ],
  [
    'one subject under two names',
    () =>
      JSON.stringify({
        ...base(),
        subjects: [
          { name: 'a', claims: { sub: 's', client_id: 'c' } },
          { name: 'b', claims: { client_id: 'c', sub: 's' } },
        ],
      }),
    /subjects\.1: the claims of `a` are also those of `b`/,
  ],
])('a file with %s is refused', async (_, text, wanted) => {
  expect(await messageFor(null, text())).toMatch(wanted);
});

test('a private key is refused and not repeated, inside the file and next to it', async () => {
  const shared = { kty: 'oct', k: 'c2VjcmV0LXNlY3JldA' };
  writeFileSync(join(dir, 'private.json'), JSON.stringify({ keys: [open, secret] }));
  for (const jwks of [{ keys: [secret] }, { keys: [shared] }, { file: 'private.json' }]) {
    const text = await messageFor({ ...base(), jwks });
    expect(text).toMatch(
      /jwks: the key at position \d is private or shared, expected only public keys/,
    );
    expect(text).not.toContain(secret.d);
    expect(text).not.toContain(shared.k);
  }
  const misplaced = await messageFor({ ...base(), jwks: { url: JSON.stringify(secret) } });
  expect(misplaced).toMatch(/jwks/);
  expect(misplaced).not.toContain(secret.d);
});
