/** @module resume: where reading goes on after a text or a comment without an end. */

/** A statement at the beginning of a line or after another one: an instance, a section or an entity of the header. */
const STATEMENT =
  /(?:[\r\n]|\)[ \t]*;)[ \t\r\n]*(?=#\d+[ \t]*=|ENDSEC[ \t]*;|END-ISO-10303-21[ \t]*;|DATA[ \t]*;|FILE_[A-Z]+[ \t]*\()/g;
/** What a STEP file may begin with behind other text, or without its first statement. */
const BEGINNING =
  /(?:^|[\r\n;])[ \t]*(?=ISO-10303-21[ \t]*;|HEADER[ \t]*;|DATA[ \t]*[;(]|FILE_(?:DESCRIPTION|NAME|SCHEMA)[ \t]*\(|#\d+[ \t]*=[ \t]*[A-Z]\w*[ \t]*\()/i;
/** Bytes at the beginning of a file in which it is looked for. Files of other kinds may have it further behind. */
const MAX_BEFORE = 1024;
/** Bytes that are searched at once, and the part of them that is searched again with the next ones. */
const [WINDOW, OVERLAP] = [65_536, 256];
/**
 * Bytes that may be read a second time, for each byte of the file. Without a bound, a file of texts without an end, each
 * up to the end of the file, would be read once for each of them.
 */
const REREADS = 4;

/** Searches for the next statement. */
export class Resume {
  readonly #bytes: Buffer;
  #left: number;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#left = REREADS * bytes.length;
  }

  /** Offset of the first statement between two offsets, the second of which was read already; -1 if there is none. */
  in(from: number, to: number): number {
    const at = this.#first(from, to);
    if (at >= 0) this.#left -= to - at;
    return this.#left < 0 ? -1 : at;
  }

  /** Offset of the first statement after an offset; -1 if there is none. */
  after(from: number): number {
    return this.#first(from, this.#bytes.length);
  }

  /** Offset at which a file begins whose first statement is not where it should be; -1 if it is no STEP file. */
  first(from: number): number {
    const found = BEGINNING.exec(this.#bytes.toString('latin1', from, from + MAX_BEFORE));
    return found === null ? -1 : from + found.index + found[0].length;
  }

  #first(from: number, to: number): number {
    for (let start = from; start < to; start += WINDOW - OVERLAP) {
      const end = Math.min(to + OVERLAP, start + WINDOW);
      STATEMENT.lastIndex = 0;
      const found = STATEMENT.exec(this.#bytes.toString('latin1', start, end));
      if (found === null) continue;
      const at = start + found.index + found[0].length;
      return at < to ? at : -1;
    }
    return -1;
  }
}
