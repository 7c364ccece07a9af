/**
 * @module step-text: decodes texts of STEP files: control directives (ISO 10303-21, 6.4.3), and raw non-ASCII bytes,
 * which real files contain instead of directives.
 */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { isIgnored, withoutIgnored } from './lexical.ts';
import { encodedLength, type RawEncoding } from './raw-encoding.ts';

const BACKSLASH = 92;
const QUOTE = 39;

/** Encoding of a file's raw bytes, and what to do with a malformed directive at an offset. */
export type TextSource = {
  readonly bytes: Buffer;
  readonly rawEncoding: () => RawEncoding;
  readonly onFault: (offset: number, fault: string) => void;
};

/**
 * Decodes the text between two offsets with its directives: `''`, `\\`, `\X\hh`, `\X2\…\X0\`, `\X4\…\X0\`, `\S\c` with
 * the page of `\PA\` to `\PI\`. Print control directives and control characters are no part of it. A malformed directive
 * is reported, and kept as written.
 */
export function textOf(source: TextSource, start: number, end: number): string {
  const { bytes } = source;
  let plain = true;
  let ascii = true;
  let ignored = false;
  for (let i = start; i < end; i += 1) {
    const byte = bytes[i] ?? 0;
    if (byte === BACKSLASH || byte === QUOTE) plain = false;
    else if (byte > 127) ascii = false;
    else if (isIgnored(byte)) ignored = true;
  }
  const encoding = ascii ? 'windows-1252' : source.rawEncoding();
  // The text is decoded before its directives, because the second byte of a Shift-JIS pair may be a backslash.
  const decoded = ascii
    ? bytes.toString('latin1', start, end)
    : new TextDecoder(encoding).decode(bytes.subarray(start, end));
  const text = ignored ? withoutIgnored(decoded) : decoded;
  if (plain) return text;
  let place = { at: 0, offset: start };
  return resolved(text, (at, fault) => {
    const passed = encodedLength(text.slice(place.at, at), encoding);
    place = { at, offset: offsetAfter(bytes, place.offset, passed) };
    source.onFault(place.offset, fault);
  });
}

/** Offset of the byte before which a number of bytes from an offset on are not ignored. */
function offsetAfter(bytes: Uint8Array, from: number, passed: number): number {
  let at = from;
  for (let left = passed; ; at += 1) {
    if (isIgnored(bytes[at] ?? 32)) continue;
    if (left === 0) return at;
    left -= 1;
  }
}

type OnFault = (at: number, fault: string) => void;

