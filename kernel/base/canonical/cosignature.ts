/**
 * @module cosignature: C2SP tlog-cosignature: the time at which a witness saw a checkpoint (cosignature/v1, Ed25519).
 */
import { sign } from 'node:crypto';

import type { SigningKey, TrustedKey } from './checkpoint.ts';
import { keyIdOf, NOTE_COSIGNATURE, signatureLine, type SignatureLine } from './note.ts';
import { publicKeyOf, verifyBytes } from './signature.ts';

/** Lengths of time and signature in a signature line, after the id of the key; bytes. */
const [TIME_BYTES, SIGNATURE_BYTES] = [8, 64];

/** A valid cosignature: the name of the witness, the time (seconds since 1970, above 0) and the signature line. */
export interface Cosignature {
  readonly name: string;
  readonly time: number;
  readonly line: string;
}

/**
 * The signature line of a witness under a checkpoint, with its line break.
 *
 * @param text text of the checkpoint, with its last line break
 * @param time seconds since 1970
 * @throws {RangeError} unless `time` is a safe integer above 0
 */
export function cosign(text: string, time: number, { name, privateKey }: SigningKey): string {
  if (!Number.isSafeInteger(time) || time <= 0) {
    throw new RangeError(`got the time \`${time}\`, want seconds since 1970`);
  }
  const stamped = Buffer.alloc(TIME_BYTES);
  stamped.writeBigUInt64BE(BigInt(time));
  const signature = sign(null, cosignedBytes(text, time), privateKey);
  const id = keyIdOf(name, NOTE_COSIGNATURE, publicKeyOf(privateKey));
  return signatureLine(name, id, Buffer.concat([stamped, signature]));
}

/**
 * The cosignatures by trusted witnesses among signature lines; undefined if a line names a trusted key and does not
 * verify, or has no time. Lines by other keys are ignored. Never throws.
 */
export function verifyCosignatures(
  text: string,
  lines: readonly SignatureLine[],
  trusted: readonly TrustedKey[],
): readonly Cosignature[] | undefined {
  const found: Cosignature[] = [];
  for (const { name, keyId, signature } of lines) {
    const key = trusted.find(
      (one) => one.name === name && keyIdOf(name, NOTE_COSIGNATURE, one.publicKey).equals(keyId),
    );
    if (key === undefined) continue;
    if (signature.length !== TIME_BYTES + SIGNATURE_BYTES) return undefined;
    const time = Number(signature.readBigUInt64BE());
    if (!Number.isSafeInteger(time) || time === 0) return undefined;
    const message = cosignedBytes(text, time);
    if (!verifyBytes(key.publicKey, message, signature.subarray(TIME_BYTES))) return undefined;
    found.push({ name, time, line: signatureLine(name, keyId, signature) });
  }
  return found;
}

function cosignedBytes(text: string, time: number): Buffer {
  return Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);
}
