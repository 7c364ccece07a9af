/** @module read-values: parses the arguments of one instance of a STEP file. */
import { isShiftedQuote, type RawEncoding, textOf } from './step-text.ts';
import { DERIVED, OMITTED, type StepValue } from './step-value.ts';

/** Maximum nesting depth of brackets; no schema needs more than four. */
const MAX_DEPTH = 32;
/** Integers of up to this many digits are exact in a double. */
const EXACT_DIGITS = 15;
/** Exact powers of ten. */
const POWERS = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
] as const;
/** Maximum length of a number, characters. */
const MAX_NUMBER_CHARS = 400;

/** A syntax error and its offset. */
export type ValueFault = { readonly offset: number; readonly fault: string };

/**
 * Thrown to stop parsing an instance. It is shared, because a file may have a fault on every line and creating an error
 * is expensive.
 */
const STOP = new Error('the text is not a value');

/** Source of arguments: the bytes of the file, and the encoding of its non-ASCII bytes. */
export type ValueSource = { readonly bytes: Buffer; readonly rawEncoding: () => RawEncoding };

/** Parses the values between brackets. `open` is the offset of the opening bracket. */
export function readValues(source: ValueSource, open: number): readonly StepValue[] | ValueFault {
  const reader = new ValueReader(source, open);
  try {
    return reader.list(0);
  } catch (error) {
    if (error !== STOP) throw error;
    return reader.stopped;
  }
}

class ValueReader {
  readonly #bytes: Buffer;
  readonly #rawEncoding: () => RawEncoding;
  #at: number;
  #stopped: ValueFault = { offset: 0, fault: '' };

  constructor({ bytes, rawEncoding }: ValueSource, at: number) {
    this.#bytes = bytes;
    this.#rawEncoding = rawEncoding;
    this.#at = at;
  }

  /** Where parsing stopped, and why. */
  get stopped(): ValueFault {
    return this.#stopped;
  }

  #stop(offset: number, fault: string): Error {
    this.#stopped = { offset, fault };
    return STOP;
  }

  /** Parses a list from its opening bracket to the closing one. */
  list(depth: number): readonly StepValue[] {
    if (depth > MAX_DEPTH) {
      throw this.#stop(this.#at, `more than ${MAX_DEPTH} nested brackets`);
    }
    const items: StepValue[] = [];
    this.#at += 1;
    if (this.#skipToByte() === 41) {
      this.#at += 1;
      return items;
    }
    for (;;) {
      items.push(this.#value(depth));
      const byte = this.#skipToByte();
      if (byte !== 44 && byte !== 41) {
        throw this.#stop(this.#at, 'expected `,` or `)` after a value');
      }
      this.#at += 1;
      if (byte === 41) return items;
    }
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
        return { kind: 'ref', id: this.#reference() };
      case 39:
        return { kind: 'text', value: this.#text() };
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

  /** The next byte outside white space and comments; 0 at the end. */
  #skipToByte(): number {
    const bytes = this.#bytes;
    for (;;) {
      const byte = bytes[this.#at] ?? 0;
      if (byte === 32 || (byte > 8 && byte < 14)) {
        this.#at += 1;
      } else if (byte === 47 && bytes[this.#at + 1] === 42) {
        const end = bytes.indexOf('*/', this.#at + 2, 'latin1');
        if (end < 0) throw this.#stop(this.#at, 'unterminated comment');
        this.#at = end + 2;
      } else {
        return byte;
      }
    }
  }

  #reference(): number {
    const start = this.#at;
    let at = start + 1;
    let id = 0;
    for (;;) {
      const byte = this.#bytes[at] ?? 0;
      if (!isDigit(byte)) break;
      id = id * 10 + byte - 48;
      at += 1;
    }
    if (at === start + 1) throw this.#stop(start, 'expected a number after `#`');
    this.#at = at;
    return id;
  }

  #text(): string {
    const bytes = this.#bytes;
    const start = this.#at + 1;
    let at = start;
    for (; at < bytes.length; at += 1) {
      if (bytes[at] !== 39 || isShiftedQuote(bytes, at)) continue;
      if (bytes[at + 1] !== 39) {
        this.#at = at + 1;
        return textOf(bytes, start, at, this.#rawEncoding);
      }
      at += 1;
    }
    throw this.#stop(start - 1, 'unterminated string');
  }

  /** Parses `.NAME.`, or a number that begins with its decimal point. */
  #dotted(): StepValue {
    const start = this.#at + 1;
    if (isDigit(this.#bytes[start] ?? 0)) return this.#number();
    const end = this.#nameEnd(start);
    if (end === start || this.#bytes[end] !== 46) {
      throw this.#stop(start - 1, 'expected an enumeration such as `.NOTDEFINED.`');
    }
    this.#at = end + 1;
    return { kind: 'enum', value: this.#bytes.toString('latin1', start, end).toUpperCase() };
  }

  #binary(): string {
    const start = this.#at + 1;
    const end = this.#bytes.indexOf(34, start);
    if (end < 0) throw this.#stop(start - 1, 'unterminated binary value');
    this.#at = end + 1;
    return this.#bytes.toString('latin1', start, end);
  }

  #typed(depth: number): StepValue {
    const start = this.#at;
    const end = this.#nameEnd(start);
    if (end === start) throw this.#stop(start, 'expected a value');
    const type = this.#bytes.toString('latin1', start, end).toUpperCase();
    this.#at = end;
    if (this.#skipToByte() !== 40) {
      throw this.#stop(start, `expected a value, found \`${type.slice(0, 60)}\``);
    }
    const [value, ...more] = this.list(depth + 1);
    if (value === undefined || more.length > 0) {
      throw this.#stop(start, `expected one value in \`${type.slice(0, 60)}(…)\``);
    }
    return { kind: 'typed', type, value };
  }

  #nameEnd(start: number): number {
    let at = start;
    for (;;) {
      const byte = this.#bytes[at] ?? 0;
      const isLetter = (byte > 64 && byte < 91) || (byte > 96 && byte < 123);
      if (!isLetter && !isDigit(byte) && byte !== 95 && byte !== 33) return at;
      at += 1;
    }
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
    if (digits === 0) throw this.#stop(start, 'expected a number');
    const end = this.#exponentEnd(at);
    this.#at = end;
    const power = POWERS[Math.max(0, decimals)];
    const isShort = end === at && digits <= EXACT_DIGITS && power !== undefined;
    const value = isShort
      ? (bytes[start] === 45 ? -mantissa : mantissa) / power
      : this.#longNumber(start, end);
    return decimals < 0 && end === at ? { kind: 'integer', value } : { kind: 'real', value };
  }

  #exponentEnd(from: number): number {
    const bytes = this.#bytes;
    if (bytes[from] !== 69 && bytes[from] !== 101) return from;
    let at = from + 1;
    if (bytes[at] === 45 || bytes[at] === 43) at += 1;
    const first = at;
    while (isDigit(bytes[at] ?? 0)) at += 1;
    if (at === first) throw this.#stop(from, 'expected digits in the exponent');
    return at;
  }

  #longNumber(start: number, end: number): number {
    const value =
      end - start > MAX_NUMBER_CHARS
        ? Number.NaN
        : Number(this.#bytes.toString('latin1', start, end));
    if (!Number.isFinite(value)) throw this.#stop(start, 'the number is too large or too long');
    return value;
  }
}

function isDigit(byte: number): boolean {
  return byte > 47 && byte < 58;
}
