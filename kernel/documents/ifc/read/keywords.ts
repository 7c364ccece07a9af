/** @module keywords: the words at which a statement of a STEP file begins, and where a missing semicolon is noticed. */
import {
  type Comments,
  isIgnored,
  isNameByte,
  nameEnd,
  pastSeparators,
  runEnd,
  skipIgnored,
  tokenText,
} from './lexical.ts';
import { linkEnd } from './links.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const HASH = 35;
const OPEN = 40;
const CLOSE = 41;
const HYPHEN = 45;
const SLASH = 47;
const [ZERO, NINE] = [48, 57];
const SEMICOLON = 59;
const LESS = 60;
const EQUALS = 61;
const AT = 64;

export type SectionName = 'HEADER' | 'ANCHOR' | 'REFERENCE' | 'DATA';

export const START = 'ISO-10303-21';
export const END = 'END-ISO-10303-21';
const KEYWORDS: ReadonlySet<string> = new Set([
  START,
  'HEADER',
  'ANCHOR',
  'REFERENCE',
  'DATA',
  'ENDSEC',
  END,
  'SIGNATURE',
]);
/** Length of the longest word that is looked for, `SCHEMA_POPULATION`, characters. */
const MAX_LENGTH = 17;
/** The name of an instance or a value before an equals sign, and the most bytes of it that are looked at. */
const NAMED = /^[#@]\d+[ \t\r\n]*=/;
const MAX_NAMED = 60;
/** Bytes before a word in a value: of `.DATA.`, `#DATA`, `@DATA`, `!DATA`, `{DATA:1}`, `(DATA(1))`, `(1,DATA(1))`. */
const VALUE_BEFORE: ReadonlySet<number> = new Set([46, 35, 64, 33, 123, 40, 44]);

export function isSectionName(name: string): name is SectionName {
  return name === 'HEADER' || name === 'ANCHOR' || name === 'REFERENCE' || name === 'DATA';
}

/** Whether a name is that of an entity of the header (ISO 10303-21, 8.2), or has its form. */
export function isHeaderName(name: string): boolean {
  return /^(?:FILE_[A-Z]+|SCHEMA_POPULATION|SECTION_LANGUAGE|SECTION_CONTEXT)$/u.test(name);
}

/** Letters, digits and `_`; `-` of `ISO-10303-21`; `!` of user-defined names. */
function isKeywordByte(byte: number): boolean {
  return isNameByte(byte) || byte === 45 || byte === 33;
}

/**
 * End of the word at an offset. A line break ends no word, but a keyword that ends at a line break lacks its semicolon if
 * more letters follow: no keyword begins with another one.
 */
export function keywordEnd(bytes: Buffer, start: number): number {
  let piece = '';
  let at = start;
  let end = start;
  while (isKeywordByte(bytes[at] ?? SPACE) && piece.length <= MAX_LENGTH) {
    if (at > end && KEYWORDS.has(piece)) return end;
    piece += String.fromCharCode(bytes[at] ?? SPACE).toUpperCase();
    end = at + 1;
    at = skipIgnored(bytes, end);
  }
  return runEnd(bytes, start, isKeywordByte);
}

/** Whether the arguments of a complex instance begin at an offset: a bracket, a name, a bracket. */
export function beginsComplex(bytes: Buffer, open: number, comments: Comments): boolean {
  if (bytes[open] !== OPEN) return false;
  const name = pastSeparators(bytes, open + 1, comments);
  const end = nameEnd(bytes, name);
  return end > name && bytes[pastSeparators(bytes, end, comments)] === OPEN;
}

/** The word between two offsets in upper case. */
export function wordOf(bytes: Buffer, start: number, end: number): string {
  return tokenText(bytes, start, end).toUpperCase();
}

/** Offset of the keyword that ends at an offset, spaces and ignored bytes apart; -1 if there is none. */
function keywordBefore(bytes: Buffer, end: number, from: number): number {
  const last = lastBefore(bytes, end, from);
  let start = last + 1;
  while (start > from && last + 1 - start <= MAX_LENGTH && isKeywordByte(bytes[start - 1] ?? 0)) {
    start -= 1;
  }
  if (!KEYWORDS.has(wordOf(bytes, start, last + 1))) return -1;
  return isInValue(bytes, start) ? -1 : start;
}

/** Offset of the statement before a byte of the data that shows that it has begun; -1 if there is none. */
export function statementBefore(bytes: Buffer, at: number, from: number): number {
  const byte = bytes[at];
  if (byte === EQUALS) return instanceBefore(bytes, at, from);
  if (byte !== SEMICOLON || bytes[at - 1] === CLOSE) return -1;
  return keywordBefore(bytes, at, from);
}

/** Offset of the `#` of the instance before an equals sign; -1 if there is none. */
function instanceBefore(bytes: Buffer, equals: number, from: number): number {
  for (let at = equals - 1; at >= from; at -= 1) {
    const byte = bytes[at] ?? 0;
    if (byte === HASH) return at;
    if (byte > NINE || (byte > SPACE && byte < ZERO)) break;
  }
  return -1;
}

/** Whether a keyword that can be no part of a value begins at an offset. */
export function beginsKeyword(bytes: Buffer, at: number): boolean {
  return KEYWORDS.has(shortWord(bytes, at)) && !isInValue(bytes, at);
}

/** Whether a statement outside the data begins at an offset: a keyword, an entity of the header, or a name with `=`. */
export function beginsStatement(bytes: Buffer, at: number): boolean {
  const byte = bytes[at] ?? SPACE;
  if (byte === HASH || byte === AT) return NAMED.test(bytes.toString('latin1', at, at + MAX_NAMED));
  if (byte === LESS) return isAnchor(bytes, at);
  if (!isKeywordByte(byte) || isKeywordByte(bytes[at - 1] ?? SPACE)) return false;
  if (bytes[lastBefore(bytes, at, 0)] === CLOSE) {
    return beginsKeyword(bytes, at) || hasArguments(bytes, runEnd(bytes, at, isKeywordByte));
  }
  const word = shortWord(bytes, at);
  const begins =
    KEYWORDS.has(word) || (isHeaderName(word) && hasArguments(bytes, at + word.length));
  return begins && !isInValue(bytes, at);
}

/** The word at an offset up to a line break, in upper case; without its end if it is longer than those looked for. */
function shortWord(bytes: Buffer, at: number): string {
  let end = at;
  while (end - at <= MAX_LENGTH && isKeywordByte(bytes[end] ?? SPACE)) end += 1;
  return wordOf(bytes, at, end);
}

function isInValue(bytes: Buffer, at: number): boolean {
  return VALUE_BEFORE.has(bytes[lastBefore(bytes, at, 0)] ?? SPACE);
}

function hasArguments(bytes: Buffer, end: number): boolean {
  return bytes[skipBlanks(bytes, end)] === OPEN;
}

/** Whether a link in angle brackets is the name of an anchor. */
function isAnchor(bytes: Buffer, at: number): boolean {
  const end = linkEnd(bytes, at);
  return end >= 0 && bytes[skipBlanks(bytes, end)] === EQUALS;
}

/** End of the line at an offset if a remark of another language begins there, `//` or `--`; otherwise -1. */
export function remarkEnd(bytes: Buffer, start: number): number {
  const byte = bytes[start];
  if ((byte !== SLASH && byte !== HYPHEN) || bytes[start + 1] !== byte) return -1;
  let at = start;
  while (at < bytes.length && bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) at += 1;
  return at;
}

function skipBlanks(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && isBlank(bytes[at] ?? 0)) at += 1;
  return at;
}

/** Offset of the last byte before another one that is neither a space nor ignored; less than `from` if there is none. */
function lastBefore(bytes: Buffer, end: number, from: number): number {
  let at = end - 1;
  while (at >= from && isBlank(bytes[at] ?? 0)) at -= 1;
  return at;
}

function isBlank(byte: number): boolean {
  return byte === SPACE || isIgnored(byte);
}
