/** @module lexical: tokens and token separators of a STEP file as bytes (ISO 10303-21, clauses 5 and 6). */

const SPACE = 32;
const DOUBLE_QUOTE = 34;
const QUOTE = 39;
const CLOSE = 41;
const STAR = 42;
const COMMA = 44;
const SLASH = 47;
const SEMICOLON = 59;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const DELETE = 127;

/**
 * Whether a byte is outside the alphabet: line breaks, tabs and other control characters. Readers ignore them, also
 * inside tokens (5.2).
 */
export function isIgnored(byte: number): boolean {
  return byte < SPACE || byte === DELETE;
}

export function isDigit(byte: number): boolean {
  return byte > 47 && byte < 58;
}

/** Letters and `_`. Standard names are in capital letters; small ones are accepted. */
function isLetter(byte: number): boolean {
  return (byte > 64 && byte < 91) || (byte > 96 && byte < 123) || byte === 95;
}

export function isNameByte(byte: number): boolean {
  return isLetter(byte) || isDigit(byte);
}

/** Offset of the first byte from `at` on that is not ignored. */
export function skipIgnored(bytes: Uint8Array, at: number): number {
  let next = at;
  while (next < bytes.length && isIgnored(bytes[next] ?? SPACE)) next += 1;
  return next;
}

/** End of a run of bytes of one token, which may have ignored bytes between them. */
export function runEnd(bytes: Uint8Array, from: number, isPart: (byte: number) => boolean): number {
  let at = from;
  for (;;) {
    while (isPart(bytes[at] ?? 0)) at += 1;
    const next = skipIgnored(bytes, at);
    if (next === at || !isPart(bytes[next] ?? 0)) return at;
    at = next;
  }
}

/** End of the name at an offset: letters, digits and `_`, after a `!` if it is user-defined; `from` if there is none. */
export function nameEnd(bytes: Uint8Array, from: number): number {
  const start = bytes[from] === 33 ? skipIgnored(bytes, from + 1) : from;
  return isLetter(bytes[start] ?? 0) ? runEnd(bytes, start, isNameByte) : from;
}

/** The characters of a token without ignored bytes. */
export function tokenText(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('latin1', start, end);
  for (let at = start; at < end; at += 1) {
    if (isIgnored(bytes[at] ?? 0)) return withoutIgnored(text);
  }
  return text;
}

/** A text without characters that are ignored. */
export function withoutIgnored(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/[\0-\x1f\x7f]+/gu, '');
}

/**
 * Comments of a file. Remembers where the last one ends and what the last search found, so that reading on from many
 * offsets searches each part of the file once.
 */
export class Comments {
  readonly #bytes: Buffer;
  #last: number | null = null;
  /** The last search: no comment ends between `#from` and `#found`. */
  #from = 0;
  #found = -1;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Whether a comment begins at an offset. */
  beginsAt(at: number): boolean {
    return this.#bytes[at] === SLASH && this.#bytes[at + 1] === STAR;
  }

  /** Offset after the comment that begins at an offset; -1 if it does not end. */
  endOf(at: number): number {
    this.#last ??= this.#bytes.lastIndexOf('*/', undefined, 'latin1');
    const from = at + 2;
    if (this.#last < from) return -1;
    if (from < this.#from || from > this.#found) {
      this.#from = from;
      this.#found = this.#bytes.indexOf('*/', from, 'latin1');
    }
    return this.#found + 2;
  }
}

/**
 * Offset after the token separators at an offset: spaces, ignored bytes, comments, and the print control directives
 * `\N\` and `\F\`. It stops at a comment that does not end, and at `until`.
 */
export function pastSeparators(
  bytes: Buffer,
  from: number,
  comments: Comments,
  until = bytes.length,
): number {
  let at = from;
  while (at < until) {
    const byte = bytes[at] ?? 0;
    if (byte === SPACE || isIgnored(byte)) {
      at += 1;
    } else if (comments.beginsAt(at)) {
      const end = comments.endOf(at);
      if (end < 0) return at;
      at = end;
    } else {
      const end = byte === BACKSLASH ? printControlEnd(bytes, at) : -1;
      if (end < 0) return at;
      at = end;
    }
  }
  return at;
}

/** Offset after the print control directive at a backslash; -1 if there is none. */
function printControlEnd(bytes: Uint8Array, at: number): number {
  const letter = skipIgnored(bytes, at + 1);
  if (bytes[letter] !== 78 && bytes[letter] !== 70) return -1;
  const last = skipIgnored(bytes, letter + 1);
  return bytes[last] === BACKSLASH ? last + 1 : -1;
}

/**
 * Maximum length of separators that are read to see whether a value ends before them, bytes. A text may ask this at each
 * of its apostrophes, so that the length must not grow with the file.
 */
const MAX_AHEAD = 4096;

/** Whether a value can end at an offset: a delimiter or many separators follow it, or the file ends. */
export function valueEndsAt(bytes: Buffer, at: number, comments: Comments): boolean {
  const byte = bytes[at];
  if (byte === COMMA || byte === CLOSE) return true;
  const next = pastSeparators(bytes, at, comments, at + MAX_AHEAD);
  const after = bytes[next];
  return (
    next >= at + MAX_AHEAD ||
    after === undefined ||
    after === COMMA ||
    after === CLOSE ||
    after === SEMICOLON ||
    after === OPEN_BRACE ||
    after === CLOSE_BRACE
  );
}

/** Offset after the apostrophe that closes the text opened at an offset; -1 if the text does not end. */
export function pastText(bytes: Buffer, open: number, comments: Comments): number {
  for (let at = open + 1; ;) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0) return -1;
    let before = quote - 1;
    while (before > open && isIgnored(bytes[before] ?? 0)) before -= 1;
    if (before > open && bytes[before] === BACKSLASH) return pastDirectives(bytes, open, comments);
    const next = skipIgnored(bytes, quote + 1);
    if (bytes[next] !== QUOTE) return quote + 1;
    at = next + 1;
  }
}

