/** @module read-values: parses the arguments of one instance of a STEP file. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { instanceIdOf } from './instance-id.ts';
import { beginsKeyword } from './keywords.ts';
import {
  type Comments,
  isDigit,
  isIgnored,
  nameEnd,
  pastBinary,
  pastSeparators,
  pastText,
  runEnd,
  skipIgnored,
  tokenText,
} from './lexical.ts';
import type { RawEncoding } from './raw-encoding.ts';
import { textOf, type TextSource } from './step-text.ts';
import { DERIVED, OMITTED, type StepValue } from './step-value.ts';

/** Maximum nesting depth of brackets that is read; no schema needs more than four. */
const MAX_DEPTH = 32;
/**
 * Maximum number of values of one instance that are read, lists included: about 250 MB of memory. The largest instances
 * are triangulations, which have four values for each triangle.
 */
const MAX_VALUES = 4_000_000;
/** Maximum length of one token that is read, bytes: a text may contain a picture. */
const MAX_TOKEN = 16_777_216;
/** Maximum number of faults of one instance that are reported. */
const MAX_FAULTS = 100;
/** Values of a list that are read between two checkpoints. */
const CHUNK = 16_384;
/** Digits of an integer that is exact in a double, whatever they are. */
const EXACT_DIGITS = 15;
/** Exact powers of ten. */
const POWERS = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
] as const;
const NUMBER = /^[+-]?(?:\d+(\.\d*)?|(\.\d+))(E[+-]?\d+)?$/iu;
const BINARY = /^[0-3][0-9A-F]*$/u;
const OPEN = 40;
const CLOSE = 41;
const SEMICOLON = 59;
const HASH = 35;

/** A syntax error or a limit, and its offset. */
export type ValueFault = { readonly offset: number; readonly fault: string };

/** Arguments as they were read. */
export type ReadValues = {
  /** Null if they cannot be read. */
  readonly values: readonly StepValue[] | null;
  /** Syntax errors. There can be some although the values can be read. */
  readonly faults: readonly ValueFault[];
  /** Why the values are not read although the file may be right. */
  readonly limit: ValueFault | null;
  /** Number of values that were read, lists and their items included. */
  readonly count: number;
  /** Offset at which reading ended. */
  readonly end: number;
};

/**
 * Thrown to stop parsing an instance. It is shared, because a file may have a fault on every line and creating an error
 * is expensive.
 */
const STOP = new Error('the text is not a value');
const NO_FAULTS: readonly ValueFault[] = [];

/** Source of arguments: the bytes of the file, the encoding of its non-ASCII bytes, and its comments. */
export type ValueSource = {
  readonly bytes: Buffer;
  readonly rawEncoding: () => RawEncoding;
  readonly comments: Comments;
};

/** What is known of the arguments. */
type Form = {
  /** Whether the semicolon after them is missing; this is a fault already. */
  readonly isCut: boolean;
  /** Whether they are those of a complex instance: entities without commas between them. */
  readonly isComplex: boolean;
};

/** Parses the values between brackets. `open` is the offset of the opening bracket. */
export function readValues(
  source: ValueSource,
  open: number,
  { isCut, isComplex }: Form,
): ReadValues {
  const reader = new ValueReader(source, open);
  try {
    const values = isComplex ? reader.parts() : reader.list(0);
    if (!isCut) reader.end();
    return readWith(reader, values);
  } catch (error) {
    if (error !== STOP) throw error;
    return readWith(reader, null);
  }
}

function readWith(reader: ValueReader, values: readonly StepValue[] | null): ReadValues {
  const { faults, limit, count, at } = reader;
  return { values, faults, limit, count, end: at };
}

class ValueReader {
  readonly #bytes: Buffer;
  readonly #comments: Comments;
  readonly #text: TextSource;
  #at: number;
  #faults: ValueFault[] | null = null;
  #limit: ValueFault | null = null;
  #count = 0;

  constructor({ bytes, rawEncoding, comments }: ValueSource, at: number) {
    this.#bytes = bytes;
    this.#comments = comments;
    this.#text = { bytes, rawEncoding, onFault: (offset, fault) => this.#report(offset, fault) };
    this.#at = at;
  }

  get faults(): readonly ValueFault[] {
    return this.#faults ?? NO_FAULTS;
  }

  get limit(): ValueFault | null {
    return this.#limit;
  }

  /** Number of values read so far. */
  get count(): number {
    return this.#count;
  }

  get at(): number {
    return this.#at;
  }

  #report(offset: number, fault: string): void {
    this.#faults ??= [];
    if (this.#faults.length < MAX_FAULTS) this.#faults.push({ offset, fault });
  }

