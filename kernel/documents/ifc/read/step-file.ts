/** @module step-file: a STEP file with its instances; arguments are parsed on demand. */
import type { InstanceId } from './instance-id.ts';
import { beginOf, MAX_NAMES, OTHER_TYPE, rowIndex } from './instance-table.ts';
import { Comments } from './lexical.ts';
import { type RawEncoding, rawEncodingOf } from './raw-encoding.ts';
import { readValues, type ReadValues } from './read-values.ts';
import { scanStep } from './scan.ts';
import type { HeaderEntry, Scanned } from './scanned.ts';
import type { StepFault } from './step-fault.ts';
import type { StepValue } from './step-value.ts';
import { fromWide } from './wide-encoding.ts';

/** Maximum number of instances whose parsed arguments are cached, and of their values. */
type CacheSize = { readonly instances: number; readonly values: number };
/** About 250 MB of memory. */
const CACHE: CacheSize = { instances: 200_000, values: 4_000_000 };
/** Bytes of a text that need as much memory as a value. */
const BYTES_PER_VALUE = 32;
/** Maximum length of a quotation in a message, characters. */
const MAX_QUOTED = 60;
const [UNREAD, REPORTED] = [1, 2];
const NO_VALUES: readonly StepValue[] = [];

/** Faults, or limits: the first ones, and the number of all. */
export type Found = { readonly kept: readonly StepFault[]; readonly found: number };

/** An entity of the header with its arguments, which are null if they cannot be read. */
export type HeaderEntity = {
  readonly name: string;
  readonly line: number;
  readonly values: readonly StepValue[] | null;
};

/** Reads the text of a STEP file. Syntax errors are reported in `faults`; all readable instances are available. */
export function readStepFile(bytes: Buffer, cache = CACHE): StepFile {
  const wide = fromWide(bytes);
  if (wide === null) return new StepFile(bytes, scanStep(bytes, null), cache);
  return new StepFile(
    wide.bytes,
    scanStep(wide.bytes, `expected a file in UTF-8, found ${wide.encoding}`),
    cache,
  );
}

/** A STEP file. Instances are identified by row: their position in the file, from 0. */
export class StepFile {
  readonly #bytes: Buffer;
  readonly #scanned: Scanned;
  readonly #rowOf: (id: InstanceId) => number;
  readonly #cacheSize: CacheSize;
  #raw: RawEncoding | null = null;
  #cache = new Map<number, readonly StepValue[]>();
  /** Number of values in the cache; long texts count as several. */
  #cached = 0;
  #parsed = 0;
  /** For each row `UNREAD` if its arguments cannot be read, `REPORTED` if they can but have faults, which are reported. */
  readonly #states: Uint8Array;
  #header: readonly HeaderEntity[] | null = null;
  readonly #repeated = new Set<InstanceId>();

