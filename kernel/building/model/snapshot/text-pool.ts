/** @module text pool: a large number of numbered texts in two byte sections, read individually. */
import { bytesOf, type Sections } from './sections.ts';
import { SnapshotFault } from './snapshot-fault.ts';

const FIRST_BYTES = 65_536;
const FIRST_TEXTS = 1024;
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

/** Collects texts and numbers them from 0. */
export class TextPoolWriter {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #end = 0;
  #ends = new Uint32Array(FIRST_TEXTS);
  #count = 0;

  /** Adds a text and returns its number. */
  add(text: string): number {
    const room = this.#end + text.length * MAX_BYTES_PER_UNIT;
    if (room > this.#bytes.byteLength) {
      const larger = Buffer.allocUnsafe(Math.max(room, 2 * this.#bytes.byteLength));
      larger.set(this.#bytes.subarray(0, this.#end));
      this.#bytes = larger;
    }
    this.#end += this.#bytes.write(text, this.#end);
    if (this.#end > 0xff_ff_ff_ff) throw new RangeError('the texts exceed 4 GiB');
    if (this.#count === this.#ends.length) {
      const larger = new Uint32Array(2 * this.#count);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[this.#count] = this.#end;
    this.#count += 1;
    return this.#count - 1;
  }

  get size(): number {
    return this.#count;
  }

  /** Returns the sections that `TextPool` reads under the same name. */
  sections(name: string): readonly (readonly [name: string, bytes: Uint8Array])[] {
    return [
      [`${name}.texts`, this.#bytes.subarray(0, this.#end)],
      [`${name}.ends`, bytesOf(this.#ends.subarray(0, this.#count))],
    ];
  }
}

/** Texts by number. */
export class TextPool {
  readonly #texts: Buffer;
  readonly #ends: Uint32Array;

  constructor(sections: Sections, name: string) {
    const { buffer, byteOffset, byteLength } = sections.bytes(`${name}.texts`);
    this.#texts = Buffer.from(buffer, byteOffset, byteLength);
    this.#ends = sections.numbers(`${name}.ends`);
  }

  get size(): number {
    return this.#ends.length;
  }

  /** Returns a text. Throws `SnapshotFault` for an unknown number. */
  text(number: number): string {
    const end = this.#ends[number];
    if (end === undefined) throw new SnapshotFault(`there is no text \`${number}\``);
    return this.#texts.toString('utf8', number === 0 ? 0 : this.#ends[number - 1], end);
  }

  /** Parses a text as a JSON list. Throws `SnapshotFault` if it is not a list. */
  list(number: number): readonly unknown[] {
    const found: unknown = JSON.parse(this.text(number));
    if (Array.isArray(found)) return found;
    throw new SnapshotFault('a text is not a list');
  }
}
