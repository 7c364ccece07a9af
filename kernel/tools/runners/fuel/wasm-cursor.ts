/** @module wasm-cursor: strict reader of WebAssembly's binary primitives; every error has its byte offset. */

/** `WASM_MALFORMED`: not valid in the binary format. `WASM_UNSUPPORTED`: possibly valid, but cannot be metered. */
export type FuelErrorCode = 'WASM_MALFORMED' | 'WASM_UNSUPPORTED';

/** Why a module cannot be rewritten; `offset` is the byte position in the source module. */
export class FuelError extends Error {
  readonly code: FuelErrorCode;
  readonly offset: number;

  constructor(code: FuelErrorCode, message: string, offset: number) {
    super(`${message} at byte ${offset}`);
    this.name = 'FuelError';
    this.code = code;
    this.offset = offset;
  }
}

/** Reads `bytes` forward from `at` up to `end` (exclusive). Each method throws `FuelError` for invalid bytes. */
export class WasmCursor {
  readonly bytes: Uint8Array;
  readonly end: number;
  at: number;

  constructor(bytes: Uint8Array, at: number, end: number) {
    if (end > bytes.length) {
      throw new FuelError(
        'WASM_MALFORMED',
        'a section or body runs past the end of the module',
        at,
      );
    }
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  malformed(message: string): FuelError {
    return new FuelError('WASM_MALFORMED', message, this.at);
  }

  unsupported(message: string): FuelError {
    return new FuelError('WASM_UNSUPPORTED', message, this.at);
  }

  byte(): number {
    const value = this.at < this.end ? this.bytes[this.at] : undefined;
    if (value === undefined) throw this.malformed('unexpected end');
    this.at += 1;
    return value;
  }

  peek(): number {
    const value = this.byte();
    this.at -= 1;
    return value;
  }

  skip(count: number): void {
    if (count > this.end - this.at) throw this.malformed('unexpected end');
    this.at += count;
  }

  /** Unsigned LEB128 of at most 32 bits; longer or wider encodings are malformed (spec, binary 5.2.2). */
  u32(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      if (shift === 28 && byte > 0x0f) throw this.malformed('integer is longer than 32 bits');
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw this.malformed('integer is longer than 32 bits');
  }

  /** Skips a signed LEB128 of at most `bits` bits and returns whether it was negative; checks the sign extension. */
  signed(bits: 32 | 33 | 64): boolean {
    const longest = Math.ceil(bits / 7);
    for (let index = 1; index <= longest; index += 1) {
      const byte = this.byte();
      if (index === longest) {
        const used = bits - 7 * (longest - 1);
        const mask = 0x7f & ~((1 << (used - 1)) - 1);
        if (byte >= 0x80 || ((byte & mask) !== 0 && (byte & mask) !== mask)) {
          throw this.malformed(`integer is longer than ${bits} bits`);
        }
      }
      if (byte < 0x80) return (byte & 0x40) !== 0;
    }
    throw this.malformed(`integer is longer than ${bits} bits`);
  }

  /** Length prefix of a vector; a count above the number of remaining bytes is malformed. */
  count(): number {
    const value = this.u32();
    if (value > this.end - this.at) throw this.malformed('a count exceeds the bytes that follow');
    return value;
  }

  /** A name as UTF-8 text; bytes that are not UTF-8 are malformed. */
  name(): string {
    const length = this.count();
    const raw = this.bytes.subarray(this.at, this.at + length);
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
      this.at += length;
      return text;
    } catch {
      throw this.malformed('a name is not UTF-8');
    }
  }

  /** Skips a value type: a number, v128, funcref, externref or exnref. Typed references are not supported. */
  valueType(): void {
    const type = this.byte();
    const known = (type >= 0x7b && type <= 0x7f) || type === 0x70 || type === 0x6f || type === 0x69;
    if (!known) throw this.unsupported(`value type 0x${type.toString(16)}`);
  }

  /** Limits of a table or memory, in elements or pages; `max` is undefined if unlimited. */
  limits(): { readonly min: number; readonly max: number | undefined } {
    const flags = this.byte();
    if (flags > 1) throw this.unsupported('shared or 64-bit limits');
    const min = this.u32();
    return { min, max: flags === 1 ? this.u32() : undefined };
  }

  /** Throws unless all bytes were read. `what` names the content in the message. */
  finish(what: string): void {
    if (this.at !== this.end) throw this.malformed(`${what} is longer than its content`);
  }
}
