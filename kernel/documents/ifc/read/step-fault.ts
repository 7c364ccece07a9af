/** @module step-fault: what is wrong with the text of a STEP file, and where. */

/** One fault of the text. Lines and columns count from 1, columns in bytes. */
export type StepFault = {
  readonly line: number;
  readonly column: number;
  /** Instance it is about, null where it is about none. */
  readonly id: number | null;
  /** Lower-case, no full stop, text of the file in backticks. */
  readonly message: string;
};

/** Faults that are kept; the others are counted. */
const KEPT = 500;
const BLOCK = 65_536;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Where offsets are in a text: lines are counted once for each block of it. */
class Lines {
  readonly #bytes: Uint8Array;
  #before: Uint32Array | null = null;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Line and column of an offset. */
  at(offset: number): { readonly line: number; readonly column: number } {
    const before = (this.#before ??= this.#count());
    const block = Math.min(Math.floor(offset / BLOCK), before.length - 1);
    let line = 1 + (before[block] ?? 0);
    for (let i = block * BLOCK; i < offset; i += 1) if (this.#ends(i)) line += 1;
    let start = offset;
    while (start > 0 && !this.#ends(start - 1)) start -= 1;
    return { line, column: 1 + offset - start };
  }

  #count(): Uint32Array {
    const before = new Uint32Array(1 + Math.floor(this.#bytes.length / BLOCK));
    let lines = 0;
    for (let i = 0; i < this.#bytes.length; i += 1) {
      if (i % BLOCK === 0) before[i / BLOCK] = lines;
      if (this.#ends(i)) lines += 1;
    }
    return before;
  }

  #ends(at: number): boolean {
    const byte = this.#bytes[at];
    if (byte === LINE_FEED) return true;
    return byte === CARRIAGE_RETURN && this.#bytes[at + 1] !== LINE_FEED;
  }
}

/** The faults of a file, as they are found. */
export class StepFaults {
  readonly #lines: Lines;
  readonly #faults: StepFault[] = [];
  #found = 0;

  constructor(bytes: Uint8Array) {
    this.#lines = new Lines(bytes);
  }

  add(offset: number, id: number | null, message: string): void {
    this.#found += 1;
    if (this.#faults.length < KEPT) {
      this.#faults.push({ ...this.#lines.at(offset), id, message });
    }
  }

  /** Line of an offset, from 1. */
  lineAt(offset: number): number {
    return this.#lines.at(offset).line;
  }

  /** The first faults that were found. */
  get kept(): readonly StepFault[] {
    return this.#faults;
  }

  /** How many there were. */
  get found(): number {
    return this.#found;
  }
}
