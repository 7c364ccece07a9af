/** @module entry.test: neither secrets nor values that cannot be hashed reach the log. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cutText, maskCall, maskSecrets } from '../../../governance/audit/entry.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { canonicalJson } from '../../../kernel/base/canonical/json.ts';

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
    'x eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.',
    `-eyJ-${'eyJ-'.repeat(500)}.eyJzdWIiOiIxIn0.c2ln`,
  ])('masks the value `%s`', (value) => {
    expect(maskSecrets({ name: value }, SALT)).toEqual({ name: committed(value) });
  });
  it('leaves arguments without secrets unchanged', () => {
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
  it('keeps an argument of 8 KiB and not one byte more', () => {
    const fits = 'x'.repeat(8190);
    expect(maskSecrets({ fits }, SALT)).toEqual({ fits });
    const large = 'x'.repeat(8191);
    expect(maskSecrets({ large }, SALT)).toEqual({
      large: { digest: `sha256:${sha256Hex(`"${large}"`)}`, bytes: 8193 },
    });
  });
  it('keeps arguments of 64 KiB in total and not one byte more', () => {
    const fits = { a: 'x'.repeat(8000) };
    const eight = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`a${i}`, fits.a]));
    // Each name needs four more bytes, for quotes, colon and comma; each text two.
    const rest = 65_536 - 8 * (2 + 4 + 8002) - (4 + 1 + 2);
    expect(maskSecrets({ ...eight, z: 'x'.repeat(rest) })).toHaveProperty('a0', fits.a);
    const large = { ...eight, z: 'x'.repeat(rest + 1) };
    const text = canonicalJson(large);
    expect(maskSecrets(large)).toEqual({
      all_arguments: { digest: `sha256:${sha256Hex(text)}`, bytes: text.length, count: 9 },
    });
  });
  it('keeps a name of 200 characters, and shortens a longer one at any depth', () => {
    const fits = 'k'.repeat(200);
    expect(maskSecrets({ [fits]: { [fits]: 1 } })).toEqual({ [fits]: { [fits]: 1 } });
    const short = `${fits} sha256:${sha256Hex(JSON.stringify(`${fits}k`))}`;
    expect(maskSecrets({ [`${fits}k`]: [{ [`${fits}k`]: 1 }] })).toEqual({
      [short]: [{ [short]: 1 }],
    });
  });
  it('keeps different names distinct', () => {
    const long = 'k'.repeat(300);
    const [shortened = ''] = Object.keys(maskSecrets({ [long]: 1 }));
    const names = [long, `${long}k`, shortened, '\uD800', '\uDFFF', '\uFFFD'];
    const args = Object.fromEntries(names.map((name) => [name, 1]));
    expect(Object.keys(maskSecrets(args))).toHaveLength(names.length);
    expect(Object.keys(Object(maskSecrets({ args })['args']))).toHaveLength(names.length);
  });
  it.each([
    ['beginnings of web tokens', 'eyJ-'.repeat(100_000)],
    ['one long web token', `eyJ${'a'.repeat(8_000_000)}`],
    ['a key that never ends', `-----BEGIN ${'A'.repeat(8_000_000)}`],
    ['a long bearer credential', `x${' bearer'.repeat(1_000_000)}`],
  ])('reads a text of %s in linear time and memory', (_, value) => {
    expect(maskSecrets({ value })).toHaveProperty('value.bytes', value.length + 2);
  });
  it('always returns a value with a canonical form', () => {
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

describe('maskCall', () => {
  const mail = `${'a'.repeat(60)}@example.org`;
  it('masks the texts of a small argument', () => {
    const half = `${mail} `.repeat(50);
    const masked = '[masked:email] '.repeat(50);
    expect(maskCall({ texts: [half, half], mail })).toEqual({
      texts: [masked, masked],
      mail: '[masked:email]',
    });
  });
  it('replaces an argument whose texts are large before masking by its digest', () => {
    const texts = Array.from({ length: 3 }, () => `${mail} `.repeat(50));
    const text = canonicalJson(texts);
    expect(maskCall({ texts, mail })).toEqual({
      texts: { digest: `sha256:${sha256Hex(text)}`, bytes: text.length },
      mail: '[masked:email]',
    });
  });
});

describe('cutText', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['ab😀', 3, 'ab'],
    ['ab😀', 4, 'ab😀'],
    ['\uDE00b', 3, '\uFFFDb'],
    ['', 3, ''],
  ])('cuts %j to %i as %j', (text, units, wanted) => {
    expect(cutText(text, units)).toBe(wanted);
  });
});
