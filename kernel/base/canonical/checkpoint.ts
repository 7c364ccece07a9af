/** @module Signed tree heads: C2SP tlog-checkpoint inside C2SP signed-note, with Ed25519 keys. */

import { sign, type KeyObject } from 'node:crypto';

import { isDigest } from './hash.ts';
import {
  isKeyName,
  isNoteLine,
  keyIdOf,
  NOTE_ED25519,
  signatureLine,
  splitNote,
  type SplitNote,
} from './note.ts';
import { decodeBase64, publicKeyOf, verifyBytes } from './signature.ts';

/** The state of a log at one size. */
export interface Checkpoint {
  /** The log's unique name, one line; by custom also the name of its key. */
  readonly origin: string;
  /** Number of leaves. */
  readonly size: number;
  /** The RFC 6962 root, 64 lower-case hex digits. */
  readonly rootHash: string;
  /** Further signed lines, none of them empty. */
  readonly extensions?: readonly string[];
}

/** An Ed25519 key that signs notes. */
export interface SigningKey {
  /** The key's name: not empty, without space, control character or `+`. */
  readonly name: string;
  readonly privateKey: KeyObject;
}

/** A key whose signatures are accepted. */
export interface TrustedKey {
  readonly name: string;
  /** 32 bytes in base64. */
  readonly publicKey: string;
}

/**
 * The result of a verification. Faults:
 *
 * - `malformed`: not a signed note, or its text is not a checkpoint.
 * - `unknown_key`: no signature is by a trusted key.
 * - `bad_signature`: a signature names a trusted key and is invalid.
 */
export type CheckpointVerdict =
  | (Required<Checkpoint> & {
      readonly ok: true;
      /** Names of the trusted keys that signed. */
      readonly signedBy: readonly string[];
    })
  | { readonly ok: false; readonly fault: 'malformed' | 'unknown_key' | 'bad_signature' };

/**
 * The text that is signed: origin, size, base64 root and the extensions, one line each.
 *
 * @throws {RangeError} for a part that `readCheckpoint` would not accept
 */
export function formatCheckpoint(checkpoint: Checkpoint): string {
  const { origin, size, rootHash, extensions = [] } = checkpoint;
  if (![origin, ...extensions].every(isNoteLine)) {
    throw new RangeError('got an origin or extension that is empty or more than one line');
  }
  if (!Number.isSafeInteger(size) || size < 0) {
    throw new RangeError(`got the tree size \`${size}\`, want a safe integer from 0`);
  }
  if (!isDigest(rootHash)) {
    throw new RangeError(`got the root \`${rootHash}\`, want 64 lower-case hex digits`);
  }
  const root = Buffer.from(rootHash, 'hex').toString('base64');
  return [origin, size, root, ...extensions].map((line) => `${line}\n`).join('');
}

/**
 * Signs a checkpoint: the note text, an empty line and one signature line.
 *
 * @throws {RangeError} for a checkpoint that `formatCheckpoint` refuses or a bad key name
 */
export function signCheckpoint(checkpoint: Checkpoint, key: SigningKey): string {
  if (!isKeyName(key.name)) {
    throw new RangeError(`got the key name \`${key.name}\`, want one without spaces and \`+\``);
  }
  const text = formatCheckpoint(checkpoint);
  const id = keyIdOf(key.name, NOTE_ED25519, publicKeyOf(key.privateKey));
  const signature = sign(null, Buffer.from(text), key.privateKey);
  return `${text}\n${signatureLine(key.name, id, signature)}`;
}

/** A note whose text is a checkpoint, with its parts; its signatures are not verified. */
export type ReadCheckpoint = SplitNote & { readonly checkpoint: Required<Checkpoint> };

/** The checkpoint in a note, undefined if there is none. Never throws. */
export function readCheckpoint(note: string): ReadCheckpoint | undefined {
  const parts = splitNote(note);
  const checkpoint = parts && parseCheckpoint(parts.text);
  return parts && checkpoint && { ...parts, checkpoint };
}

/**
 * Reads a signed checkpoint and verifies every line by a trusted key; lines by other keys, such as
 * those of witnesses, are ignored. Never throws.
 *
 * The caller compares `origin` with the log that it expects: one key may sign for several logs.
 */
export function verifyCheckpoint(note: string, trusted: readonly TrustedKey[]): CheckpointVerdict {
  const read = readCheckpoint(note);
  if (read === undefined) return { ok: false, fault: 'malformed' };

  const message = Buffer.from(read.text);
  const signedBy = new Set<string>();
  for (const line of read.signatures) {
    const key = trusted.find(
      ({ name, publicKey }) =>
        name === line.name && keyIdOf(name, NOTE_ED25519, publicKey).equals(line.keyId),
    );
    if (key === undefined) continue;
    if (!verifyBytes(key.publicKey, message, line.signature)) {
      return { ok: false, fault: 'bad_signature' };
    }
    signedBy.add(key.name);
  }
  if (signedBy.size === 0) return { ok: false, fault: 'unknown_key' };
  return { ok: true, ...read.checkpoint, signedBy: [...signedBy] };
}

/** The tree size that a note states, without verification; undefined if it is not a checkpoint. Never throws. */
export function claimedSize(note: string): number | undefined {
  return readCheckpoint(note)?.checkpoint.size;
}

function parseCheckpoint(text: string): Required<Checkpoint> | undefined {
  const [origin, digits, root, ...extensions] = text.slice(0, -1).split('\n');
  if (origin === undefined || digits === undefined || root === undefined) return undefined;
  const size = Number(digits);
  const rootBytes = decodeBase64(root);
  if (!/^(0|[1-9][0-9]*)$/.test(digits) || !Number.isSafeInteger(size)) return undefined;
  if (rootBytes?.length !== 32 || ![origin, ...extensions].every(isNoteLine)) return undefined;
  return { origin, size, rootHash: rootBytes.toString('hex'), extensions };
}
