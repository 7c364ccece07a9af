import * as fc from 'fast-check';
/** @module entry: secrets never reach the log, nor what cannot be hashed. */
import { describe, expect, it } from 'vitest';

import { maskSecrets } from '../../../governance/audit/entry.ts';
import { sha256Hex } from '../../../kernel/canonical/hash.ts';
import { canonicalJson } from '../../../kernel/canonical/json.ts';

const SALT = 'f00d'.repeat(8);
const committed = (value: unknown): object => ({
  commitment: `sha256:${sha256Hex(`${SALT}\n${canonicalJson(value)}`)}`,
});

describe('maskSecrets', () => {
  it.each([
    'token',
    'api_key',
    'apiKey',
    'API-KEY',
    'password',
    'passphrase',
    'client_secret',
    'Authorization',
    'private_key',
    'access_token',
    'set-cookie',
  ])('masks `%s`', (name) => {
    expect(maskSecrets({ [name]: 'hunter2' }, SALT)).toEqual({ [name]: committed('hunter2') });
    expect(maskSecrets({ a: [{ [name]: 'hunter2' }] }, SALT)).toEqual({
      a: [{ [name]: committed('hunter2') }],
    });
    expect(canonicalJson(maskSecrets({ [name]: 'hunter2' }))).toBe(`{"${name}":{"masked":true}}`);
  });
  it.each([
    'Bearer abcdefgh12345',
    '-----BEGIN PRIVATE KEY-----\nMC4CAQ',
    '-----BEGIN ENCRYPTED PRIVATE KEY-----',
    'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln',
    'sk-abcdefghijklmnop1234',
    'see ghp_abcdefghijklmnop1234',
  ])('masks the value `%s`', (value) => {
    expect(maskSecrets({ name: value }, SALT)).toEqual({ name: committed(value) });
  });
  it('leaves what is no secret', () => {
    const args = {
      name: 'Wall 1',
      max_tokens: 20,
      height: 3000,
      secret: null,
      has_token: true,
      points: [{ x: 1 }],
    };
    expect(maskSecrets(args, SALT)).toEqual(args);
  });
  it('keeps 8 KiB and not one byte more', () => {
    const fits = 'x'.repeat(8190);
    expect(maskSecrets({ fits }, SALT)).toEqual({ fits });
    const large = 'x'.repeat(8191);
    expect(maskSecrets({ large }, SALT)).toEqual({
      large: { digest: `sha256:${sha256Hex(`"${large}"`)}`, bytes: 8193 },
    });
  });
  it('always gives what has a canonical form', () => {
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
    for (const value of [Number.NaN, '\uD800', undefined, [undefined], 1n, deep, { '\uDFFF': 1 }]) {
      expect(() => canonicalJson(maskSecrets({ value }, SALT))).not.toThrow();
    }
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.anything()), (args) => {
        canonicalJson(maskSecrets(args, SALT));
      }),
    );
  });
});
