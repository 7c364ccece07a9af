/** @module scan: finds the instances of a STEP file without parsing their arguments. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { StepFaults } from './step-fault.ts';
import { isShiftedQuote } from './step-text.ts';

/** The instances of a file: one row for each, in the order of the file. */
export type Scanned = {
  readonly count: number;
  /** Number after `#`. */
  readonly ids: Uint32Array;
  /** Index into `names`. */
  readonly types: Uint16Array;
  /** Offset of the opening bracket of the arguments. */
  readonly starts: Uint32Array;
  /** Names of types in upper case, in order of first occurrence. */
  readonly names: readonly string[];
  /** Offset of the opening bracket of each header entry, by name. */
  readonly header: ReadonlyMap<string, number>;
  readonly faults: StepFaults;
};

/** Maximum number of distinct type names; no schema has as many as 1,000. */
const MAX_NAMES = 20_000;
/** Largest allowed instance number. */
const MAX_ID = 4_294_967_294;
/** Instances scanned between two checkpoints. */
const CHUNK = 16_384;

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const DOUBLE_QUOTE = 34;
const HASH = 35;
const QUOTE = 39;
const OPEN = 40;
const STAR = 42;
const SLASH = 47;
const ZERO = 48;
const NINE = 57;
const SEMICOLON = 59;
const EQUALS = 61;

/** Scans a whole file. Errors in its text are reported in `faults`. */
export function scanStep(bytes: Buffer): Scanned {
  const scanner = new Scanner(bytes);
  scanner.begin();
  while (scanner.scanSome(CHUNK)) {
    checkpoint({ done: scanner.at, total: bytes.length, doing: 'reading the file' });
  }
  return scanner.result();
}