  #stop(offset: number, fault: string): Error {
    this.#report(offset, fault);
    return STOP;
  }

  #exceed(offset: number, fault: string): Error {
    this.#limit = { offset, fault };
    return STOP;
  }

  /** Moves past a token. */
  #past(start: number, end: number): void {
    if (end - start > MAX_TOKEN) {
      throw this.#exceed(start, `a value of more than ${MAX_TOKEN} bytes`);
    }
    this.#at = end;
  }

  /** Checks that the statement ends. A statement that the next instance or the end of the file cuts off is known. */
  end(): void {
    const at = pastSeparators(this.#bytes, this.#at, this.#comments);
    const byte = this.#bytes[at];
    if (byte === SEMICOLON || byte === HASH || byte === undefined) return;
    if (this.#comments.beginsAt(at) || beginsKeyword(this.#bytes, at)) return;
    this.#report(at, 'expected `;` after the arguments');
  }

  /** Parses a list from its opening bracket to the closing one. */
  list(depth: number): readonly StepValue[] {
    if (depth > MAX_DEPTH) {
      throw this.#exceed(this.#at, `more than ${MAX_DEPTH} nested brackets`);
    }
    const items: StepValue[] = [];
    this.#at += 1;
    if (this.#skipToByte() === 41) {
      this.#at += 1;
      return items;
    }
    for (;;) {
      this.#count += 1;
      if (this.#count > MAX_VALUES) {
        throw this.#exceed(this.#at, `more than ${MAX_VALUES} values`);
      }
      items.push(this.#value(depth));
      if (this.#count % CHUNK === 0) checkpoint();
      const byte = this.#skipToByte();
      if (byte !== 44 && byte !== 41) {
        throw this.#stop(this.#at, 'expected `,` or `)` after a value');
      }
      this.#at += 1;
      if (byte === 41) return items;
    }
  }

  /** Parses the parts of a complex instance from its opening bracket to the closing one. */
  parts(): readonly StepValue[] {
    const parts: StepValue[] = [];
    this.#at += 1;
    while (this.#skipToByte() !== CLOSE) {
      const start = this.#at;
      this.#at = nameEnd(this.#bytes, start);
      const type = tokenText(this.#bytes, start, this.#at).toUpperCase();
      if (this.#skipToByte() !== OPEN) throw this.#stop(start, 'expected an entity or `)`');
      parts.push({ kind: 'typed', type, value: { kind: 'list', items: this.list(1) } });
      if (parts.length % CHUNK === 0) checkpoint();
    }
    this.#at += 1;
    return parts;
  }

  #value(depth: number): StepValue {
    const byte = this.#skipToByte();
    switch (byte) {
      case 36:
        this.#at += 1;
        return OMITTED;
      case 42:
        this.#at += 1;
        return DERIVED;
      case 35:
        return this.#reference();
      case 64:
        return this.#constant();
      case 39:
        return { kind: 'text', value: this.#string() };
      case 40:
        return { kind: 'list', items: this.list(depth + 1) };
      case 46:
        return this.#dotted();
      case 34:
        return { kind: 'binary', value: this.#binary() };
      default:
        return isDigit(byte) || byte === 45 || byte === 43 ? this.#number() : this.#typed(depth);
    }
  }

  /** The next byte outside token separators; 0 at the end. */
  #skipToByte(): number {
    const byte = this.#bytes[this.#at] ?? 0;
    if (byte > 32 && byte !== 47 && byte !== 92) return byte;
    this.#at = pastSeparators(this.#bytes, this.#at, this.#comments);
    if (this.#comments.beginsAt(this.#at)) throw this.#stop(this.#at, 'unterminated comment');
    return this.#bytes[this.#at] ?? 0;
  }

  #reference(): StepValue {
    const start = this.#at;
    const bytes = this.#bytes;
    let at = start + 1;
    let id = 0;
    for (; isDigit(bytes[at] ?? 0); at += 1) id = id * 10 + (bytes[at] ?? 0) - 48;
    if (at - start > EXACT_DIGITS || isIgnored(bytes[at] ?? 32)) return this.#longReference();
    if (at === start + 1) return this.#constant();
    this.#at = at;
    return { kind: 'ref', id };
  }

  /** A reference with many digits, or with line breaks in it. */
  #longReference(): StepValue {
    const start = skipIgnored(this.#bytes, this.#at + 1);
    const end = runEnd(this.#bytes, start, isDigit);
    if (end === start) return this.#constant();
    this.#past(start, end);
    return { kind: 'ref', id: instanceIdOf(this.#bytes, start, end) };
  }

  /** Parses `#PI`, `@PI` or `@12`. */
  #constant(): StepValue {
    const start = this.#at;
    const isValue = this.#bytes[start] === 64;
    const first = skipIgnored(this.#bytes, start + 1);
    const digits = isValue ? runEnd(this.#bytes, first, isDigit) : first;
    const end = digits === first ? nameEnd(this.#bytes, first) : digits;
    if (end === first) {
      throw this.#stop(start, `expected a number after \`${isValue ? '@' : '#'}\``);
    }
    this.#past(start, end);
    return { kind: 'constant', name: tokenText(this.#bytes, start, end).toUpperCase() };
  }

  #string(): string {
    const start = this.#at;
    const end = pastText(this.#bytes, start, this.#comments);
    if (end < 0) throw this.#stop(start, 'unterminated string');
    this.#past(start, end);
    return textOf(this.#text, start + 1, end - 1);
  }

  /** Parses `.NAME.`, or a number that begins with its decimal point. */
  #dotted(): StepValue {
    const bytes = this.#bytes;
    const start = this.#at;
    const first = skipIgnored(bytes, start + 1);
    if (isDigit(bytes[first] ?? 0)) return this.#number();
    const end = nameEnd(bytes, first);
    const dot = skipIgnored(bytes, end);
    if (end === first || bytes[dot] !== 46) {
      throw this.#stop(start, 'expected an enumeration such as `.NOTDEFINED.`');
    }
    this.#past(start, dot + 1);
    return { kind: 'enum', value: tokenText(bytes, first, end).toUpperCase() };
  }

  #binary(): string {
    const start = this.#at;
    const end = pastBinary(this.#bytes, start);
    if (end < 0) throw this.#stop(start, 'unterminated binary value');
    this.#past(start, end);
    const value = tokenText(this.#bytes, start + 1, end - 1).replaceAll(/\\[NF]\\/gu, '');
    if (!BINARY.test(value)) {
      this.#report(
        start,
        'expected a digit from 0 to 3, then hexadecimal digits in capital letters',
      );
    }
    return value;
  }

  #typed(depth: number): StepValue {
    const start = this.#at;
    const end = nameEnd(this.#bytes, start);
    if (end === start) throw this.#stop(start, 'expected a value');
    this.#past(start, end);
    const type = tokenText(this.#bytes, start, end).toUpperCase();
    if (this.#skipToByte() !== 40) {
      throw this.#stop(start, `expected a value, found \`${type.slice(0, 60)}\``);
    }
    const [value, ...more] = this.list(depth + 1);
    if (value === undefined || more.length > 0) {
      throw this.#stop(start, `expected one value in \`${type.slice(0, 60)}(…)\``);
    }
    return { kind: 'typed', type, value };
  }

  /** Parses a number; a short one as its digits over a power of ten: both are exact, so it is rounded once. */
  #number(): StepValue {
    const bytes = this.#bytes;
    const start = this.#at;
    let at = start;
    let digits = 0;
    let decimals = -1;
    let mantissa = 0;
    if (bytes[at] === 45 || bytes[at] === 43) at += 1;
    for (; ; at += 1) {
      const byte = bytes[at] ?? 0;
      if (isDigit(byte)) {
        mantissa = mantissa * 10 + byte - 48;
        digits += 1;
        if (decimals >= 0) decimals += 1;
      } else if (byte === 46 && decimals < 0) {
        decimals = 0;
      } else {
        break;
      }
    }
    const end = this.#isCut(at) ? -1 : this.#exponentEnd(at);
    if (end < 0) return this.#cutNumber(start);
    if (digits === 0) throw this.#stop(start, 'expected a number');
    this.#past(start, end);
    const power = POWERS[Math.max(0, decimals)];
    const isShort = end === at && digits <= EXACT_DIGITS && power !== undefined;
    const value = isShort
      ? (bytes[start] === 45 ? -mantissa : mantissa) / power
      : this.#finite(start, bytes.toString('latin1', start, end));
    return decimals < 0 && end === at ? { kind: 'integer', value } : { kind: 'real', value };
  }

  /** End of the exponent at an offset; -1 if a line break cuts it. */
  #exponentEnd(from: number): number {
    const bytes = this.#bytes;
    if (bytes[from] !== 69 && bytes[from] !== 101) return from;
    let at = from + 1;
    if (bytes[at] === 45 || bytes[at] === 43) at += 1;
    const first = at;
    while (isDigit(bytes[at] ?? 0)) at += 1;
    if (this.#isCut(at)) return -1;
    if (at === first) throw this.#stop(from, 'expected digits in the exponent');
    return at;
  }

  /** Whether a line break at an offset has more of a number behind it. */
  #isCut(at: number): boolean {
    return (
      isIgnored(this.#bytes[at] ?? 32) &&
      isNumberByte(this.#bytes[skipIgnored(this.#bytes, at)] ?? 0)
    );
  }

  /** A number with line breaks in it. */
  #cutNumber(start: number): StepValue {
    const end = runEnd(this.#bytes, start, isNumberByte);
    this.#past(start, end);
    const text = tokenText(this.#bytes, start, end);
    const [found, fraction, point, exponent] = NUMBER.exec(text) ?? [];
    if (found === undefined) throw this.#stop(start, 'expected a number');
    const isInteger = fraction === undefined && point === undefined && exponent === undefined;
    return { kind: isInteger ? 'integer' : 'real', value: this.#finite(start, text) };
  }

  #finite(start: number, text: string): number {
    const value = Number(text);
    if (!Number.isFinite(value)) throw this.#exceed(start, 'a number above 1.7E308');
    return value;
  }
}

function isNumberByte(byte: number): boolean {
  return isDigit(byte) || byte === 43 || byte === 45 || byte === 46 || byte === 69 || byte === 101;
}
