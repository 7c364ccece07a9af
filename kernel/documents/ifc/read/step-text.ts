/**
 * @module step-text: decodes texts of STEP files: control directives (ISO 10303-21, 6.4.3), and raw non-ASCII bytes,
 * which real files contain instead of directives.
 */
import { isUtf8 } from 'node:buffer';

/** Encoding of bytes from 128 up. The standard defines none; exporters use all three. */
export type RawEncoding = 'utf-8' | 'shift_jis' | 'windows-1252';

const BACKSLASH = 92;
const QUOTE = 39;

/**
 * Detects the encoding of bytes from 128 up: UTF-8 if the whole file is valid UTF-8, Shift-JIS if it is valid Shift-JIS
 * and looks like Japanese, otherwise Windows-1252.
 */
export function rawEncodingOf(bytes: Uint8Array): RawEncoding {
  if (isUtf8(bytes)) return 'utf-8';
  return looksLikeShiftJis(bytes) ? 'shift_jis' : 'windows-1252';
}

/** Whether all pairs are valid Shift-JIS, and half of them begin with a byte that is a control character in Latin-1. */
function looksLikeShiftJis(bytes: Uint8Array): boolean {
  let pairs = 0;
  let controls = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i] ?? 0;
    if (byte < 0x80 || (byte > 0xa0 && byte < 0xe0)) continue;
    const next = bytes[i + 1] ?? 0;
    if (!isShiftJisLead(byte) || next < 0x40 || next === 0x7f || next > 0xfc) return false;
    pairs += 1;
    if (byte < 0xa0) controls += 1;
    i += 1;
  }
  return pairs > 0 && 2 * controls >= pairs;
}

function isShiftJisLead(byte: number): boolean {
  return (byte > 0x80 && byte < 0xa0) || (byte > 0xdf && byte < 0xfd);
}

/**
 * Decodes the text between two quotes with its directives: `''`, `\\`, `\X\hh`, `\X2\…\X0\`, `\X4\…\X0\`, `\S\c` with
 * the page of `\PA\` to `\PI\`. A malformed directive is kept as written.
 */
export function textOf(bytes: Buffer, start: number, end: number, raw: () => RawEncoding): string {
  let plain = true;
  let ascii = true;
  for (let i = start; i < end; i += 1) {
    const byte = bytes[i] ?? 0;
    if (byte === BACKSLASH || byte === QUOTE) plain = false;
    if (byte > 127) ascii = false;
  }
  if (ascii) {
    const text = bytes.toString('latin1', start, end);
    return plain ? text : resolved(text);
  }
  const encoding = raw();
  // The text is decoded before its directives, because the second byte of a Shift-JIS pair may be a backslash.
  const text = new TextDecoder(encoding).decode(bytes.subarray(start, end));
  return plain ? text : resolved(text);
}

/**
 * Whether the quote at an offset belongs to `\S\'`, which exporters write for `§` with a single quote. In that case the
 * characters after it cannot follow the end of a text.
 */
export function isShiftedQuote(bytes: Uint8Array, at: number): boolean {
  if (bytes[at - 1] !== BACKSLASH || bytes[at - 2] !== 83 || bytes[at - 3] !== BACKSLASH) {
    return false;
  }
  const next = bytes[at + 1] ?? 0;
  return next > 32 && next !== 44 && next !== 41 && next !== QUOTE;
}

const PAGE = /^P([A-I])\\/;
const BYTE = /^X\\([0-9A-Fa-f]{2})/;
const WIDE = /^X([24])\\/;
const HEX = /^(?:[0-9A-Fa-f]{2})+$/;
const END_OF_WIDE = '\\X0\\';

function resolved(text: string): string {
  const parts: string[] = [];
  let page = 1;
  let from = 0;
  for (let i = 0; i < text.length; i += 1) {
    const at = text[i];
    if (at === "'") {
      parts.push(text.slice(from, i + 1));
      if (text[i + 1] === "'") i += 1;
      from = i + 1;
    } else if (at === '\\') {
      const read = directive(text, i + 1, page);
      if (read === null) continue;
      parts.push(text.slice(from, i), read.text);
      page = read.page ?? page;
      from = read.end;
      i = read.end - 1;
    }
  }
  parts.push(text.slice(from));
  return parts.join('');
}

type Directive = { readonly text: string; readonly end: number; readonly page?: number };

/** Parses the directive after a backslash; null if there is none. */
function directive(text: string, at: number, page: number): Directive | null {
  if (text[at] === '\\') return { text: '\\', end: at + 1 };
  const ahead = text.slice(at, at + 4);
  if (ahead.startsWith('S\\')) {
    const code = text.charCodeAt(at + 2);
    if (Number.isNaN(code) || code > 127) return null;
    const isDoubled = text.startsWith("''", at + 2);
    return { text: onPage(page, code + 128), end: at + (isDoubled ? 4 : 3) };
  }
  const [, letter] = PAGE.exec(ahead) ?? [];
  if (letter !== undefined) return { text: '', end: at + 3, page: letter.charCodeAt(0) - 64 };
  const [, byte] = BYTE.exec(ahead) ?? [];
  if (byte !== undefined) {
    return { text: String.fromCharCode(Number.parseInt(byte, 16)), end: at + 4 };
  }
  const [, size] = WIDE.exec(ahead) ?? [];
  return size === undefined ? null : wide(text, at + 3, size === '2' ? 4 : 8);
}

function onPage(page: number, byte: number): string {
  return new TextDecoder(`iso-8859-${page}`).decode(Uint8Array.of(byte));
}

/** Parses code units of four digits or code points of eight digits, up to `\X0\`. */
function wide(text: string, at: number, digits: 4 | 8): Directive | null {
  const end = text.indexOf(END_OF_WIDE, at);
  if (end < 0) return null;
  const hex = text.slice(at, end);
  if (hex.length % digits !== 0 || !HEX.test(hex)) return null;
  const parts: string[] = [];
  for (let i = 0; i < hex.length; i += digits) {
    const code = Number.parseInt(hex.slice(i, i + digits), 16);
    if (code > 0x10_ffff) return null;
    parts.push(digits === 4 ? String.fromCharCode(code) : String.fromCodePoint(code));
  }
  return { text: parts.join(''), end: end + END_OF_WIDE.length };
}