/** `pastText` for a text in which an apostrophe may belong to a directive. */
function pastDirectives(bytes: Buffer, open: number, comments: Comments): number {
  return textEnd(bytes, open + 1, (quote) => pastShiftedQuote(bytes, quote, comments));
}

/** End of a text from an offset in it; -1 if it does not end before `until`. */
function textEnd(
  bytes: Buffer,
  from: number,
  pastShifted: (quote: number) => number,
  until = bytes.length,
): number {
  let at = from;
  while (at < until) {
    const byte = bytes[at] ?? 0;
    if (byte === BACKSLASH) {
      at = pastDirective(bytes, at, pastShifted);
    } else if (byte === QUOTE) {
      const next = skipIgnored(bytes, at + 1);
      if (bytes[next] !== QUOTE) return at + 1;
      at = next + 1;
    } else {
      at += 1;
    }
  }
  return -1;
}

/** Beginnings of directives after their backslash, except `\S\` and `\X\`. */
const BEGINNINGS = /^(?:\\|P[A-Z_]\\|[NF]\\|X[024]\\)/;
const BYTE_DIRECTIVE = /^X\\[0-9A-Fa-f]{2}/;

/** Offset after the directive at an offset; after its backslash if there is none. */
function pastDirective(bytes: Buffer, at: number, pastShifted: (quote: number) => number): number {
  const places: number[] = [];
  let ahead = '';
  for (let next = skipIgnored(bytes, at + 1); ahead.length < 4 && next < bytes.length;) {
    places.push(next);
    ahead += String.fromCharCode(bytes[next] ?? 0);
    next = skipIgnored(bytes, next + 1);
  }
  if (ahead.startsWith('S\\')) {
    const shifted = places[2];
    if (shifted === undefined) return at + 1;
    if (bytes[shifted] === QUOTE) return pastShifted(shifted);
    return (bytes[shifted] ?? 0) > 127 ? shifted : shifted + 1;
  }
  const { length } = BEGINNINGS.exec(ahead)?.[0] ?? BYTE_DIRECTIVE.exec(ahead)?.[0] ?? '';
  return length === 0 ? at + 1 : (places[length - 1] ?? at) + 1;
}

/** How far a text is read to see whether the apostrophe of a directive in it is doubled, bytes. */
const LOOKAHEAD = 256;

/**
 * Offset after the apostrophe of `\S\'`. The grammar does not double it; some exporters do, so the second of two belongs
 * to it if no value can end where the text ends by the grammar.
 */
function pastShiftedQuote(bytes: Buffer, quote: number, comments: Comments): number {
  let [count, after, second] = [1, quote + 1, -1];
  for (;;) {
    const next = skipIgnored(bytes, after);
    if (bytes[next] !== QUOTE) break;
    if (count === 1) second = next + 1;
    count += 1;
    after = next + 1;
  }
  if (count === 1) return quote + 1;
  const endsHere = valueEndsAt(bytes, after, comments);
  // An even number of apostrophes ends the text by the grammar; an odd number ends it if the first one is doubled.
  if (count % 2 === 0) return endsHere ? quote + 1 : second;
  if (!endsHere) return quote + 1;
  const end = textEnd(bytes, after, (shifted) => shifted + 1, after + LOOKAHEAD);
  return end >= 0 && valueEndsAt(bytes, end, comments) ? quote + 1 : second;
}

/** Offset after the binary value opened at an offset; -1 if it does not end. */
export function pastBinary(bytes: Uint8Array, open: number): number {
  let at = open + 1;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === DOUBLE_QUOTE) return at + 1;
    const isPart = isNameByte(byte) || isIgnored(byte);
    const end = byte === BACKSLASH ? printControlEnd(bytes, at) : -1;
    if (!isPart && end < 0) return -1;
    at = isPart ? at + 1 : end;
  }
  return -1;
}
