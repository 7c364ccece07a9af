/** @module note: C2SP signed-note: a text, an empty line, and a line for each signature. */
import { createHash } from 'node:crypto';

import { decodeBase64 } from './signature.ts';

/** Type of an Ed25519 signature over the text. */
export const NOTE_ED25519 = 0x01;
/** Type of an Ed25519 signature over the text and a time (cosignature/v1). */
export const NOTE_COSIGNATURE = 0x04;
/** The first byte of the signed key id: the type of a signature. */
export type SignatureType = typeof NOTE_ED25519 | typeof NOTE_COSIGNATURE;

/** Maximum number of signature lines of a note. */
const SIGNATURES_MAX = 100;
/** A line without control characters: they would make the note invalid, and a line break would add a forged line. */
// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const LINE = /^[^\u0000-\u001f]+$/u;
/** A key name: no white space and no `+`. */
const KEY_NAME = /^[^\s+\u0085]+$/u;

/** A signature line; `keyId` has 4 bytes, `signature` the remaining bytes. */
export interface SignatureLine {
  readonly name: string;
  readonly keyId: Buffer;
  readonly signature: Buffer;
}

/** The text that is signed, with its last line break, and the signatures. */
export interface SplitNote {
  readonly text: string;
  readonly signatures: readonly SignatureLine[];
}

/** The parts of a note, undefined if it is malformed. Never throws. */
export function splitNote(note: string): SplitNote | undefined {
  const blank = note.lastIndexOf('\n\n');
  if (blank === -1 || !note.isWellFormed()) return undefined;
  const signatures = signatureLines(note.slice(blank + 2));
  return signatures && { text: note.slice(0, blank + 1), signatures };
}

/** Parses signature lines, each with its line break; undefined if one is malformed. Never throws. */
export function signatureLines(text: string): readonly SignatureLine[] | undefined {
  if (!text.endsWith('\n')) return undefined;
  const lines = text.slice(0, -1).split('\n');
  if (lines.length > SIGNATURES_MAX) return undefined;
  const read = lines.map(readSignatureLine).filter((line) => line !== undefined);
  return read.length === lines.length ? read : undefined;
}

function readSignatureLine(line: string): SignatureLine | undefined {
  const [dash, name, encoded, ...rest] = line.split(' ');
  const bytes = encoded === undefined ? undefined : decodeBase64(encoded);
  if (dash !== '—' || name === undefined || !isKeyName(name) || rest.length > 0) return undefined;
  if (bytes === undefined || bytes.length < 5) return undefined;
  return { name, keyId: bytes.subarray(0, 4), signature: bytes.subarray(4) };
}

/** A signature line with its line break. */
export function signatureLine(name: string, keyId: Uint8Array, signature: Uint8Array): string {
  return `— ${name} ${Buffer.concat([keyId, signature]).toString('base64')}\n`;
}

/** The first four bytes of SHA-256 of name, 0x0A, type and the raw key. `publicKey`: 32 bytes in base64. */
export function keyIdOf(name: string, type: SignatureType, publicKey: string): Buffer {
  return createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.of(type))
    .update(Buffer.from(publicKey, 'base64'))
    .digest()
    .subarray(0, 4);
}

/** Whether a text is a valid line of a note: not empty, without control characters and lone surrogates. */
export function isNoteLine(line: string): boolean {
  return LINE.test(line) && line.isWellFormed();
}

/** Whether a text is a valid name of a key: not empty, without space, control character or `+`. */
export function isKeyName(name: string): boolean {
  return KEY_NAME.test(name) && isNoteLine(name);
}
