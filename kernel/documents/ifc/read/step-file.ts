/** @module step-file: a STEP file with its instances; arguments are parsed on demand. */
import { readValues } from './read-values.ts';
import { type Scanned, scanStep } from './scan.ts';
import type { StepFault } from './step-fault.ts';
import { type RawEncoding, rawEncodingOf } from './step-text.ts';
import type { StepValue } from './step-value.ts';

/** Maximum number of instances whose parsed arguments are cached. */
const MAX_CACHED = 200_000;
/** Instance numbers are looked up in a table if it needs at most this many slots for each instance. */
const TABLE_SLOTS = 8;

/** Reads the text of a STEP file. Syntax errors are reported in `faults`; all readable instances are available. */
export function readStepFile(bytes: Buffer): StepFile {
  const scanned = scanStep(bytes);
  return new StepFile(bytes, scanned);
}

/** A STEP file. Instances are identified by row: their position in the file, from 0. */
export class StepFile {
  readonly #bytes: Buffer;
  readonly #scanned: Scanned;
  readonly #rowOf: (id: number) => number;
  #raw: RawEncoding | null = null;
  #cache = new Map<number, readonly StepValue[]>();
  readonly #faulty = new Set<number>();

  constructor(bytes: Buffer, scanned: Scanned) {
    this.#bytes = bytes;
    this.#scanned = scanned;
    this.#rowOf = this.#index();
  }

  /** Size of the file, bytes. */
  get size(): number {
    return this.#bytes.length;
  }

  /** Number of instances. */
  get count(): number {
    return this.#scanned.count;
  }

  /** Names of types in upper case; `typeIndex` is an index into this list. */
  get typeNames(): readonly string[] {
    return this.#scanned.names;
  }

  typeIndex(row: number): number {
    return this.#scanned.types[row] ?? -1;
  }

  /** Name of the type of an instance in upper case. */
  typeName(row: number): string {
    return this.#scanned.names[this.typeIndex(row)] ?? '';
  }

  /** The number after `#`. */
  idOf(row: number): number {
    return this.#scanned.ids[row] ?? 0;
  }

  /** The row of the instance with this number (the first if several have it); -1 if there is none. */
  rowOf(id: number): number {
    return this.#rowOf(id);
  }

  /** Line of an instance, from 1. */
  lineOf(row: number): number {
    return this.#scanned.faults.lineAt(this.#scanned.starts[row] ?? 0);
  }

  /** Arguments of an instance; empty if they cannot be parsed, which is reported as a fault. */
  values(row: number): readonly StepValue[] {
    const cached = this.#cache.get(row);
    if (cached !== undefined) return cached;
    const values = this.#read(this.#scanned.starts[row] ?? 0, row);
    if (this.#cache.size >= MAX_CACHED) this.#cache = new Map();
    this.#cache.set(row, values);
    return values;
  }

  /** Arguments of a header entry such as `FILE_SCHEMA`; empty if it is missing. */
  header(name: string): readonly StepValue[] {
    const start = this.#scanned.header.get(name);
    return start === undefined ? [] : this.#read(start, null);
  }

  /** Names in FILE_SCHEMA, in upper case. */
  get schemas(): readonly string[] {
    const [list] = this.header('FILE_SCHEMA');
    if (list?.kind !== 'list') return [];
    return list.items.flatMap((one) => (one.kind === 'text' ? [one.value.toUpperCase()] : []));
  }

  /** Syntax errors in the part of the text that has been read so far. */
  get faults(): { readonly kept: readonly StepFault[]; readonly found: number } {
    return this.#scanned.faults;
  }

  #read(start: number, row: number | null): readonly StepValue[] {
    if (row !== null && this.#faulty.has(row)) return [];
    const raw = (): RawEncoding => (this.#raw ??= rawEncodingOf(this.#bytes));
    const values = readValues({ bytes: this.#bytes, rawEncoding: raw }, start);
    if (!('fault' in values)) return values;
    this.#scanned.faults.add(values.offset, row === null ? null : this.idOf(row), values.fault);
    if (row !== null) this.#faulty.add(row);
    return [];
  }

  /** Builds the lookup of rows by number. If two instances have the same number, the first one is returned. */
  #index(): (id: number) => number {
    const { ids, count } = this.#scanned;
    let most = 0;
    for (const id of ids) if (id > most) most = id;
    if (most > TABLE_SLOTS * count + 65_536) {
      const rows = new Map<number, number>();
      for (let row = 0; row < count; row += 1) {
        const id = ids[row] ?? 0;
        if (rows.has(id)) this.#addDuplicate(row);
        else rows.set(id, row);
      }
      return (id) => rows.get(id) ?? -1;
    }
    const table = new Int32Array(most + 1).fill(-1);
    for (let row = 0; row < count; row += 1) {
      const id = ids[row] ?? 0;
      if (table[id] === -1) table[id] = row;
      else this.#addDuplicate(row);
    }
    return (id) => table[id] ?? -1;
  }

  #addDuplicate(row: number): void {
    const { starts, faults } = this.#scanned;
    const id = this.idOf(row);
    faults.add(starts[row] ?? 0, id, `the number \`#${id}\` is used twice`);
  }
}
