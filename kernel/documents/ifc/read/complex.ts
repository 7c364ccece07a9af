/** @module complex: complex instances, which consist of several entities (ISO 10303-21, external mapping). */
import {
  type Comments,
  nameEnd,
  pastBinary,
  pastSeparators,
  pastText,
  tokenText,
} from './lexical.ts';

const DOUBLE_QUOTE = 34;
const QUOTE = 39;
const OPEN = 40;
const CLOSE = 41;
const SEMICOLON = 59;

/** Names of the entities of the complex instance at an opening bracket; null if there is none. */
export function complexNames(
  bytes: Buffer,
  open: number,
  comments: Comments,
): readonly string[] | null {
  if (bytes[open] !== OPEN) return null;
  const names: string[] = [];
  for (let at = pastSeparators(bytes, open + 1, comments); bytes[at] !== CLOSE;) {
    const end = nameEnd(bytes, at);
    const list = pastSeparators(bytes, end, comments);
    const after = end === at || bytes[list] !== OPEN ? -1 : pastBrackets(bytes, list, comments);
    if (after < 0) return null;
    names.push(tokenText(bytes, at, end).toUpperCase());
    at = pastSeparators(bytes, after, comments);
  }
  return names.length === 0 ? null : names;
}

/** Offset after the bracket that closes the one at an offset; -1 if the statement ends before it. */
function pastBrackets(bytes: Buffer, open: number, comments: Comments): number {
  let depth = 0;
  for (let at = open; at >= 0 && at < bytes.length;) {
    const byte = bytes[at];
    if (byte === SEMICOLON) return -1;
    if (byte === OPEN) depth += 1;
    if (byte === CLOSE) depth -= 1;
    if (byte === QUOTE) at = pastText(bytes, at, comments);
    else if (byte === DOUBLE_QUOTE) at = pastBinary(bytes, at);
    else if (comments.beginsAt(at)) at = comments.endOf(at);
    else at += 1;
    if (depth === 0) return at;
  }
  return -1;
}
