/** @module step-fault: syntax errors of a STEP file, and limits of this reader, with their positions. */
import type { InstanceId } from './instance-id.ts';

/** One syntax error. Lines and columns count from 1, columns in bytes. */
export type StepFault = {
  readonly line: number;
  readonly column: number;
  /** Number of the instance with the error; null if the error is outside instances. */
  readonly id: InstanceId | null;
  /** In lower case, without a full stop; text of the file is in backticks. */
  readonly message: string;
};

/** Maximum number of faults that are kept; further faults are only counted. */
const MAX_KEPT = 500;
const BLOCK = 65_536;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** For each block, the line ends before it and the offset at which its first line begins. */
type Blocks = { readonly lines: Uint32Array; readonly starts: Uint32Array };

/** Converts offsets to lines and columns. Line ends are found once for each block of the text. */
export class Lines {
  readonly #bytes: Uint8Array;
  #blocks: Blocks | null = null;
  /** The place that was converted last: places mostly come in the order of the file. */
  #last = { offset: 0, line: 1, start: 0 };

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Line and column of an offset. */
  at(offset: number): { readonly line: number; readonly column: number } {
    const { lines, starts } = (this.#blocks ??= this.#count());
    const block = Math.min(Math.floor(offset / BLOCK), lines.length - 1);
    const isAfter = this.#last.offset >= block * BLOCK && this.#last.offset <= offset;
    let line = isAfter ? this.#last.line : 1 + (lines[block] ?? 0);
    let start = isAfter ? this.#last.start : (starts[block] ?? 0);
    for (let i = isAfter ? this.#last.offset : block * BLOCK; i < offset; i += 1) {
      if (!this.#ends(i)) continue;
      line += 1;
      start = i + 1;
    }
    this.#last = { offset, line, start };
    return { line, column: 1 + offset - start };
  }

  #count(): Blocks {
    const blocks = 1 + Math.floor(this.#bytes.length / BLOCK);
    const [lines, starts] = [new Uint32Array(blocks), new Uint32Array(blocks)];
    let [line, start] = [0, 0];
    for (let i = 0; i < this.#bytes.length; i += 1) {
      if (i % BLOCK === 0) [lines[i / BLOCK], starts[i / BLOCK]] = [line, start];
      if (!this.#ends(i)) continue;
      line += 1;
      start = i + 1;
    }
    if (this.#bytes.length % BLOCK === 0) [lines[blocks - 1], starts[blocks - 1]] = [line, start];
    return { lines, starts };
  }

  #ends(at: number): boolean {
    const byte = this.#bytes[at];
    if (byte === LINE_FEED) return true;
    return byte === CARRIAGE_RETURN && this.#bytes[at + 1] !== LINE_FEED;
  }
}

/** Collects the faults of a file, or the places at which a limit ended reading. */
export class StepFaults {
  readonly #lines: Lines;
  readonly #faults: StepFault[] = [];
  #found = 0;

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  add(offset: number, id: InstanceId | null, message: string): void {
    this.#found += 1;
    if (this.#faults.length < MAX_KEPT) {
      this.#faults.push({ ...this.#lines.at(offset), id, message });
    }
  }

  /** The first faults that were found. */
  get kept(): readonly StepFault[] {
    return this.#faults;
  }

  /** Total number of faults found. */
  get found(): number {
    return this.#found;
  }
}
