/** @module links: anchors and references of edition 3 (ISO 10303-21, clauses 9 and 10). */
import { type InstanceId, instanceIdOf } from './instance-id.ts';
import { type Comments, isDigit, pastSeparators, runEnd, skipIgnored } from './lexical.ts';

const SPACE = 32;
const HASH = 35;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const AT = 64;

/** Offset after the link in angle brackets at an offset; -1 if there is none, or it does not end before a space. */
export function linkEnd(bytes: Uint8Array, open: number): number {
  if (bytes[open] !== LESS) return -1;
  for (let at = open + 1; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === GREATER) return at + 1;
    if (byte === LESS || byte === SPACE) return -1;
  }
  return -1;
}

/** A name that a reference defines: the id of an instance, or null for a value (`@1`). */
export type Reference = { readonly id: InstanceId | null };

/** The reference `#1=<…>` or `@1=<…>` at an offset; null if there is none. */
export function referenceAt(bytes: Buffer, start: number, comments: Comments): Reference | null {
  const mark = bytes[start];
  const first = skipIgnored(bytes, start + 1);
  const end = runEnd(bytes, first, isDigit);
  if (end === first || (mark !== HASH && mark !== AT)) return null;
  const equals = pastSeparators(bytes, end, comments);
  if (bytes[equals] !== EQUALS) return null;
  const link = pastSeparators(bytes, equals + 1, comments);
  if (linkEnd(bytes, link) < 0) return null;
  return { id: mark === HASH ? instanceIdOf(bytes, first, end) : null };
}
