/** @module scan: finds the instances of a STEP file without parsing their arguments. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { Frame } from './frame.ts';
import { IdMap, type InstanceId, instanceIdOf } from './instance-id.ts';
import { COMPLEX, InstanceTable, MAX_NAMES, OTHER_TYPE } from './instance-table.ts';
import {
  beginsComplex,
  beginsKeyword,
  beginsStatement,
  END,
  isSectionName,
  keywordEnd,
  remarkEnd,
  START,
  statementBefore,
  wordOf,
} from './keywords.ts';
import {
  Comments,
  isDigit,
  isIgnored,
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
const SPACE = 32;
const SEMICOLON = 59;
const LESS = 60;
const EQUALS = 61;

/** Scans a whole file. Errors in its text are reported in `faults`, after one of the whole file, if there is one. */
export function scanStep(bytes: Buffer, fault: string | null): Scanned {
  const scanner = new Scanner(bytes);
  if (fault !== null) scanner.report(0, null, fault);
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
  readonly #complex: number[] = [];
  readonly #header: HeaderEntry[] = [];
  readonly #external = new IdMap();
  readonly #frame: Frame;
  #at = 0;
  /** Row of the instance that is being scanned; -1 for another statement. */
  #row = -1;
  #isHeaderEntry = false;
  /** Whether a fault of the statement is reported, so that a missing semicolon is part of it. */
  #isFaulty = false;
  #ended = false;
  #endsecAt: number | null = null;
  #statements = 0;
  #isPartial = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#comments = new Comments(bytes);
    this.#lines = new Lines(bytes);
    this.#faults = new StepFaults(this.#lines);
    this.#limits = new StepFaults(this.#lines);
    this.#frame = new Frame(this.#faults);
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
      complex: new Set(this.#complex),
      header: this.#header,
      headerAt: this.#frame.headerAt,
      external: this.#external,
      comments: this.#comments,
      lines: this.#lines,
      faults: this.#faults,
      limits: this.#limits,
      isPartial: this.#isPartial,
    };
  }

  /** Skips the first statement, which identifies a STEP file. Without it, reading begins at the first known one. */
  begin(): void {
    const bytes = this.#bytes;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#at = 3;
    this.#skipBlank();
    const start = this.#at;
    if (this.#keyword() !== START) {
      this.#faults.add(start, null, `expected \`${START};\` at the start`);
      const first = this.#resume.first(start);
      this.#ended = first < 0;
      this.#at = first < 0 ? bytes.length : first;
      if (this.#ended || this.#keyword() !== START) {
        if (!this.#ended) this.#at = first;
        return;
      }
    }
    this.#endKeyword(START);
  }

  /** Scans up to `most` further statements; returns false at the end of the file. */
  scanSome(most: number): boolean {
    for (let n = 0; n < most; n += 1) {
      this.#skipBlank();
      if (this.#ended || this.#at >= this.#bytes.length) {
        if (!this.#ended) this.#frame.finish(this.#bytes.length);
        this.#ended = true;
        return false;
      }
      this.#row = -1;
      this.#isHeaderEntry = false;
      this.#isFaulty = false;
      this.#statements += 1;
      if (this.#statements > MAX_STATEMENTS) return this.#leave(`${MAX_STATEMENTS} statements`);
      if (this.#header.length > MAX_HEADER) return this.#leave(`${MAX_HEADER} header entities`);
      if (this.#bytes[this.#at] === HASH && !this.#hasLinks()) this.#instance();
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

  #hasLinks(): boolean {
    const { section } = this.#frame;
    return section === 'anchor' || section === 'reference';
  }

  /** Scans a statement that is not an instance: a keyword, an entity of the header, or an entry of another section. */
  #statement(): void {
    const start = this.#at;
    const afterRemark = remarkEnd(this.#bytes, start);
    if (afterRemark >= 0) {
      this.#faults.add(start, null, 'expected `/* … */` around a comment');
      this.#at = afterRemark;
      return;
    }
    const name = this.#keyword();
    if (name === END) {
      const isReported = this.#frame.end(start);
      this.#endKeyword(END);
      this.#afterEnd(isReported);
    } else if (name === 'ENDSEC') {
      this.#frame.close(start);
      this.#endKeyword(name);
    } else if (isSectionName(name)) {
      this.#frame.open(name, start);
      this.#endKeyword(name);
    } else if (name === 'SIGNATURE' && this.#frame.section === 'none') {
      this.#frame.named(name, start);
      this.#signature(start);
    } else {
      if (name === '' || this.#hasLinks() || this.#frame.section === 'data') this.#entry(start);
      if (name !== '' && !this.#hasLinks()) this.#named(name, start);
      this.#toSemicolon(this.#at, null);
    }
  }

  /** Moves past a signature, which may have any text; to the end of the file if it does not end. */
  #signature(start: number): void {
    const end = this.#bytes.indexOf('ENDSEC', start, 'latin1');
    this.#at = end < 0 ? this.#bytes.length : end + 'ENDSEC'.length;
    this.#endKeyword('ENDSEC');
  }

  /** A statement that begins with a name that is no keyword. */
  #named(name: string, start: number): void {
    if (!this.#frame.named(name, start)) return;
    this.#skipBlank();
    const open = this.#bytes[this.#at] === OPEN ? this.#at : -1;
    this.#header.push({ name, at: start, open, isBroken: false, isCut: false });
    this.#isHeaderEntry = true;
  }

  /** Checks the entry of a section other than the header. */
  #entry(start: number): void {
    const { section } = this.#frame;
    if (section === 'anchor') {
      if (linkEnd(this.#bytes, start) >= 0) return;
      this.report(start, null, 'expected an anchor such as `<name>=#1;`, or `ENDSEC;`');
    } else if (section === 'reference') {
      const name = referenceAt(this.#bytes, start, this.#comments);
      if (name !== null && name.id !== null) this.#external.set(name.id, -1);
      if (name !== null) return;
      this.report(start, null, 'expected a reference such as `#1=<file.ifc#name>;`, or `ENDSEC;`');
    } else {
      this.#isFaulty = true;
      this.#frame.unknown(start);
    }
  }

  /** Reports a fault of a statement. */
  report(at: number, id: InstanceId | null, fault: string): void {
    this.#faults.add(at, id, fault);
    this.#isFaulty = true;
  }

  /** Moves past the semicolon after a keyword, or to the next statement if it is missing. */
  #endKeyword(name: string): void {
    const end = this.#at;
    this.#skipBlank();
    const next = this.#bytes[this.#at];
    if (next === SEMICOLON) {
      this.#at += 1;
      return;
    }
    if (next === OPEN && name === 'DATA') {
      this.#toSemicolon(this.#at, null);
      return;
    }
    this.report(next === undefined ? end : this.#at, null, `expected \`;\` after \`${name}\``);
    if (next === undefined) return;
    if (!beginsStatement(this.#bytes, this.#at)) this.#toSemicolon(this.#at, null);
  }

  /**
   * Moves past the signatures that may follow the end. Other text ends reading, unless it is a part of the file that the
   * end should follow.
   */
  #afterEnd(isReported: boolean): void {
    for (;;) {
      this.#skipBlank();
      const start = this.#at;
      if (start >= this.#bytes.length) return;
      const name = this.#keyword();
      if (name !== 'SIGNATURE' || start > this.#lastEndsec()) {
        const goesOn = beginsKeyword(this.#bytes, start) && name !== START;
        if (!goesOn || !isReported) {
          const expected = 'expected nothing, or a SIGNATURE section, after the end';
          this.#faults.add(start, null, expected);
        }
        this.#at = goesOn ? start : this.#bytes.length;
        return;
      }
      this.#signature(start);
    }
  }

  /** Offset of the last `ENDSEC` of the file, which is searched once; -1 if there is none. */
  #lastEndsec(): number {
    return (this.#endsecAt ??= this.#bytes.lastIndexOf('ENDSEC', undefined, 'latin1'));
  }

  #instance(): void {
    const start = this.#at;
    const id = this.#id(start + 1);
    this.#skipBlank();
    const isEqual = this.#bytes[this.#at] === EQUALS;
    if (id === null || !isEqual) {
      this.report(start, null, 'expected a number and `=` after `#`');
      if (isEqual) this.#at += 1;
      this.#toSemicolon(this.#at, null);
      return;
    }
    this.#frame.instance(start);
    if (id === 0) this.#faults.add(start, id, 'the number of an instance must not be 0');
    this.#at += 1;
    this.#skipBlank();
    const nameAt = this.#at;
    const isComplex = beginsComplex(this.#bytes, nameAt, this.#comments);
    const type = isComplex ? this.#table.typeNamed(COMPLEX, 0) : this.#type();
    this.#skipBlank();
    const open = this.#at;
    if (type < 0 || this.#bytes[open] !== OPEN) {
      this.report(open, id, 'expected the name of an entity and its arguments in brackets');
    } else {
      if (type === OTHER_TYPE) this.#limits.add(nameAt, id, `more than ${MAX_NAMES} entity names`);
      this.#row = this.#table.add(id, type, { begin: start, start: open });
      if (isComplex) this.#complex.push(this.#row);
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
    this.#at = keywordEnd(this.#bytes, start);
    return wordOf(this.#bytes, start, this.#at);
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
   * Moves past the semicolon that ends a statement, or to the next statement if it is missing. In the data an equals sign
   * shows this: the next statement begins at the `#` before it, or a keyword before the semicolon.
   */
  #toSemicolon(from: number, id: InstanceId | null): void {
    const bytes = this.#bytes;
    const { length } = bytes;
    const isData = this.#row >= 0 || this.#frame.section === 'data';
    let at = from;
    let pause = from + CHUNK_BYTES;
    while (at >= 0 && at < length) {
      if (at > pause) {
        checkpoint({ done: at, total: length, doing: 'reading the file' });
        pause = at + CHUNK_BYTES;
      }
      const byte = bytes[at] ?? 0;
      if (isData && (byte > EQUALS || (byte > SLASH && byte < SEMICOLON))) {
        at += 1;
        continue;
      }
      const next = isData ? statementBefore(bytes, at, from) : this.#nextElsewhere(at, from);
      if (next >= 0) {
        this.#cut(next, id);
        return;
      }
      if (byte === SEMICOLON) {
        this.#at = at + 1;
        return;
      }
      at = this.#pastPart(at, id);
    }
    if (at < 0) return;
    this.#at = length;
    if (!this.#ended) this.#faults.add(length, id, 'the statement does not end with `;`');
  }

  #nextElsewhere(at: number, from: number): number {
    return at > from && beginsStatement(this.#bytes, at) ? at : -1;
  }

  /** Offset after the text, the binary value, the link, the comment or the byte at an offset; -1 if it does not end. */
  #pastPart(at: number, id: InstanceId | null): number {
    const bytes = this.#bytes;
    switch (bytes[at] ?? 0) {
      case QUOTE:
        return this.#pastText(at, id);
      case DOUBLE_QUOTE:
        return Math.max(at + 1, pastBinary(bytes, at));
      case LESS:
        return this.#hasLinks() ? Math.max(at + 1, linkEnd(bytes, at)) : at + 1;
      case SLASH: {
        if (!this.#comments.beginsAt(at)) return at + 1;
        const end = this.#comments.endOf(at);
        if (end < 0) this.#break(this.#pastOpenComment(at, id));
        return end;
      }
      default:
        return at + 1;
    }
  }

  /** Ends a statement that only lacks its semicolon before the next one. */
  #cut(next: number, id: InstanceId | null): void {
    const what = this.#bytes[next] === HASH ? 'the next instance' : 'the next statement';
    if (!this.#isFaulty) this.#faults.add(next, id, `expected \`;\` before ${what}`);
    const entry = this.#isHeaderEntry ? this.#header.pop() : undefined;
    if (entry !== undefined) this.#header.push({ ...entry, isCut: true });
    this.#at = next;
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
}
