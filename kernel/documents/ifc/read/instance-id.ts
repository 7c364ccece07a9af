/** @module instance-id: the number after `#` of an instance, of any length. */
import { tokenText } from './lexical.ts';

/** A number if it is exact in a double, otherwise its digits without leading zeros. */
export type InstanceId = number | string;

/** The id that the digits between two offsets state. */
export function instanceIdOf(bytes: Buffer, start: number, end: number): InstanceId {
  const digits = tokenText(bytes, start, end).replace(/^0+(?=\d)/u, '');
  const value = Number(digits);
  return value <= Number.MAX_SAFE_INTEGER ? value : digits;
}

/** Maps of one table: a Map holds 16.7 million entries, and a file can have more instances. */
const MAPS = 64;

/** Rows by id. */
export class IdMap {
  readonly #maps = Array.from({ length: MAPS }, () => new Map<InstanceId, number>());

  get(id: InstanceId): number | undefined {
    return this.#mapOf(id).get(id);
  }

  set(id: InstanceId, row: number): void {
    this.#mapOf(id).set(id, row);
  }

  /** All ids, in no order. */
  ids(): readonly InstanceId[] {
    return this.#maps.flatMap((map) => [...map.keys()]);
  }

  #mapOf(id: InstanceId): Map<InstanceId, number> {
    const last = typeof id === 'number' ? id : Number(id.slice(-6));
    return this.#maps[last % MAPS] ?? new Map();
  }
}
