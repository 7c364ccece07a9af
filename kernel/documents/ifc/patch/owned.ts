/** @module owned: changes of nested records of one owner; each is copied first if others use it too. */
import { own } from './own.ts';
import { type PatchValue, real, reals, ref } from './patch-value.ts';
import type { Records } from './records.ts';

/** Thrown to undo the copies of an edit that changes nothing. */
const UNCHANGED = new Error('nothing changed');

/**
 * Runs an edit that copies shared records first; if it then returns false, the copies are undone. Returns whether it
 * changed anything.
 */
export function changing(records: Records, edit: () => boolean): boolean {
  try {
    return records.attempt(() => {
      if (!edit()) throw UNCHANGED;
      return true;
    });
  } catch (error) {
    if (error !== UNCHANGED) throw error;
    return false;
  }
}

/** A record to which only one owner leads. Its nested records are made that as well when they are changed. */
export class Owned {
  readonly records: Records;
  readonly row: number;

  constructor(records: Records, path: readonly number[]) {
    this.records = records;
    this.row = own(records, path).at(-1) ?? -1;
  }

  /** The record of an attribute as an owned one; null without one. */
  child(attribute: string): Owned | null {
    const row = this.records.ref(this.row, attribute);
    return row === null ? null : new Owned(this.records, [this.row, row]);
  }

  set(attribute: string, value: PatchValue): boolean {
    return this.records.set(this.row, attribute, value);
  }

  /** Sets a number, however the file writes it; undefined leaves it. */
  setNumber(attribute: string, value: number | undefined): boolean {
    if (value === undefined || this.records.number(this.row, attribute) === value) return false;
    return this.set(attribute, real(value));
  }

  /** Sets the coordinates of the point of an attribute, which is added if there is none; undefined leaves it. */
  setPoint(attribute: string, coordinates: readonly number[] | undefined): boolean {
    return this.#setNested(attribute, coordinates, ['IfcCartesianPoint', 'Coordinates']);
  }

  /** The same for a direction. */
  setDirection(attribute: string, ratios: readonly number[] | undefined): boolean {
    return this.#setNested(attribute, ratios, ['IfcDirection', 'DirectionRatios']);
  }

  #setNested(
    attribute: string,
    numbers: readonly number[] | undefined,
    [entity, list]: readonly [entity: string, list: string],
  ): boolean {
    if (numbers === undefined) return false;
    const row = this.records.ref(this.row, attribute);
    if (row === null || !this.records.isA(row, entity)) {
      return this.set(attribute, ref(this.records.add(entity, { [list]: reals(numbers) })));
    }
    if (isSame(this.records.numbers(row, list), numbers)) return false;
    const nested = new Owned(this.records, [this.row, row]);
    return nested.set(list, reals(numbers));
  }
}

/** Whether two lists have the same numbers. */
export function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
