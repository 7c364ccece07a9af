/**
 * @module public-key: which 32 bytes are an Ed25519 public key: the canonical encoding of a point in the group of prime order.
 *
 * `node:crypto` takes any 32 bytes as a key. Under a point of small order a signature can be made without a private
 * key, and whether it verifies depends on the verifier; other bytes are no point, and nothing ever verifies under them.
 * RFC 8032 (section 5.1.3) says how to decode a point.
 */

/** The field: integers modulo 2^255 - 19. */
const P = 2n ** 255n - 19n;
/** Order of the group that the base point makes (RFC 8032, section 5.1). */
const L = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
/** Of the curve -x² + y² = 1 + d x² y²: d = -121665/121666. */
const D = mod(-121_665n * power(121_666n, P - 2n));
/** A square root of -1. */
const ROOT = power(2n, (P - 1n) / 4n);

const KEY_BYTES = 32;

/** A point in extended coordinates: x = X/Z, y = Y/Z, x y = T/Z. */
type Point = { readonly X: bigint; readonly Y: bigint; readonly Z: bigint; readonly T: bigint };

/**
 * Why a text is not the public key of a signer, null where it is one. The text goes into messages, after the key.
 *
 * Points outside of the group of prime order are refused too, and not only those of small order: no key generation makes
 * one, and verifiers disagree about its signatures.
 *
 * @param publicKey 32 bytes in base64
 */
export function publicKeyFault(publicKey: string): string | null {
  const bytes = Buffer.from(publicKey, 'base64');
  if (bytes.toString('base64') !== publicKey) {
    return 'it is not base64 in its one form (RFC 4648: padded, no white space), want 32 bytes in base64';
  }
  if (bytes.length !== KEY_BYTES) {
    return `it has ${bytes.length} bytes, want 32 bytes in base64`;
  }
  const point = decodePoint(bytes);
  if (typeof point === 'string') return point;
  if (isIdentity(doubled(doubled(doubled(point))))) {
    return 'it is a point of small order, which needs no private key, want the key of a key pair';
  }
  return isIdentity(multiple(L, point))
    ? null
    : 'it is outside of the group of prime order, want the key of a key pair';
}

/** The point in its canonical encoding, else why the bytes are none. */
function decodePoint(bytes: Uint8Array): Point | string {
  const encoded = BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`);
  const isOdd = encoded >> 255n === 1n;
  const y = encoded & ((1n << 255n) - 1n);
  if (y >= P) return 'its y is not below 2^255 - 19, want the canonical encoding of a point';
  const x = rootOf(mod(y * y - 1n), mod(D * y * y + 1n));
  if (x === null) return 'its bytes are no point of the curve, want the key of a key pair';
  if (x === 0n && isOdd) {
    return 'it has the sign of an x that is 0, want the canonical encoding of a point';
  }
  const X = ((x & 1n) === 1n) === isOdd ? x : P - x;
  return { X, Y: y, Z: 1n, T: mod(X * y) };
}

/** A square root of u/v, null where there is none (RFC 8032, section 5.1.3, steps 2 and 3). */
function rootOf(u: bigint, v: bigint): bigint | null {
  const v3 = mod(v * v * v);
  const x = mod(u * v3 * power(mod(u * v3 * v3 * v), (P - 5n) / 8n));
  const found = mod(v * x * x);
  if (found === u) return x;
  return found === mod(-u) ? mod(x * ROOT) : null;
}

/** Sum of two points (RFC 8032, section 5.1.4); complete, so it doubles too. */
function sum(one: Point, two: Point): Point {
  const a = mod((one.Y - one.X) * (two.Y - two.X));
  const b = mod((one.Y + one.X) * (two.Y + two.X));
  const c = mod(one.T * 2n * D * two.T);
  const d = mod(one.Z * 2n * two.Z);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return { X: mod(e * f), Y: mod(g * h), Z: mod(f * g), T: mod(e * h) };
}

function doubled(point: Point): Point {
  return sum(point, point);
}

function multiple(times: bigint, point: Point): Point {
  let result: Point = { X: 0n, Y: 1n, Z: 1n, T: 0n };
  for (const bit of times.toString(2)) {
    result = doubled(result);
    if (bit === '1') result = sum(result, point);
  }
  return result;
}

function isIdentity({ X, Y, Z }: Point): boolean {
  return X === 0n && Y === Z;
}

function mod(value: bigint): bigint {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = mod(base);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}
