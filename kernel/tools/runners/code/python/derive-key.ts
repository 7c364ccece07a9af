/** @module derive-key: scrypt (RFC 7914), which Python has from OpenSSL alone, at a price by its work and memory. */
import { scryptSync } from 'node:crypto';

import type { MeteredInstance } from '../../fuel/metered-instance.ts';

/** Units for one Salsa20/8 of 64 bytes, and for a byte that SHA-256 takes: about as many as they have instructions. */
const BLOCK_FUEL = 512;
const HASH_FUEL = 24;
/** Bytes that one HMAC-SHA-256 takes beside its message. */
const HMAC_BYTES = 256;
const DIGEST_BYTES = 32;
/** Numbers before the password: n, r, p, length of the key, length of the password. */
const HEADER_BYTES = 20;

/**
 * The key that `request` asks for: five numbers of 32 bits (little endian), the password, the salt. Work is charged, and
 * memory counted, before anything is computed: `undefined` when the fuel or the memory of the run is not enough for it, the
 * key is longer than `most` bytes, or the request is none.
 */
export function derivedKey(
  metered: MeteredInstance,
  request: Uint8Array,
  most: number,
): Uint8Array | undefined {
  if (request.length < HEADER_BYTES) return undefined;
  const view = new DataView(request.buffer, request.byteOffset, request.byteLength);
  const number = (index: number): number => view.getUint32(index * 4, true);
  const [n, r, p] = [number(0), number(1), number(2)];
  const [length, password] = [number(3), number(4)];
  if (length > most) return undefined;
  const mixed = 128 * r * p;
  // PBKDF2 before takes the salt for each 32 bytes that are mixed, and the one after these for each of the key
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
    return undefined; // No such parameters; the harness has refused them before
  }
}
