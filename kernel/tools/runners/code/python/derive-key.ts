/** @module derive-key: scrypt (RFC 7914), which Python has only with OpenSSL, charged by its work and memory. */
import { scryptSync } from 'node:crypto';

import type { MeteredInstance } from '../../fuel/metered-instance.ts';

/**
 * Fuel for one Salsa20/8 of 64 bytes: about the number of instructions executed.
 */
const BLOCK_FUEL = 512;
/** Fuel for each byte hashed with SHA-256: about the number of instructions executed. */
const HASH_FUEL = 24;
/** Bytes that one HMAC-SHA-256 hashes in addition to its message. */
const HMAC_BYTES = 256;
/** Bytes of a SHA-256 digest. */
const DIGEST_BYTES = 32;
/** Bytes of the five numbers before the password: n, r, p, length of the key, length of the password. */
const HEADER_BYTES = 20;

/**
 * Derives the key that `request` describes: five 32-bit numbers (little endian), the password, the salt. Charges work
 * and memory before computing anything. `undefined` if the fuel or memory of the run is insufficient, the key is
 * longer than `length_max` bytes, or the request is malformed.
 */
export function deriveKey(
  metered: MeteredInstance,
  request: Uint8Array,
  length_max: number,
): Uint8Array | undefined {
  if (request.length < HEADER_BYTES) return undefined;
  const view = new DataView(request.buffer, request.byteOffset, request.byteLength);
  const number = (index: number): number => view.getUint32(index * 4, true);
  const [n, r, p] = [number(0), number(1), number(2)];
  const [length, password] = [number(3), number(4)];
  if (length > length_max) return undefined;
  const mixed = 128 * r * p;
  // The first PBKDF2 hashes the salt for every 32 mixed bytes; the last one hashes these for every 32 bytes of the key
  const hashed =
    Math.ceil(mixed / DIGEST_BYTES) * (request.length + HMAC_BYTES) +
    Math.ceil(length / DIGEST_BYTES) * (mixed + HMAC_BYTES);
  const units = 2 * n * p * 2 * r * BLOCK_FUEL + (hashed + 2 * request.length) * HASH_FUEL;
  const bytes = 128 * r * (n + p + 2) + length;
  if (!Number.isSafeInteger(units) || !metered.borrow(bytes)) return undefined;
  metered.charge(units);
  if (metered.exhausted) return undefined;
  const end = HEADER_BYTES + password;
  try {
    return scryptSync(request.subarray(HEADER_BYTES, end), request.subarray(end), length, {
      N: n,
      r,
      p,
      maxmem: bytes + 1024,
    });
  } catch {
    return undefined; // Invalid parameters, which the harness refuses earlier
  }
}