/** All directives but wide ones, with small hexadecimal digits too. */
const DIRECTIVE = /\\(?:(\\)|S\\([ -~])|P([A-I])\\|[NF]\\|X\\([\dA-Fa-f]{2}))/y;
const WIDE_BEGINS = /\\X([24])\\/y;
/** The end of the digits of a wide directive. Millions of digits in one match would overflow the stack of an expression. */
const NO_DIGIT = /[^\dA-Fa-f]/g;
/** The end of a wide directive, or the beginning of the next one. */
const WIDE_NEXT = /\\X([024])\\/g;
/** The stretch of text that is reported as one malformed directive. */
const MALFORMED = /\\(?:(?:[A-Za-z]\d?|P[A-Za-z])\\)?[\dA-Fa-f]{0,100}(?:\\[Xx]0\\)?/y;
const SPECIAL = /['\\]/g;
/** Directives and apostrophes that are decoded between two checkpoints. */
const CHUNK = 16_384;
/** Maximum length of a quotation in a message, characters. */
const MAX_QUOTED = 40;

function resolved(text: string, onFault: OnFault): string {
  const parts: string[] = [];
  let page = 1;
  let from = 0;
  SPECIAL.lastIndex = 0;
  let count = 0;
  for (let found = SPECIAL.exec(text); found !== null; found = SPECIAL.exec(text)) {
    const at = found.index;
    count += 1;
    if (count % CHUNK === 0) checkpoint();
    if (found[0] === "'") {
      parts.push(text.slice(from, at + 1));
      from = text[at + 1] === "'" ? at + 2 : at + 1;
    } else {
      const read = directiveAt(text, at, page);
      if (read.fault !== undefined) onFault(at, read.fault);
      parts.push(text.slice(from, at), read.text ?? text.slice(at, read.end));
      page = read.page ?? page;
      from = read.end;
    }
    SPECIAL.lastIndex = from;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** A directive and where it ends; it has no `text` if it is malformed, and a `fault` if it is reported. */
type Directive = {
  readonly end: number;
  readonly text?: string;
  readonly page?: number;
  readonly fault?: string;
};

/** Reads the directive at a backslash. */
function directiveAt(text: string, at: number, page: number): Directive {
  DIRECTIVE.lastIndex = at;
  const found = DIRECTIVE.exec(text);
  if (found === null) return wideAt(text, at) ?? malformed(text, at);
  const [written, backslash, shifted, alphabet, byte] = found;
  const end = at + written.length;
  if (backslash !== undefined) return { end, text: '\\' };
  if (shifted !== undefined) return onPage(text, end, { code: shifted, page });
  if (alphabet !== undefined) return { end, text: '', page: alphabet.charCodeAt(0) - 64 };
  if (byte !== undefined) return inHex(byte, { end, text: String.fromCharCode(hex(byte)) });
  return { end, text: '' };
}

/** The wide directive at a backslash; null if there is none, or if it is malformed. */
function wideAt(text: string, at: number): Directive | null {
  const { digits, size } = wideDigits(text, at) ?? { digits: '', size: 1 };
  const closed = at + BEGIN_LENGTH + digits.length;
  if (digits === '' || digits.length % size !== 0 || !text.startsWith('\\X0\\', closed)) {
    return null;
  }
  const end = closed + BEGIN_LENGTH;
  return size === 4 ? ofUnits(text, { at, end }, digits) : ofCodePoints(end, digits);
}

/** Length of `\X2\`, `\X4\` and `\X0\`. */
const BEGIN_LENGTH = 4;

/** The digits after a wide directive's beginning, and how many of them make a character; null if none begins there. */
function wideDigits(
  text: string,
  at: number,
): { readonly digits: string; readonly size: number } | null {
  WIDE_BEGINS.lastIndex = at;
  const [, size] = WIDE_BEGINS.exec(text) ?? [];
  if (size === undefined) return null;
  NO_DIGIT.lastIndex = at + BEGIN_LENGTH;
  const end = NO_DIGIT.exec(text)?.index ?? text.length;
  return { digits: text.slice(at + BEGIN_LENGTH, end), size: size === '2' ? 4 : 8 };
}

function hex(digits: string): number {
  return Number.parseInt(digits, 16);
}

/** The directive, reported if its hexadecimal digits are small letters. */
function inHex(digits: string, read: Directive): Directive {
  if (!/[a-f]/.test(digits)) return read;
  return { ...read, fault: `expected capital letters in \`${quoted(digits)}\`` };
}

/** `\S\` with its character. An apostrophe is doubled by some exporters, so the second of two belongs to it. */
function onPage(
  text: string,
  end: number,
  { code, page }: { readonly code: string; readonly page: number },
): Directive {
  const byte = code.charCodeAt(0) + 128;
  const character = new TextDecoder(`iso-8859-${page}`).decode(Uint8Array.of(byte));
  if (character === '\uFFFD') {
    return { end, fault: `ISO 8859-${page} has no character for \`\\S\\${code}\`` };
  }
  if (code !== "'") return { end, text: character };
  let quotes = end;
  while (text[quotes] === "'") quotes += 1;
  return { end: (quotes - end) % 2 === 1 ? end + 1 : end, text: character };
}

const PAIR_BEFORE = /[\\\dA-Fa-f][Dd][89ABab][\dA-Fa-f]{2}\\X0\\$/;
const PAIR_AFTER = /^\\X2\\[Dd][C-Fc-f][\dA-Fa-f]{2}/;

/** `\X2\` with code units of UTF-16. A surrogate pair may be written as two directives. */
function ofUnits(
  text: string,
  { at, end }: { readonly at: number; readonly end: number },
  digits: string,
): Directive {
  const units = Array.from({ length: digits.length / 4 }, (_, i) =>
    hex(digits.slice(4 * i, 4 * i + 4)),
  );
  const decoded = units.map((unit) => String.fromCharCode(unit)).join('');
  if (!decoded.isWellFormed() && !isPaired(text, { at, end }, units)) {
    return { end, fault: `half of a surrogate pair in \`${quoted(text.slice(at, end))}\`` };
  }
  return inHex(digits, { end, text: decoded });
}

/** Whether the units are well-formed together with the halves that end and begin the neighbouring directives. */
function isPaired(
  text: string,
  { at, end }: { readonly at: number; readonly end: number },
  units: readonly number[],
): boolean {
  const [first = 0, last = 0] = [units[0], units.at(-1)];
  const isSecond =
    first >= 0xdc00 && first <= 0xdfff && PAIR_BEFORE.test(text.slice(Math.max(0, at - 12), at));
  const isFirst = last >= 0xd800 && last <= 0xdbff && PAIR_AFTER.test(text.slice(end, end + 8));
  const inner = units.slice(isSecond ? 1 : 0, isFirst ? -1 : undefined);
  return inner
    .map((unit) => String.fromCharCode(unit))
    .join('')
    .isWellFormed();
}

/** `\X4\` with code points. */
function ofCodePoints(end: number, digits: string): Directive {
  const parts: string[] = [];
  for (let i = 0; i < digits.length; i += 8) {
    const code = hex(digits.slice(i, i + 8));
    if (code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff)) {
      return { end, fault: `\`${digits.slice(i, i + 8)}\` is no character of ISO 10646` };
    }
    parts.push(String.fromCodePoint(code));
  }
  return inHex(digits, { end, text: parts.join('') });
}

/** A backslash that begins no well-formed directive. The text goes on after what seems to belong to it. */
function malformed(text: string, at: number): Directive {
  MALFORMED.lastIndex = at;
  const written = malformedWide(text, at) ?? MALFORMED.exec(text)?.[0] ?? '\\';
  return { end: at + written.length, fault: reasonOf(written, text.slice(at + 1, at + 3)) };
}

/**
 * A malformed `\X2\` or `\X4\` up to its `\X0\`, or up to the end of its digits if the next wide directive or the end of
 * the text comes first; null if no wide directive begins there.
 */
function malformedWide(text: string, at: number): string | null {
  const wide = wideDigits(text, at);
  if (wide === null) return null;
  const begun = at + BEGIN_LENGTH;
  WIDE_NEXT.lastIndex = begun;
  const next = WIDE_NEXT.exec(text);
  return text.slice(at, next?.[1] === '0' ? WIDE_NEXT.lastIndex : begun + wide.digits.length);
}

function reasonOf(written: string, next: string): string {
  const shown = `\`${quoted(written.length === 1 ? written + next : written)}\``;
  const [, size] = /^\\X([24])\\/.exec(written) ?? [];
  if (size !== undefined) {
    return written.endsWith('\\X0\\') && written.length > 4
      ? `expected groups of ${size === '2' ? 4 : 8} hexadecimal digits between \`\\X${size}\\\` and \`\\X0\\\`, found ${shown}`
      : `${shown} does not end with \`\\X0\\\``;
  }
  if (written.startsWith('\\X0\\')) return '`\\X0\\` ends no `\\X2\\` or `\\X4\\`';
  if (written.startsWith('\\X\\')) {
    return `expected 2 hexadecimal digits after \`\\X\\\`, found ${shown}`;
  }
  if (written.startsWith('\\S\\')) return 'expected a character from space to `~` after `\\S\\`';
  if (/^\\P[A-Z]\\/.test(written)) return `expected \`\\PA\\\` to \`\\PI\\\`, found ${shown}`;
  return `${shown} begins no control directive; a backslash is written \`\\\\\``;
}

function quoted(text: string): string {
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}
