/** @module message-signature.test: message signatures against the example of RFC 9421, and malformed signatures. */
import { createPrivateKey, createPublicKey } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import {
  type Component,
  contentDigest,
  readSignature,
  signMessage,
  verifyMessage,
} from '../../../governance/control/message-signature.ts';
import { generateKeyPair, publicKeyOf } from '../../../kernel/base/canonical/signature.ts';

/** RFC 9421, appendix B.1.4. */
const KEY = createPrivateKey(
  '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF\n-----END PRIVATE KEY-----\n',
);
/** Appendix B.2.6. */
const COMPONENTS: readonly Component[] = [
  ['"date"', 'Tue, 20 Apr 2021 02:07:55 GMT'],
  ['"@method"', 'POST'],
  ['"@path"', '/foo'],
  ['"@authority"', 'example.com'],
  ['"content-type"', 'application/json'],
  ['"content-length"', '18'],
];
const SIGNATURE =
  'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==';
const INPUT =
  '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"';

describe('the example of RFC 9421 (B.2.6)', () => {
  test('is signed byte by byte like the example', () => {
    const parameters = { created: 1_618_884_473, keyid: 'test-key-ed25519' };
    expect(signMessage(KEY, COMPONENTS, parameters)).toEqual({
      'signature-input': `plumbline=${INPUT}`,
      signature: `plumbline=:${SIGNATURE}:`,
    });
    const spki = createPublicKey(
      '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=\n-----END PUBLIC KEY-----\n',
    );
    expect(createPublicKey(KEY).equals(spki)).toBe(true);
  });

  test('verifies under any label, and not with one value changed or missing', () => {
    const received = readSignature(`sig-b26=${INPUT}`, `sig-b26=:${SIGNATURE}:`);
    if (received === null) throw new Error('not read');
    expect(received.parameters).toEqual({ created: 1_618_884_473, keyid: 'test-key-ed25519' });
    const publicKey = publicKeyOf(KEY);
    expect(verifyMessage(publicKey, received, new Map(COMPONENTS))).toBe(true);
    expect(verifyMessage(generateKeyPair().publicKey, received, new Map(COMPONENTS))).toBe(false);
    for (const [identifier, value] of COMPONENTS) {
      const values = new Map(COMPONENTS);
      values.set(identifier, `${value} `);
      expect(verifyMessage(publicKey, received, values)).toBe(false);
      values.delete(identifier);
      expect(verifyMessage(publicKey, received, values)).toBe(false);
    }
  });
});

test('a digest equals that of RFC 9530', () => {
  // Appendix D: the body `{"hello": "world"}` and a line break.
  expect(contentDigest('{"hello": "world"}\n')).toBe(
    'sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:',
  );
});

const VALID = `:${SIGNATURE}:`;

test.each([
  ['no input', undefined, `a=${VALID}`],
  ['no signature', `a=${INPUT}`, undefined],
  ['labels that differ', `a=${INPUT}`, `b=${VALID}`],
  ['two signatures', `a=${INPUT}, b=${INPUT}`, `a=${VALID}, b=${VALID}`],
  ['a component twice', 'a=("@path" "@path");created=1', `a=${VALID}`],
  ['a parameter twice', 'a=("@path");created=1;created=2', `a=${VALID}`],
  ['no parameter', 'a=("@path")', `a=${VALID}`],
  ['a text that ends early', 'a=("@path");nonce="x', `a=${VALID}`],
  ['an escaped quote', String.raw`a=("@path");nonce="x\"y"`, `a=${VALID}`],
  ['a line break', 'a=("@path");nonce="x\ny"', `a=${VALID}`],
  ['a signature of another length', `a=${INPUT}`, `a=:${SIGNATURE.slice(4)}:`],
  ['invalid base64', `a=${INPUT}`, `a=:${SIGNATURE.replace('CQ', 'C*')}*:`],
  ['a flag where a value must be', 'a=("@path";sf);created=1', `a=${VALID}`],
])('a malformed signature is not read: %s', (_, input, signature) => {
  expect(readSignature(input, signature)).toBeNull();
});

test.each(['a"b', 'a\\b', 'a\nb', 'ä'])('a value is not accepted as a parameter: %j', (keyid) => {
  expect(() => signMessage(KEY, COMPONENTS, { keyid })).toThrow(RangeError);
});
