/** @module scan: finds the instances of a STEP file without parsing their arguments. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { IdMap, type InstanceId, instanceIdOf } from './instance-id.ts';
import { InstanceTable, MAX_NAMES, OTHER_TYPE } from './instance-table.ts';
import {
  Comments,
  isDigit,
  isIgnored,
  isNameByte,
  nameEnd,
  pastBinary,
  pastSeparators,
  pastText,
  runEnd,
  skipIgnored,
  tokenText,
  valueEndsAt,
} from './lexical.ts';
import { linkEnd, referenceAt } from './links.ts';
import { Resume } from './resume.ts';
import type { HeaderEntry, Scanned } from './scanned.ts';
import { Lines, StepFaults } from './step-fault.ts';

/** Instances scanned between two checkpoints. */
const CHUNK = 16_384;
/** Bytes of one statement that are scanned between two checkpoints. */
const CHUNK_BYTES = 1_048_576;
/** Digits of a number that is exact in a double, whatever they are. */
const EXACT_DIGITS = 15;
/** Maximum numbers of statements that are read: a file of 256 MB has about 5,000,000, and a header has three to ten. */
const [MAX_STATEMENTS, MAX_HEADER] = [10_000_000, 10_000];

const DOUBLE_QUOTE = 34;
const HASH = 35;
const QUOTE = 39;
const OPEN = 40;
const SLASH = 47;
const ZERO = 48;
const NINE = 57;
const SPACE = 32;
const SEMICOLON = 59;
const LESS = 60;
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
  readonly #comments: Comments;
  readonly #lines: Lines;
  readonly #faults: StepFaults;
  readonly #limits: StepFaults;
  readonly #resume: Resume;
  readonly #table: InstanceTable;
  readonly #broken: number[] = [];
  readonly #header: HeaderEntry[] = [];
  readonly #external = new IdMap();
  #headerAt: number | null = null;
  #at = 0;
  /** Row of the instance that is being scanned; -1 for another statement. */
  #row = -1;
  #isHeaderEntry = false;
  #section: 'none' | 'header' | 'anchor' | 'reference' | 'data' | 'other' = 'none';
  #ended = false;
  #sections = 0;
  #statements = 0;
  #isPartial = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#comments = new Comments(bytes);
    this.#lines = new Lines(bytes);
    this.#faults = new StepFaults(this.#lines);
    this.#limits = new StepFaults(this.#lines);
    this.#resume = new Resume(bytes);
    this.#table = new InstanceTable(1024 + Math.floor(bytes.length / 48));
  }

  get at(): number {
    return this.#at;
  }

  result(): Scanned {
    return {
      ...this.#table.columns(),
      broken: this.#broken,
      header: this.#header,
      headerAt: this.#headerAt,
      external: this.#external,
      comments: this.#comments,
      lines: this.#lines,
      faults: this.#faults,
      limits: this.#limits,
      isPartial: this.#isPartial,
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
      this.#row = -1;
      this.#isHeaderEntry = false;
      this.#statements += 1;
      if (this.#statements > MAX_STATEMENTS) return this.#leave(`${MAX_STATEMENTS} statements`);
      if (this.#header.length > MAX_HEADER) return this.#leave(`${MAX_HEADER} header entities`);
      if (this.#bytes[this.#at] === HASH && this.#section === 'data') this.#instance();
      else this.#statement();
    }
    return true;
  }

  /** Ends the scan at a limit of this reader. */
  #leave(most: string): false {
    this.#limits.add(this.#at, null, `more than ${most}`);
    this.#isPartial = true;
    return false;
  }

  #finish(): void {
    if (!this.#ended) {
      this.#faults.add(this.#bytes.length, null, 'the file ends before `END-ISO-10303-21;`');
      this.#ended = true;
      return;
    }
    if (this.#faults.found > 0) return;
    const missing = this.#headerAt === null ? 'HEADER' : 'DATA';
    if (this.#headerAt !== null && this.#sections > 0) return;
    this.#faults.add(this.#bytes.length, null, `the file has no ${missing} section`);
  }

  /** Scans a statement that is not an instance: a section, its end, or an entry of another section. */
  #statement(): void {
    const start = this.#at;
    const name = this.#keyword();
    if (name === 'END-ISO-10303-21') {
      this.#toSemicolon(this.#at, null);
      this.#signatures();
      this.#ended = true;
      return;
    }
    if (name === 'ENDSEC') {
      this.#section = 'none';
    } else if (name === 'HEADER') {
      this.#section = 'header';
      this.#headerAt ??= start;
    } else if ((name === 'ANCHOR' || name === 'REFERENCE') && this.#section === 'none') {
      this.#section = name === 'ANCHOR' ? 'anchor' : 'reference';
    } else if (name === 'DATA') {
      this.#section = 'data';
      this.#sections += 1;
    } else if (this.#section === 'header' && name !== '') {
      this.#skipBlank();
      const open = this.#bytes[this.#at] === OPEN ? this.#at : -1;
      this.#header.push({ name, at: start, open, isBroken: false });
      this.#isHeaderEntry = true;
    } else if (this.#section === 'none' && name !== '') {
      this.#section = 'other';
    } else {
      this.#entry(start);
    }
    this.#toSemicolon(this.#at, null);
  }

  /** Checks a statement that begins with no keyword. */
  #entry(start: number): void {
    if (this.#section === 'other') return;
    if (this.#section === 'anchor') {
      if (linkEnd(this.#bytes, start) >= 0) return;
      this.#faults.add(start, null, 'expected an anchor such as `<name>=#1;`, or `ENDSEC;`');
    } else if (this.#section === 'reference') {
      const name = referenceAt(this.#bytes, start, this.#comments);
      if (name !== null && name.id !== null) this.#external.set(name.id, -1);
      if (name !== null) return;
      this.#faults.add(
        start,
        null,
        'expected a reference such as `#1=<file.ifc#name>;`, or `ENDSEC;`',
      );
    } else {
      this.#faults.add(
        start,
        null,
        'expected an instance such as `#1=IFCPROJECT(…);`, or `ENDSEC;`',
      );
    }
  }

  /** Moves past the signatures that may follow the end. */
  #signatures(): void {
    for (;;) {
      this.#skipBlank();
      const start = this.#at;
      if (start >= this.#bytes.length) return;
      // A line break ends no token, so the name of the section and its content are one run of letters.
      const isSignature = this.#keyword().startsWith('SIGNATURE');
      const end = isSignature ? this.#bytes.indexOf('ENDSEC', start, 'latin1') : -1;
      if (end < 0) {
        this.#faults.add(start, null, 'expected nothing, or a SIGNATURE section, after the end');
        this.#at = this.#bytes.length;
        return;
      }
      this.#at = end;
      this.#toSemicolon(end, null);
    }
  }

  #instance(): void {
    const start = this.#at;
    const id = this.#id(start + 1);
    this.#skipBlank();
    const isEqual = this.#bytes[this.#at] === EQUALS;
    if (id === null || !isEqual) {
      this.#faults.add(start, null, 'expected a number and `=` after `#`');
      if (isEqual) this.#at += 1;
      this.#toSemicolon(this.#at, null);
      return;
    }
    if (id === 0) this.#faults.add(start, id, 'the number of an instance must not be 0');
    this.#at += 1;
    this.#skipBlank();
    const nameAt = this.#at;
    const type = this.#type();
    this.#skipBlank();
    const open = this.#at;
    if (type < 0 || this.#bytes[open] !== OPEN) {
      this.#faults.add(open, id, 'expected the name of an entity and its arguments in brackets');
    } else {
      if (type === OTHER_TYPE) this.#limits.add(nameAt, id, `more than ${MAX_NAMES} entity names`);
      this.#row = this.#table.add(id, type, open);
    }
    this.#toSemicolon(open, id);
  }

  /** Scans the number of an instance and moves past it; null if there is none. */
  #id(from: number): InstanceId | null {
    const bytes = this.#bytes;
    let at = from;
    let value = 0;
    for (; isDigit(bytes[at] ?? 0); at += 1) value = value * 10 + (bytes[at] ?? 0) - ZERO;
    if (at - from <= EXACT_DIGITS && !isIgnored(bytes[at] ?? SPACE)) {
      this.#at = at;
      return at === from ? null : value;
    }
    const start = skipIgnored(bytes, from);
    const end = runEnd(bytes, start, isDigit);
    this.#at = end;
    return end === start ? null : instanceIdOf(bytes, start, end);
  }

  /** Scans a type name and moves past it. Returns its index; -1 if there is none. */
  #type(): number {
    const bytes = this.#bytes;
    const start = this.#at;
    const end = nameEnd(bytes, start);
    if (end === start) return -1;
    this.#at = end;
    let hash = 0;
    for (let at = start; at < end; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0;
    const known = this.#table.typeOf(hash, (name) => this.#matches(name, start, end));
    return known ?? this.#table.typeNamed(tokenText(bytes, start, end).toUpperCase(), hash);
  }

  /** Whether a name equals the bytes from `start` to `end`. */
  #matches(name: string, start: number, end: number): boolean {
    if (name.length !== end - start) return false;
    for (let i = 0; i < name.length; i += 1) {
      if (name.charCodeAt(i) !== this.#bytes[start + i]) return false;
    }
    return true;
  }

  /** Scans a keyword and moves past it. Returns it in upper case; empty if there is none. */
  #keyword(): string {
    const start = this.#at;
    this.#at = runEnd(this.#bytes, start, isKeywordByte);
    return tokenText(this.#bytes, start, this.#at).toUpperCase();
  }

  /** Skips token separators. A comment without an end is skipped up to the next statement on a line of its own. */
  #skipBlank(): void {
    for (;;) {
      this.#at = pastSeparators(this.#bytes, this.#at, this.#comments);
      if (!this.#comments.beginsAt(this.#at)) return;
      this.#at = this.#pastOpenComment(this.#at, null);
    }
  }

  #pastOpenComment(at: number, id: InstanceId | null): number {
    this.#faults.add(at, id, 'unterminated comment');
    const next = this.#resume.after(at + 2);
    return next < 0 ? this.#bytes.length : next;
  }

  /**
   * Moves past the semicolon that ends a statement. An equals sign before it means that the semicolon is missing; the
   * next statement then begins at the `#` before that sign.
   */
  #toSemicolon(from: number, id: InstanceId | null): void {
    const bytes = this.#bytes;
    const { length } = bytes;
    const hasLinks = this.#section === 'anchor' || this.#section === 'reference';
    let at = from;
    let pause = from + CHUNK_BYTES;
    while (at < length) {
      if (at > pause) {
        checkpoint({ done: at, total: length, doing: 'reading the file' });
        pause = at + CHUNK_BYTES;
      }
      const byte = bytes[at] ?? 0;
      if (byte > EQUALS || (byte > SLASH && byte < SEMICOLON)) {
        at += 1;
      } else if (byte === SEMICOLON) {
        this.#at = at + 1;
        return;
      } else if (byte === QUOTE) {
        const end = this.#pastText(at, id);
        if (end < 0) return;
        at = end;
      } else if (byte === DOUBLE_QUOTE) {
        at = Math.max(at + 1, pastBinary(bytes, at));
      } else if (byte === LESS && hasLinks) {
        at = Math.max(at + 1, linkEnd(bytes, at));
      } else if (byte === EQUALS && this.#section === 'data') {
        this.#at = this.#nextInstance(at, from);
        this.#faults.add(this.#at, id, 'expected `;` before the next instance');
        return;
      } else if (byte === SLASH && this.#comments.beginsAt(at)) {
        const end = this.#comments.endOf(at);
        if (end < 0) {
          this.#break(this.#pastOpenComment(at, id));
          return;
        }
        at = end;
      } else {
        at += 1;
      }
    }
    this.#at = length;
    if (!this.#ended) this.#faults.add(length, id, 'the statement does not end with `;`');
  }

  /** Ends a statement whose end is missing at the beginning of the next one. */
  #break(next: number): void {
    if (this.#row >= 0) this.#broken.push(this.#row);
    const entry = this.#isHeaderEntry ? this.#header.pop() : undefined;
    if (entry !== undefined) this.#header.push({ ...entry, isBroken: true });
    this.#at = next;
  }

  /**
   * Offset after a text. If no value can end there, and a statement begins on a line within the text, then its closing
   * apostrophe is missing: the statement ends before the next one, and the offset is -1.
   */
  #pastText(open: number, id: InstanceId | null): number {
    const end = pastText(this.#bytes, open, this.#comments);
    if (end >= 0 && valueEndsAt(this.#bytes, end, this.#comments)) return end;
    const next = this.#resume.in(open + 1, end < 0 ? this.#bytes.length : end);
    if (next < 0 && end >= 0) return end;
    this.#faults.add(open, id, 'unterminated string');
    this.#break(next < 0 ? this.#bytes.length : next);
    return -1;
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

/** Letters, digits and `_`; `-` of `ISO-10303-21`; `!` of user-defined names. */
function isKeywordByte(byte: number): boolean {
  return isNameByte(byte) || byte === 45 || byte === 33;
}
