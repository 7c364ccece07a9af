/** @module key-fault: the faults of public keys with which signatures cannot be verified or could be forged. */
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

import { publicKeyFault } from '../../../kernel/base/canonical/public-key.ts';

/** Minimum RSA modulus, bits (RFC 7518, 3.3), and maximum, which keeps verification cheap. */
const RSA_BITS = { min: 2048, max: 16_384 } as const;
/** Largest public exponent, from NIST SP 800-56B; with exponent 1 every message is its own signature. */
const EXPONENT_LIMIT = 2n ** 256n;

/** Algorithms by key type. Another `alg` is a mistake, or an attempt to have the key used as a shared secret. */
const ALGORITHMS_OF: Readonly<Record<string, RegExp>> = {
  RSA: /^(?:RS|PS)(?:256|384|512)$/,
  EC: /^ES(?:256|384|512)$/,
  OKP: /^(?:EdDSA|Ed25519)$/,
};
/** Names of signature algorithms, including `none`. */
const SIGNATURE = /^(?:none|HS\d+|RS\d+|PS\d+|ES\d+K?|EdDSA|Ed25519|Ed448)$/;

/**
 * Why a JSON Web Key cannot verify signatures of tokens, null if it can. Keys of other types and uses are accepted, as
 * they are never used. INVARIANT: the reason contains no part of the key.
 */
export function keyFault(jwk: JsonWebKey): string | null {
  const { kty = '', alg, use } = jwk;
  const own = Object.hasOwn(ALGORITHMS_OF, kty) ? ALGORITHMS_OF[kty] : undefined;
  if (own === undefined || (use !== undefined && use !== 'sig')) return null;
  if (typeof alg === 'string' && SIGNATURE.test(alg) && !own.test(alg)) {
    return `its \`alg\` does not belong to the key type ${kty}`;
  }
  if (kty === 'RSA') return rsaFault(jwk);
  if (kty === 'OKP') return jwk.crv === 'Ed25519' ? ed25519Fault(jwk) : null;
  return keyOf(jwk) === null ? 'it is not a point of its curve' : null;
}

function rsaFault(jwk: JsonWebKey): string | null {
  const { modulusLength = 0, publicExponent = 0n } = keyOf(jwk)?.asymmetricKeyDetails ?? {};
  if (modulusLength < RSA_BITS.min || modulusLength > RSA_BITS.max) {
    return `its modulus has ${modulusLength} bits, expected ${RSA_BITS.min} to ${RSA_BITS.max}`;
  }
  return publicExponent < 3n || publicExponent % 2n === 0n || publicExponent >= EXPONENT_LIMIT
    ? 'its public exponent is not an odd number from 3 to 2^256'
    : null;
}

function ed25519Fault(jwk: JsonWebKey): string | null {
  if (keyOf(jwk) === null) return 'it does not have 32 bytes';
  const key = Buffer.from(jwk.x ?? '', 'base64url').toString('base64');
  return publicKeyFault(key) === null ? null : 'it is not a point of its curve, or has a low order';
}

function keyOf(jwk: JsonWebKey): KeyObject | null {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    // Node's message gives no reason.
    return null;
  }
}
