/** @module signature: Ed25519 keys, and signatures over text that are valid for one purpose only. */

import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

import { encryptedPkcs8 } from './encrypted-pkcs8.ts';
import { publicKeyFault } from './public-key.ts';

/** An Ed25519 key pair. */
export interface KeyPair {
  /** The 32 bytes of RFC 8032 in base64 (44 characters). */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** A new Ed25519 key pair from the operating system's randomness. */
export function generateKeyPair(): KeyPair {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { publicKey: publicKeyOf(privateKey), privateKey };
}

/**
 * The public key that belongs to an Ed25519 private key: its 32 bytes in base64.
 *
 * @throws {TypeError} for a key of another kind
 */
export function publicKeyOf(privateKey: KeyObject): string {
  const { x } = createPublicKey(ed25519Only(privateKey)).export({ format: 'jwk' });
  return Buffer.from(x ?? '', 'base64url').toString('base64');
}

/** Maximum number of cached keys. Checking a key takes milliseconds, and a log contains few different keys. */
const REMEMBERED_MAX = 256;
const remembered = new Map<string, KeyObject | undefined>();

/** The key object of a public key in base64; undefined if `publicKeyFault` reports a fault. */
export function readPublicKey(publicKey: string): KeyObject | undefined {
  if (remembered.has(publicKey)) return remembered.get(publicKey);
  const key = checkedPublicKey(publicKey);
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(publicKey, key);
  return key;
}

function checkedPublicKey(publicKey: string): KeyObject | undefined {
  if (publicKeyFault(publicKey) !== null) return undefined;
  const x = Buffer.from(publicKey, 'base64').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** The bytes of strict base64 (RFC 4648, section 4, padded), or undefined if it is malformed. */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

/**
 * Signs a text for one purpose: the signed bytes are the UTF-8 of `plumbline-signature-v1` LF `context` LF `text`.
 *
 * SECURITY: a signature is never valid for another context, because the context is part of the signed bytes. It is
 * never valid for a checkpoint either: its second line starts with a letter, that of a checkpoint is a number.
 *
 * @param context the purpose, such as `approval/v1`: `[a-z][a-z0-9._/-]{0,63}`
 * @returns 64 bytes in base64
 * @throws {RangeError} for a malformed context, and for text with a lone surrogate
 */
export function signText(privateKey: KeyObject, text: string, context: string): string {
  const message = signedBytes(text, context);
  if (message === undefined) {
    throw new RangeError(
      `got the context \`${context}\` or text that is not well-formed, ` +
        'want `[a-z][a-z0-9._/-]{0,63}` and text without lone surrogates',
    );
  }
  return sign(null, message, ed25519Only(privateKey)).toString('base64');
}

/**
 * Whether `signature` is the key's signature over `text` in this context. Never throws: an invalid
 * key, signature or context gives false.
 *
 * @param publicKey 32 bytes in base64
 * @param signature 64 bytes in base64
 */
export function verifyText(
  publicKey: string,
  text: string,
  signature: string,
  context: string,
): boolean {
  const message = signedBytes(text, context);
  return message !== undefined && verifyBytes(publicKey, message, decodeBase64(signature));
}

/** Whether an Ed25519 signature over the bytes is valid. Never throws. */
export function verifyBytes(
  publicKey: string,
  message: Uint8Array,
  signature: Uint8Array | undefined,
): boolean {
  const key = readPublicKey(publicKey);
  return key !== undefined && signature?.length === 64 && verify(null, message, key, signature);
}

/**
 * Encrypts a private key with a passphrase: PKCS #8 PEM, scrypt, AES-256-CBC. A guess at the passphrase costs some 0.2
 * s.
 *
 * @throws {RangeError} for an empty passphrase
 */
export function encryptPrivateKey(privateKey: KeyObject, passphrase: string): string {
  if (passphrase === '') {
    throw new RangeError('expected a passphrase of at least 1 character, received an empty one');
  }
  const open = ed25519Only(privateKey).export({ type: 'pkcs8', format: 'der' });
  return encryptedPkcs8(open, passphrase);
}

/**
 * The Ed25519 private key in an encrypted PKCS #8 PEM. Any key derivation is accepted; older keys use PBKDF2.
 *
 * @throws {Error} if the passphrase is wrong or the text is not an encrypted private key
 * @throws {TypeError} for a key of another kind
 */
export function decryptPrivateKey(pem: string, passphrase: string): KeyObject {
  // An unencrypted key would be read with any passphrase.
  if (!pem.trimStart().startsWith('-----BEGIN ENCRYPTED PRIVATE KEY-----')) {
    throw new Error('not an encrypted private key, expected PKCS #8 in PEM form');
  }
  return ed25519Only(openPem(pem, passphrase));
}

function openPem(pem: string, passphrase: string): KeyObject {
  try {
    return createPrivateKey({ key: pem, format: 'pem', passphrase });
  } catch (cause) {
    throw new Error(
      'cannot decrypt the private key: the passphrase is wrong or the pem is damaged',
      {
        cause,
      },
    );
  }
}

function ed25519Only(privateKey: KeyObject): KeyObject {
  if (privateKey.type !== 'private' || privateKey.asymmetricKeyType !== 'ed25519') {
    const got = `${privateKey.type} ${privateKey.asymmetricKeyType ?? 'key'}`;
    throw new TypeError(`got a \`${got}\`, want an ed25519 private key`);
  }
  return privateKey;
}

function signedBytes(text: string, context: string): Buffer | undefined {
  if (!/^[a-z][a-z0-9._/-]{0,63}$/.test(context) || !text.isWellFormed()) return undefined;
  return Buffer.from(`plumbline-signature-v1\n${context}\n${text}`);
}
