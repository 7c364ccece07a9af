/** @module tests of Ed25519 text signatures and key storage. */

import { createPrivateKey, generateKeyPairSync } from 'node:crypto';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  decodeBase64,
  decryptPrivateKey,
  encryptPrivateKey,
  generateKeyPair,
  publicKeyOf,
  signText,
  verifyBytes,
  verifyText,
} from '../../../../kernel/base/canonical/signature.ts';

const pair = generateKeyPair();
const other = generateKeyPair();
const signature = signText(pair.privateKey, 'a plan', 'approval/v1');

test('keys and signatures match RFC 8032, section 7.1, test 2', () => {
  const seed = '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb';
  const privateKey = createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex'),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = publicKeyOf(privateKey);
  expect(Buffer.from(publicKey, 'base64').toString('hex')).toBe(
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
  );
  const published = Buffer.from(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
      '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    'hex',
  );
  expect(verifyBytes(publicKey, Buffer.of(0x72), published)).toBe(true);
  expect(verifyBytes(publicKey, Buffer.of(0x73), published)).toBe(false);
});

test('signText signs the documented bytes', () => {
  const bytes = Buffer.from('plumbline-signature-v1\napproval/v1\na plan');
  expect(verifyBytes(pair.publicKey, bytes, Buffer.from(signature, 'base64'))).toBe(true);
});

test.each<[string, readonly [string, string, string, string], boolean]>([
  ['the signed text is true', [pair.publicKey, 'a plan', signature, 'approval/v1'], true],
  ['another text is false', [pair.publicKey, 'a plan ', signature, 'approval/v1'], false],
  ['another purpose is false', [pair.publicKey, 'a plan', signature, 'approval/v2'], false],
  ['another key is false', [other.publicKey, 'a plan', signature, 'approval/v1'], false],
  [
    'text moved into the purpose is false',
    [pair.publicKey, 'plan', signature, 'approval/v1\na'],
    false,
  ],
  ['an empty key is false', ['', 'a plan', signature, 'approval/v1'], false],
  [
    'a short key is false',
    [Buffer.alloc(31).toString('base64'), 'a plan', signature, 'approval/v1'],
    false,
  ],
  ['an empty signature is false', [pair.publicKey, 'a plan', '', 'approval/v1'], false],
  [
    'white space after the signature is false',
    [pair.publicKey, 'a plan', `${signature}\n`, 'approval/v1'],
    false,
  ],
  ['an invalid purpose is false', [pair.publicKey, 'a plan', signature, ''], false],
])('verifyText with %s', (_, args, expected) => expect(verifyText(...args)).toBe(expected));

test.each(['a', 'a'.repeat(64), 'approval.v1/x_y-z'])(
  'signText accepts the context %j',
  (context) => {
    const signed = signText(pair.privateKey, 't', context);
    expect(verifyText(pair.publicKey, 't', signed, context)).toBe(true);
  },
);

test.each(['a'.repeat(65), '', '1a', 'A', 'a b', 'a\n'])(
  'signText refuses the context %j',
  (context) => {
    expect(() => signText(pair.privateKey, 't', context)).toThrow(RangeError);
  },
);

test('a text with a lone surrogate is not signed and never verifies', () => {
  expect(() => signText(pair.privateKey, '\ud800', 'c')).toThrow(RangeError);
  const replaced = signText(pair.privateKey, '\ufffd', 'c');
  expect(verifyText(pair.publicKey, '\ud800', replaced, 'c')).toBe(false);
});

test('law: verifyText returns false for random input and never throws', () => {
  const text = fc.string({ unit: 'binary' });
  const key = fc.oneof(
    text,
    fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((raw) => Buffer.from(raw).toString('base64')),
  );
  const sig = fc.oneof(
    text,
    fc
      .uint8Array({ minLength: 64, maxLength: 64 })
      .map((raw) => Buffer.from(raw).toString('base64')),
  );
  fc.assert(
    fc.property(key, text, sig, fc.oneof(text, fc.constant('c')), (k, t, s, c) => {
      expect(verifyText(k, t, s, c)).toBe(false);
    }),
  );
});

test('law: a flipped bit of the signature does not verify', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 511 }), (bit) => {
      const bytes = Buffer.from(signature, 'base64');
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(verifyText(pair.publicKey, 'a plan', bytes.toString('base64'), 'approval/v1')).toBe(
        false,
      );
    }),
  );
});

test('an encrypted private key can be decrypted only with its passphrase', () => {
  const pem = encryptPrivateKey(pair.privateKey, 'größtes Pferd');
  expect(pem).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/);
  expect(publicKeyOf(decryptPrivateKey(pem, 'größtes Pferd'))).toBe(pair.publicKey);
  expect(() => decryptPrivateKey(pem, 'wrong')).toThrow(/passphrase is wrong/);
  expect(() => decryptPrivateKey(pem, '')).toThrow(/passphrase is wrong/);
  expect(() => encryptPrivateKey(pair.privateKey, '')).toThrow(RangeError);
});

test('unencrypted keys and keys of another kind are refused', () => {
  const open = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  expect(() => decryptPrivateKey(open, 'any')).toThrow(/not an encrypted private key/);
  expect(() => decryptPrivateKey('garbage', 'any')).toThrow(/not an encrypted private key/);
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  expect(() => signText(rsa, 't', 'c')).toThrow(TypeError);
  expect(() => publicKeyOf(rsa)).toThrow(TypeError);
});

test.each([
  ['', ''],
  ['AA==', '00'],
  ['AA', undefined],
  ['AB==', undefined],
  ['_w==', undefined],
  ['/w==', 'ff'],
])('decodeBase64 of %j gives %s', (text, expected) => {
  expect(decodeBase64(text)?.toString('hex')).toBe(expected);
});
