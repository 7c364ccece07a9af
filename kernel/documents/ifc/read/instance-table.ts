/** @module instance-table: the instances of a STEP file as columns: number, type, offset of the arguments. */
import { IdMap, type InstanceId } from './instance-id.ts';

/** Maximum number of entity names that are distinguished; no schema has as many as 1,000. */
export const MAX_NAMES = 20_000;
/** Type of instances whose name is beyond `MAX_NAMES`. */
export const OTHER_TYPE = 65_535;
/** Type of complex instances; no entity has this name. */
export const COMPLEX = '(…)';
/** Marks an id that is in `largeIds`. */
const LARGE = 4_294_967_295;
/** Marks a number of bytes that is in `longHeads`. */
const LONG = 255;

/** The columns of a file: one row for each instance, in the order of the file. */
export type InstanceColumns = {
  readonly count: number;
  /** Number after `#`; `LARGE` if it is in `largeIds`. */
  readonly ids: Uint32Array;
  readonly largeIds: ReadonlyMap<number, InstanceId>;
  /** Index into `names`, or `OTHER_TYPE`. */
  readonly types: Uint16Array;
  /** Offset of the opening bracket of the arguments. */
  readonly starts: Uint32Array;
  /** Bytes from `#` to that bracket; `LONG` if they are in `longHeads`. */
  readonly heads: Uint8Array;
  readonly longHeads: ReadonlyMap<number, number>;
  /** Names of types in upper case, in order of first occurrence. */
  readonly names: readonly string[];
};

/** Offsets of an instance. */
type Place = { readonly begin: number; readonly start: number };

/** Offset of the `#` of an instance. */
export function beginOf({ starts, heads, longHeads }: InstanceColumns, row: number): number {
  return (starts[row] ?? 0) - (longHeads.get(row) ?? heads[row] ?? 0);
}

/** Collects instances. */
export class InstanceTable {
  readonly #names: string[] = [];
  readonly #byName = new Map<string, number>();
  readonly #byHash = new Map<number, number>();
  readonly #largeIds = new Map<number, InstanceId>();
  #ids: Uint32Array;
  #types: Uint16Array;
  #starts: Uint32Array;
  #heads: Uint8Array;
  readonly #longHeads = new Map<number, number>();
  #count = 0;

  constructor(guess: number) {
    this.#ids = new Uint32Array(guess);
    this.#types = new Uint16Array(guess);
    this.#starts = new Uint32Array(guess);
    this.#heads = new Uint8Array(guess);
  }

  /** Adds an instance and returns its row. `begin` and `start` are the offsets of its `#` and its opening bracket. */
  add(id: InstanceId, type: number, { begin, start }: Place): number {
    const row = this.#count;
    if (row === this.#ids.length) this.#grow();
    const isSmall = typeof id === 'number' && id < LARGE;
    if (!isSmall) this.#largeIds.set(row, id);
    this.#ids[row] = isSmall ? id : LARGE;
    this.#types[row] = type;
    this.#starts[row] = start;
    this.#heads[row] = Math.min(start - begin, LONG);
    if (start - begin >= LONG) this.#longHeads.set(row, start - begin);
    this.#count += 1;
    return row;
  }

  /** Index of a type by a hash of the bytes of its name, if these bytes were found before. */
  typeOf(hash: number, isNamed: (name: string) => boolean): number | undefined {
    const known = this.#byHash.get(hash);
    return known !== undefined && isNamed(this.#names[known] ?? '') ? known : undefined;
  }

  /** Index of the type with a name; `OTHER_TYPE` if there are too many names. */
  typeNamed(name: string, hash: number): number {
    const known = this.#byName.get(name);
    const index = known ?? this.#names.length;
    if (index === MAX_NAMES) return OTHER_TYPE;
    if (known === undefined) {
      this.#names.push(name);
      this.#byName.set(name, index);
    }
    this.#byHash.set(hash, index);
    return index;
  }

  columns(): InstanceColumns {
    return {
      count: this.#count,
      ids: this.#ids.subarray(0, this.#count),
      largeIds: this.#largeIds,
      types: this.#types.subarray(0, this.#count),
      starts: this.#starts.subarray(0, this.#count),
      heads: this.#heads.subarray(0, this.#count),
      longHeads: this.#longHeads,
      names: this.#names,
    };
  }

  #grow(): void {
    const size = 2 * this.#count;
    this.#ids = grown(this.#ids, new Uint32Array(size));
    this.#types = grown(this.#types, new Uint16Array(size));
    this.#starts = grown(this.#starts, new Uint32Array(size));
    this.#heads = grown(this.#heads, new Uint8Array(size));
  }
}

function grown<T extends Uint32Array | Uint16Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Slots of a table for each instance, up to which rows are looked up in a table. */
const TABLE_SLOTS = 8;

/** Builds the lookup of rows by id. If several instances have one id, the first is found; `onRepeat` gets the others. */
export function rowIndex(
  { ids, largeIds, count }: InstanceColumns,
  onRepeat: (row: number) => void,
): (id: InstanceId) => number {
  let most = 0;
  for (const id of ids) if (id > most && id !== LARGE) most = id;
  const large = new IdMap();
  for (const [row, id] of largeIds) {
    if (large.get(id) !== undefined) onRepeat(row);
    else large.set(id, row);
  }
  const small = most > TABLE_SLOTS * count + 65_536 ? new IdMap() : null;
  const table = new Int32Array(small === null ? most + 1 : 0).fill(-1);
  for (let row = 0; row < count; row += 1) {
    const id = ids[row] ?? LARGE;
    if (id === LARGE) continue;
    const known = small === null ? table[id] : (small.get(id) ?? -1);
    if (known !== -1) onRepeat(row);
    else if (small === null) table[id] = row;
    else small.set(id, row);
  }
  return (id) => {
    if (typeof id === 'string' || id >= LARGE) return large.get(id) ?? -1;
    return (small === null ? table[id] : small.get(id)) ?? -1;
  };
}
