/** @module encrypted-pkcs8: encrypts a private key with a passphrase, in the standard format. */
import { createCipheriv, randomBytes, scryptSync } from 'node:crypto';

/**
 * Cost of one guess at a passphrase: scrypt (RFC 7914) with 16 MiB and some 0.2 s of one core of 2026. One of the
 * parameter sets that OWASP lists as equivalent; those with more memory and fewer rounds exceed the 32 MiB to which
 * OpenSSL limits the decryption of a key, so no other program could decrypt it.
 */
const SCRYPT_COST = { N: 2 ** 14, r: 8, p: 5 } as const;

/** Length of an AES-256 key. */
const KEY_BYTES = 32;
/** Memory limit of Node's scrypt, bytes; the parameters need 16 MiB. */
const MAXMEM = 64 * 2 ** 20;

/** DER-encoded object identifiers, hexadecimal. */
const OID = {
  pbes2: '2a864886f70d01050d',
  scrypt: '2b06010401da47040b',
  aes256Cbc: '60864801650304012a',
} as const;

/**
 * EncryptedPrivateKeyInfo (RFC 5958) of a PKCS #8 key as PEM: PBES2 (RFC 8018) with scrypt (RFC 7914, section 7) and
 * AES-256-CBC. `createPrivateKey` and OpenSSL decrypt it.
 *
 * @param pkcs8 the unencrypted key, DER
 */
export function encryptedPkcs8(pkcs8: Uint8Array, passphrase: string): string {
  const [salt, iv] = [randomBytes(16), randomBytes(16)];
  const { N, r, p } = SCRYPT_COST;
  const key = scryptSync(passphrase, salt, KEY_BYTES, { N, r, p, maxmem: MAXMEM });
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  const sealed = Buffer.concat([cipher.update(pkcs8), cipher.final()]);
  const derivation = sequence(
    objectId(OID.scrypt),
    sequence(octets(salt), integer(N), integer(r), integer(p), integer(KEY_BYTES)),
  );
  const encryption = sequence(objectId(OID.aes256Cbc), octets(iv));
  const scheme = sequence(objectId(OID.pbes2), sequence(derivation, encryption));
  const lines =
    sequence(scheme, octets(sealed))
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `${['-----BEGIN ENCRYPTED PRIVATE KEY-----', ...lines, '-----END ENCRYPTED PRIVATE KEY-----'].join('\n')}\n`;
}

// The functions below encode DER (X.690): tag, length, content.

function tagged(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const length = content.reduce((sum, { length: own }) => sum + own, 0);
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(length)]), ...content]);
}

function lengthBytes(length: number): readonly number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

function sequence(...content: readonly Uint8Array[]): Buffer {
  return tagged(0x30, ...content);
}

function octets(content: Uint8Array): Buffer {
  return tagged(0x04, content);
}

function objectId(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

/** A positive integer; a leading zero keeps the sign bit clear. */
function integer(value: number): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return tagged(0x02, (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.from([0]), bytes]));
}
