/** @module encrypted-pkcs8.test: the key derivation parameters that an encrypted key file states. */
import { generateKeyPairSync } from 'node:crypto';

import { expect, test } from 'vitest';

import { encryptedPkcs8 } from '../../../../kernel/base/canonical/encrypted-pkcs8.ts';
import { decryptPrivateKey, publicKeyOf } from '../../../../kernel/base/canonical/signature.ts';

/** The object id of scrypt, then SEQUENCE { salt (16 bytes), N = 16384, r = 8, p = 5, key length = 32 }. */
const SCRYPT = /06092b06010401da47040b301f0410(?<salt>[0-9a-f]{32})02024000020108020105020120/u;

test('a key file states scrypt with 16 MiB and five rounds, and a random salt', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const der = privateKey.export({ type: 'pkcs8', format: 'der' });
  const salts = [1, 2].map(() => {
    const pem = encryptedPkcs8(der, 'correct horse');
    const body = Buffer.from(pem.split('\n').slice(1, -2).join(''), 'base64').toString('hex');
    return SCRYPT.exec(body)?.groups?.['salt'] ?? '';
  });
  expect(new Set(salts).size).toBe(2);
  for (const salt of salts) expect(salt).toMatch(/^[0-9a-f]{32}$/);
});

test('a key encrypted with PBKDF2 can still be decrypted', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const options = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc' } as const;
  const pem = privateKey.export({ ...options, passphrase: 'correct horse' }).toString();
  expect(publicKeyOf(decryptPrivateKey(pem, 'correct horse'))).toBe(publicKeyOf(privateKey));
});
