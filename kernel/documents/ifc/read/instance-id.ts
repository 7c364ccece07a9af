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
