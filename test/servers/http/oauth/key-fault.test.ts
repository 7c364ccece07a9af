/** @module key-fault.test: unusable public keys of an authorization server. */
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';

import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';

import { keyFault } from '../../../../servers/http/oauth/key-fault.ts';
import { KeySet, publicKeys } from '../../../../servers/http/oauth/key-set.ts';

const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 });
const rsa = RSA.publicKey.export({ format: 'jwk' });
const jwkOf = (bits: number): JsonWebKey =>
  generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const okp = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
const point = (hex: string): JsonWebKey => ({
  ...okp,
  x: Buffer.from(hex, 'hex').toString('base64url'),
});

describe('a key is not used', () => {
  test.each<[string, RegExp, JsonWebKey]>([
    ['RSA of 1024 bits', /1024 bits/, jwkOf(1024)],
    ['RSA of 2040 bits', /2040 bits/, jwkOf(2040)],
    ['RSA with no modulus', /0 bits/, { ...rsa, n: 'AA' }],
    ['RSA whose modulus is not base64url', /0 bits/, { ...rsa, n: '!!!!' }],
    [
      'RSA whose modulus has 20,000 bits',
      /20000 bits/,
      {
        ...rsa,
        n: Buffer.alloc(2500, 0xff).toString('base64url'),
      },
    ],
    ['RSA with the exponent 1', /public exponent/, { ...rsa, e: 'AQ' }],
    ['RSA with the exponent 0', /public exponent/, { ...rsa, e: 'AA' }],
    ['RSA with an even exponent', /public exponent/, { ...rsa, e: 'AgAA' }],
    ['RSA with an exponent of 2048 bits', /public exponent/, { ...rsa, e: rsa.n ?? '' }],
    [
      'a point off its curve',
      /not a point/,
      { ...ec, y: Buffer.alloc(32, 7).toString('base64url') },
    ],
    ['a curve that there is not', /not a point/, { ...ec, crv: 'P-1' }],
    ['Ed25519 of 31 bytes', /32 bytes/, point('11'.repeat(31))],
    ['the identity of Ed25519', /low order/, point(`01${'00'.repeat(31)}`)],
    ['a zero of Ed25519', /low order/, point('00'.repeat(32))],
    ['a point of order 2', /low order/, point(`ec${'ff'.repeat(30)}7f`)],
    [
      'a point of order 8 with its sign bit',
      /low order/,
      point('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa'),
    ],
    ['the identity, not reduced', /low order/, point(`ee${'ff'.repeat(30)}ff`)],
    ['RSA for a shared secret', /`alg`/, { ...rsa, alg: 'HS256' }],
    ['RSA for no signature', /`alg`/, { ...rsa, alg: 'none' }],
    ['an elliptic curve for RSA', /`alg`/, { ...ec, alg: 'RS256' }],
    ['Ed25519 for an elliptic curve', /`alg`/, { ...okp, alg: 'ES256' }],
  ])('%s', (_, because, key) => {
    const fault = keyFault(key);
    expect(fault).toMatch(because);
    expect(() => publicKeys({ keys: [key] })).toThrow(because);
  });
});

test.each<[string, JsonWebKey]>([
  ['RSA of 2048 bits', { ...rsa, alg: 'PS256', use: 'sig' }],
  ['RSA with the exponent 3', { ...rsa, e: 'Aw' }],
  ['an elliptic curve', { ...ec, alg: 'ES256' }],
  ['Ed25519', { ...okp, alg: 'EdDSA' }],
  ['a weak key for encryption, which is never used', { ...rsa, n: 'AA', use: 'enc' }],
  ['a type that nothing here verifies', { kty: 'AKP' }],
])('%s passes', (_, key) => {
  expect(keyFault(key)).toBeNull();
});

test('a set is used without its weak key, which is reported by its position', async () => {
  const lines: string[] = [];
  const keys = new KeySet(
    () =>
      Promise.resolve({
        keys: [
          { ...jwkOf(1024), kid: 'weak' },
          { ...rsa, kid: 'good' },
        ],
      }),
    { now: () => 0, log: (line) => lines.push(line) },
  );
  await keys.renew();
  expect(lines).toEqual([expect.stringMatching(/is ignored: the key at position 0 .*1024 bits/)]);
  const find = async (kid: string): Promise<unknown> => {
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'RS256', kid })
      .sign(RSA.privateKey);
    const [header = '', payload = '', signature = ''] = token.split('.');
    return await keys.find(
      { alg: 'RS256', kid },
      {
        protected: header,
        payload,
        signature,
      },
    );
  };
  await expect(find('good')).resolves.toBeDefined();
  await expect(find('weak')).rejects.toThrow(/no applicable key/);
});