class Scanner {
  readonly #bytes: Buffer;
  readonly #faults: StepFaults;
  readonly #names: string[] = [];
  readonly #byName = new Map<string, number>();
  readonly #byHash = new Map<number, number>();
  readonly #header = new Map<string, number>();
  #ids: Uint32Array;
  #types: Uint16Array;
  #starts: Uint32Array;
  #count = 0;
  #at = 0;
  #section: 'none' | 'header' | 'data' | 'other' = 'none';
  #ended = false;
  #sections = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#faults = new StepFaults(bytes);
    const guess = 1024 + Math.floor(bytes.length / 48);
    this.#ids = new Uint32Array(guess);
    this.#types = new Uint16Array(guess);
    this.#starts = new Uint32Array(guess);
  }

  get at(): number {
    return this.#at;
  }

  result(): Scanned {
    return {
      count: this.#count,
      ids: this.#ids.subarray(0, this.#count),
      types: this.#types.subarray(0, this.#count),
      starts: this.#starts.subarray(0, this.#count),
      names: this.#names,
      header: this.#header,
      faults: this.#faults,
    };
  }

  /** Skips the first statement, which identifies a STEP file. */
  begin(): void {
    const bytes = this.#bytes;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#at = 3;
    this.#skipBlank();
    const start = this.#at;
    const name = this.#keyword();
    if (name === 'ISO-10303-21') {
      this.#toSemicolon(this.#at, null);
      return;
    }
    this.#faults.add(start, null, 'expected `ISO-10303-21;` at the start');
    this.#ended = name !== 'HEADER' && name !== 'DATA';
    this.#at = this.#ended ? bytes.length : start;
  }

  /** Scans up to `most` further statements; returns false at the end of the file. */
  scanSome(most: number): boolean {
    for (let n = 0; n < most; n += 1) {
      this.#skipBlank();
      if (this.#ended || this.#at >= this.#bytes.length) {
        this.#finish();
        return false;
      }
      if (this.#section === 'data' && this.#bytes[this.#at] === HASH) this.#instance();
      else this.#statement();
    }
    return true;
  }

  #finish(): void {
    if (!this.#ended) {
      this.#faults.add(this.#bytes.length, null, 'the file ends before `END-ISO-10303-21;`');
      this.#ended = true;
    } else if (this.#sections === 0 && this.#faults.found === 0) {
      this.#faults.add(this.#bytes.length, null, 'the file has no DATA section');
    }
  }

  /** Scans a statement that is not an instance: a section, its end, or a header entry. */
  #statement(): void {
    const start = this.#at;
    const name = this.#keyword();
    if (name === 'END-ISO-10303-21') {
      this.#ended = true;
    } else if (name === 'ENDSEC') {
      this.#section = 'none';
    } else if (name === 'HEADER') {
      this.#section = 'header';
    } else if (name === 'DATA') {
      this.#section = 'data';
      this.#sections += 1;
    } else if (this.#section === 'header' && name !== '') {
      this.#skipBlank();
      if (this.#bytes[this.#at] === OPEN) this.#header.set(name, this.#at);
    } else if (this.#section === 'none' && name !== '') {
      this.#section = 'other';
    } else if (this.#section !== 'other') {
      this.#faults.add(
        start,
        null,
        'expected an instance such as `#1=IFCPROJECT(…);`, or `ENDSEC;`',
      );
    }
    this.#toSemicolon(this.#at, null);
  }

  #instance(): void {
    const start = this.#at;
    const id = this.#number(start + 1);
    this.#skipBlank();
    const isEqual = this.#bytes[this.#at] === EQUALS;
    if (id < 0 || !isEqual) {
      this.#faults.add(start, null, 'expected a number and `=` after `#`');
      if (isEqual) this.#at += 1;
      this.#toSemicolon(this.#at, null);
      return;
    }
    this.#at += 1;
    this.#skipBlank();
    const type = this.#type();
    this.#skipBlank();
    const open = this.#at;
    if (type < 0 || this.#bytes[open] !== OPEN) {
      this.#faults.add(open, id, 'expected the name of an entity and its arguments in brackets');
    } else {
      if (id > MAX_ID) this.#faults.add(start, null, 'the number of the instance is too large');
      else this.#keep(id, type, open);
    }
    this.#toSemicolon(open, id);
  }

  #keep(id: number, type: number, start: number): void {
    if (this.#count === this.#ids.length) this.#grow();
    this.#ids[this.#count] = id;
    this.#types[this.#count] = type;
    this.#starts[this.#count] = start;
    this.#count += 1;
  }

  #grow(): void {
    const size = 2 * this.#count;
    this.#ids = grown(this.#ids, new Uint32Array(size));
    this.#types = grown(this.#types, new Uint16Array(size));
    this.#starts = grown(this.#starts, new Uint32Array(size));
  }

  /** Scans an integer and moves past it; -1 if there is none. */
  #number(from: number): number {
    const bytes = this.#bytes;
    let at = from;
    let value = 0;
    for (;;) {
      const byte = bytes[at] ?? 0;
      if (byte < ZERO || byte > NINE) break;
      value = value * 10 + byte - ZERO;
      at += 1;
    }
    this.#at = at;
    return at === from ? -1 : value;
  }

  /** Scans a type name and moves past it. Returns its index; -1 if there is none. */
  #type(): number {
    const bytes = this.#bytes;
    const start = this.#at;
    let at = start;
    let hash = 0;
    for (;;) {
      const byte = bytes[at] ?? 0;
      if (!isNameByte(byte)) break;
      hash = (Math.imul(hash, 31) + byte) | 0;
      at += 1;
    }
    this.#at = at;
    if (at === start) return -1;
    const known = this.#byHash.get(hash);
    if (known !== undefined && this.#matches(this.#names[known] ?? '', start, at)) return known;
    const name = bytes.toString('latin1', start, at).toUpperCase();
    const index = this.#byName.get(name) ?? this.#addName(name, start);
    this.#byHash.set(hash, index);
    return index;
  }

  /** Whether a name equals the bytes from `start` to `end`. */
  #matches(name: string, start: number, end: number): boolean {
    if (name.length !== end - start) return false;
    for (let i = 0; i < name.length; i += 1) {
      if (name.charCodeAt(i) !== this.#bytes[start + i]) return false;
    }
    return true;
  }

  #addName(name: string, at: number): number {
    if (this.#names.length === MAX_NAMES) {
      this.#faults.add(
        at,
        null,
        `more than ${MAX_NAMES} entity names: the rest of the file is not read`,
      );
      this.#ended = true;
      return -1;
    }
    const index = this.#names.length;
    this.#names.push(name);
    this.#byName.set(name, index);
    return index;
  }

  /** Scans a keyword and moves past it. Returns it in upper case; empty if there is none. */
  #keyword(): string {
    const start = this.#at;
    let at = start;
    while (at < start + 40 && isKeywordByte(this.#bytes[at] ?? 0)) at += 1;
    this.#at = at;
    return this.#bytes.toString('latin1', start, at).toUpperCase();
  }

  /** Skips white space and comments. */
  #skipBlank(): void {
    const bytes = this.#bytes;
    let at = this.#at;
    for (;;) {
      const byte = bytes[at];
      if (byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === SPACE || byte === TAB) {
        at += 1;
      } else if (byte === SLASH && bytes[at + 1] === STAR) {
        at = this.#pastComment(at);
      } else {
        break;
      }
    }
    this.#at = at;
  }

  #pastComment(from: number): number {
    const end = this.#bytes.indexOf('*/', from + 2, 'latin1');
    if (end >= 0) return end + 2;
    this.#faults.add(from, null, 'unterminated comment');
    return this.#bytes.length;
  }

  /**
   * Moves past the semicolon that ends a statement. An equals sign before it means that the semicolon is missing; the
   * next statement then begins at the `#` before that sign.
   */
  #toSemicolon(from: number, id: number | null): void {
    const bytes = this.#bytes;
    const { length } = bytes;
    let at = from;
    while (at < length) {
      const byte = bytes[at] ?? 0;
      if (byte > EQUALS || (byte > SLASH && byte < SEMICOLON)) {
        at += 1;
      } else if (byte === SEMICOLON) {
        this.#at = at + 1;
        return;
      } else if (byte === QUOTE || byte === DOUBLE_QUOTE) {
        at = this.#pastQuote(at, byte, id);
      } else if (byte === EQUALS && this.#section === 'data') {
        this.#at = this.#nextInstance(at, from);
        this.#faults.add(this.#at, id, 'expected `;` before the next instance');
        return;
      } else if (byte === SLASH && bytes[at + 1] === STAR) {
        at = this.#pastComment(at);
      } else {
        at += 1;
      }
    }
    this.#at = length;
    if (!this.#ended) this.#faults.add(length, id, 'the statement does not end with `;`');
  }

  /**
   * Moves past a closing quote. A doubled quote inside a text is skipped as the end of one text and the start of the
   * next.
   */
  #pastQuote(from: number, quote: number, id: number | null): number {
    for (let at = from + 1; ; at += 1) {
      at = this.#bytes.indexOf(quote, at);
      if (at < 0) break;
      if (!isShiftedQuote(this.#bytes, at)) return at + 1;
    }
    this.#faults.add(from, id, 'unterminated string');
    return this.#bytes.length;
  }

  /** Offset of the `#` before an equals sign; otherwise the offset after that sign. */
  #nextInstance(equals: number, from: number): number {
    for (let at = equals - 1; at > from; at -= 1) {
      const byte = this.#bytes[at] ?? 0;
      if (byte === HASH) return at;
      if (byte > NINE || (byte > SPACE && byte < ZERO)) break;
    }
    return equals + 1;
  }
}

/** Letters, digits, `_`, and the `!` of user-defined names. */
function isNameByte(byte: number): boolean {
  return (
    (byte > 64 && byte < 91) ||
    (byte > 96 && byte < 123) ||
    (byte >= ZERO && byte <= NINE) ||
    byte === 95 ||
    byte === 33
  );
}

function isKeywordByte(byte: number): boolean {
  return isNameByte(byte) || byte === 45;
}

function grown<T extends Uint32Array | Uint16Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