  constructor(bytes: Buffer, scanned: Scanned, cache = CACHE) {
    this.#bytes = bytes;
    this.#cacheSize = cache;
    this.#scanned = scanned;
    this.#states = new Uint8Array(scanned.count);
    for (const row of scanned.broken) this.#states[row] = UNREAD;
    this.#rowOf = rowIndex(scanned, (row) => {
      const id = this.idOf(row);
      this.#repeated.add(id);
      const shown = String(id).slice(0, MAX_QUOTED);
      scanned.faults.add(scanned.starts[row] ?? 0, id, `the number \`#${shown}\` is used twice`);
    });
  }

  /** Size of the file, bytes. */
  get size(): number {
    return this.#bytes.length;
  }

  /** The bytes that were read: those of the file, or its text in UTF-8 if it is in UTF-16 or UTF-32. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Comments of these bytes. */
  get comments(): Comments {
    return this.#scanned.comments;
  }

  /** Offset of the `#` of an instance. */
  beginOf(row: number): number {
    return beginOf(this.#scanned, row);
  }

  /** Offset of the opening bracket of an instance. */
  openOf(row: number): number {
    return this.#scanned.starts[row] ?? 0;
  }

  /** Offset up to which the text of an instance is: where the next one begins. */
  limitOf(row: number): number {
    return row + 1 < this.count ? this.beginOf(row + 1) : this.size;
  }

  /** Whether the arguments of an instance are known not to end, or not to be readable. */
  isBroken(row: number): boolean {
    return !this.#canRead(row);
  }

  /** Whether several instances have the number of this one. */
  isRepeated(row: number): boolean {
    return this.#repeated.has(this.idOf(row));
  }

  /** Numbers of instances of other files (REFERENCE section, edition 3). */
  get externalIds(): readonly InstanceId[] {
    return this.#scanned.external.ids();
  }

  /** Offset of the opening bracket of the first header entity of a name; -1 if there is none that can be read. */
  headerOpen(name: string): number {
    const entry = this.#scanned.header.find((one) => one.name === name);
    return entry === undefined || entry.isBroken ? -1 : entry.open;
  }

  /** Parses arguments in brackets that replace those of an instance; null if they cannot be read. */
  parse(text: Buffer): readonly StepValue[] | null {
    const rawEncoding = (): RawEncoding => this.#rawEncoding();
    const source = { bytes: text, rawEncoding, comments: new Comments(text) };
    return readValues(source, 0, { isCut: true, isComplex: false }).values;
  }

  /** Number of values that have been parsed, again and again those that were not cached. */
  get parsed(): number {
    return this.#parsed;
  }

  /** Whether the file has more statements than are read: instances may be missing. */
  get isPartial(): boolean {
    return this.#scanned.isPartial;
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

  /** Name of the type of an instance in upper case; empty if the file has more names than are distinguished. */
  typeName(row: number): string {
    return this.#scanned.names[this.typeIndex(row)] ?? '';
  }

  /** Whether the type of an instance is not known, because the file has more names than are distinguished. */
  isUntyped(row: number): boolean {
    return this.#scanned.types[row] === OTHER_TYPE;
  }

  /** Whether there are such instances. */
  get hasUntyped(): boolean {
    return this.#scanned.names.length === MAX_NAMES && this.#scanned.types.includes(OTHER_TYPE);
  }

  /** The number after `#`. */
  idOf(row: number): InstanceId {
    return this.#scanned.largeIds.get(row) ?? this.#scanned.ids[row] ?? 0;
  }

  /** The row of the instance with this number (the first if several have it); -1 if there is none. */
  rowOf(id: InstanceId): number {
    return this.#rowOf(id);
  }

  /** Whether an instance consists of entities with arguments of their own, which are its values. */
  isComplex(row: number): boolean {
    return this.#scanned.complex.has(row);
  }

  /** Whether a number stands for an instance of another file (REFERENCE section, edition 3). */
  isExternal(id: InstanceId): boolean {
    return this.#scanned.external.get(id) !== undefined;
  }

  /** Line of an instance, from 1. */
  lineOf(row: number): number {
    return this.#scanned.lines.at(this.#scanned.starts[row] ?? 0).line;
  }

  /** Arguments of an instance; empty if they cannot be read, which is in `faults` or `limits`. */
  values(row: number): readonly StepValue[] {
    const cached = this.#cache.get(row);
    if (cached !== undefined) return cached;
    if (!this.#canRead(row)) return NO_VALUES;
    const start = this.#scanned.starts[row] ?? 0;
    const { values, count, end } = this.#read(start, row);
    if (values === null) {
      this.#states[row] = UNREAD;
      return NO_VALUES;
    }
    const size = Math.max(count, Math.floor((end - start) / BYTES_PER_VALUE));
    const { instances, values: most } = this.#cacheSize;
    if (this.#cache.size >= instances || this.#cached + size > most) {
      this.#cache = new Map();
      this.#cached = 0;
    }
    this.#cache.set(row, values);
    this.#cached += size;
    return values;
  }

  /** Whether the arguments of an instance can be read. */
  isRead(row: number): boolean {
    return this.values(row).length > 0 || this.#canRead(row);
  }

  /** Reads the header, so that its faults are in `faults`. */
  readHeader(): void {
    this.#header ??= this.#scanned.header.map((entry) => this.#headerEntity(entry));
  }

  /** The entities of the header in the order of the file. */
  get header(): readonly HeaderEntity[] {
    this.readHeader();
    return this.#header ?? [];
  }

  /** Line of `HEADER`; null if the file has no header. */
  get headerLine(): number | null {
    const { headerAt, lines } = this.#scanned;
    return headerAt === null ? null : lines.at(headerAt).line;
  }

  /** Arguments of the first header entity of a name, such as `FILE_SCHEMA`; empty if it is missing. */
  headerValues(name: string): readonly StepValue[] {
    return this.header.find((entity) => entity.name === name)?.values ?? NO_VALUES;
  }

  /** Names in FILE_SCHEMA, in upper case. */
  get schemas(): readonly string[] {
    const [list] = this.headerValues('FILE_SCHEMA');
    if (list?.kind !== 'list') return [];
    return list.items.flatMap((one) => (one.kind === 'text' ? [one.value.toUpperCase()] : []));
  }

  /** Syntax errors in the part of the text that has been read so far. */
  get faults(): Found {
    return this.#scanned.faults;
  }

  /** Places in that part at which a limit of this reader ended reading. */
  get limits(): Found {
    return this.#scanned.limits;
  }

  #headerEntity({ name, at, open, isBroken, isCut }: HeaderEntry): HeaderEntity {
    if (open < 0 && !isBroken) {
      this.#scanned.faults.add(
        at,
        null,
        `expected arguments in brackets after \`${name.slice(0, MAX_QUOTED)}\``,
      );
    }
    const values = open < 0 || isBroken ? null : this.#read(open, null, isCut).values;
    return { name, line: this.#scanned.lines.at(at).line, values };
  }

  #rawEncoding(): RawEncoding {
    return (this.#raw ??= rawEncodingOf(this.#bytes));
  }

  #canRead(row: number): boolean {
    return this.#states[row] !== UNREAD;
  }

  /** Reads arguments. Their faults are reported once. `row` is null in the header. */
  #read(start: number, row: number | null, isCut = false): ReadValues {
    const rawEncoding = (): RawEncoding => this.#rawEncoding();
    const source = { bytes: this.#bytes, rawEncoding, comments: this.#scanned.comments };
    const isComplex = row !== null && this.isComplex(row);
    const read = readValues(source, start, { isCut, isComplex });
    const { faults, limit } = read;
    this.#parsed += read.count;
    if (faults.length === 0 && limit === null) return read;
    if (row !== null && this.#states[row] === REPORTED) return read;
    const id = row === null ? null : this.idOf(row);
    for (const { offset, fault } of faults) this.#scanned.faults.add(offset, id, fault);
    if (limit !== null) this.#scanned.limits.add(limit.offset, id, limit.fault);
    if (row !== null) this.#states[row] = REPORTED;
    return read;
  }
}
