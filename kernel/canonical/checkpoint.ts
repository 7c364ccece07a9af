/** @module Signed tree heads: C2SP tlog-checkpoint inside C2SP signed-note, with Ed25519 keys. */

import { createHash, sign, type KeyObject } from 'node:crypto';

import { isDigest } from './hash.ts';
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

export interface SigningKey {
  /** The key's name: not empty, without space, control character or `+`. */
  readonly name: string;
  readonly privateKey: KeyObject;
}

export interface TrustedKey {
  readonly name: string;
  /** 32 bytes in base64. */
  readonly publicKey: string;
}

/**
 * - `malformed`: not a signed note, or its text is not a checkpoint.
 * - `unknown_key`: no line is by a trusted key.
 * - `bad_signature`: a line names a trusted key and does not verify.
 */
export type CheckpointVerdict =
  | (Required<Checkpoint> & {
      readonly ok: true;
      /** Names of the trusted keys that signed. */
      readonly signedBy: readonly string[];
    })
  | { readonly ok: false; readonly fault: 'malformed' | 'unknown_key' | 'bad_signature' };

/** Signature type 0x01 of signed-note: Ed25519 over the note text. */
const ED25519 = 1;
const MAX_SIGNATURES = 100;
/** Control characters would break the note, and a line break would forge a line. */
// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const LINE = /^[^\u0000-\u001f]+$/u;
const KEY_NAME = /^[^\s+\u0085]+$/u;

/**
 * The text that is signed: origin, size, base64 root and the extensions, one line each.
 *
 * @throws {RangeError} when a part would not survive being read back
 */
export function formatCheckpoint(checkpoint: Checkpoint): string {
  const { origin, size, rootHash, extensions = [] } = checkpoint;
  if (![origin, ...extensions].every(isLine)) {
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
  const signature = Buffer.concat([
    keyId(key.name, publicKeyOf(key.privateKey)),
    sign(null, Buffer.from(text), key.privateKey),
  ]);
  return `${text}\n— ${key.name} ${signature.toString('base64')}\n`;
}

/**
 * Reads a signed checkpoint and verifies every line by a trusted key; lines by other keys, such as
 * witnesses, are left alone. Never throws.
 *
 * The caller compares `origin` with the log that it expects: one key may sign for several logs.
 */
export function verifyCheckpoint(note: string, trusted: readonly TrustedKey[]): CheckpointVerdict {
  const parts = splitNote(note);
  const checkpoint = parts && parseCheckpoint(parts.text);
  if (parts === undefined || checkpoint === undefined) return { ok: false, fault: 'malformed' };

  const message = Buffer.from(parts.text);
  const signedBy = new Set<string>();
  for (const line of parts.signatures) {
    const key = trusted.find(
      ({ name, publicKey }) => name === line.name && keyId(name, publicKey).equals(line.keyId),
    );
    if (key === undefined) continue;
    if (!verifyBytes(key.publicKey, message, line.signature)) {
      return { ok: false, fault: 'bad_signature' };
    }
    signedBy.add(key.name);
  }
  if (signedBy.size === 0) return { ok: false, fault: 'unknown_key' };
  return { ok: true, ...checkpoint, signedBy: [...signedBy] };
}

/** The tree size that a note is about, whichever key signed it; undefined when it is no checkpoint. Never throws. */
export function claimedSize(note: string): number | undefined {
  const parts = splitNote(note);
  return parts && parseCheckpoint(parts.text)?.size;
}

/** The first four bytes of SHA-256 of name, 0x0A, 0x01 and the raw key (signed-note, Ed25519). */
function keyId(name: string, publicKey: string): Buffer {
  return createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.of(ED25519))
    .update(Buffer.from(publicKey, 'base64'))
    .digest()
    .subarray(0, 4);
}

interface SignatureLine {
  readonly name: string;
  readonly keyId: Buffer;
  readonly signature: Buffer;
}

function splitNote(
  note: string,
): { readonly text: string; readonly signatures: readonly SignatureLine[] } | undefined {
  const blank = note.lastIndexOf('\n\n');
  if (blank === -1 || !note.endsWith('\n') || !note.isWellFormed()) return undefined;
  const lines = note.slice(blank + 2, -1).split('\n');
  if (lines.length > MAX_SIGNATURES) return undefined;
  const signatures = lines.map(parseSignatureLine).filter((line) => line !== undefined);
  if (signatures.length !== lines.length) return undefined;
  return { text: note.slice(0, blank + 1), signatures };
}

function parseSignatureLine(line: string): SignatureLine | undefined {
  const [dash, name, encoded, ...rest] = line.split(' ');
  const bytes = encoded === undefined ? undefined : decodeBase64(encoded);
  if (dash !== '—' || name === undefined || !isKeyName(name) || rest.length > 0) return undefined;
  if (bytes === undefined || bytes.length < 5) return undefined;
  return { name, keyId: bytes.subarray(0, 4), signature: bytes.subarray(4) };
}

function parseCheckpoint(text: string): Required<Checkpoint> | undefined {
  const [origin, digits, root, ...extensions] = text.slice(0, -1).split('\n');
  if (origin === undefined || digits === undefined || root === undefined) return undefined;
  const size = Number(digits);
  const rootBytes = decodeBase64(root);
  if (!/^(0|[1-9][0-9]*)$/.test(digits) || !Number.isSafeInteger(size)) return undefined;
  if (rootBytes?.length !== 32 || ![origin, ...extensions].every(isLine)) return undefined;
  return { origin, size, rootHash: rootBytes.toString('hex'), extensions };
}

function isLine(line: string): boolean {
  return LINE.test(line) && line.isWellFormed();
}

function isKeyName(name: string): boolean {
  return KEY_NAME.test(name) && isLine(name);
}
