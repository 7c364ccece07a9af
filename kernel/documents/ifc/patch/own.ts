/** @module own: copy on write: records on a path become those of one owner. */
import { followTo, hasSharers } from './followers.ts';
import { PatchFault } from './patch-fault.ts';
import type { Records } from './records.ts';

/** Maximum number of records that are searched for a path. */
const MAX_SEARCHED = 1_000_000;

/**
 * Copies each record on a path that has more than one user, so that a change of it changes nothing else. Each record
 * of the path refers to the next one. Returns the path with the copies; its first record is never copied. Copies get
 * the styles and layers of their originals.
 * @throws {PatchFault} if a record does not refer to the next one, or a shared one is rooted
 */
export function own(records: Records, path: readonly number[]): readonly number[] {
  const owned = path.slice(0, 1);
  for (const row of path.slice(1)) {
    const owner = owned.at(-1) ?? row;
    if (!records.refsOf(owner).has(row)) {
      throw new PatchFault(
        `${records.label(owner)} does not refer to ${records.label(row)}, expected a path of references`,
      );
    }
    owned.push(hasSharers(records, row, 2) ? ownCopy(records, owner, row) : row);
  }
  return owned;
}

function ownCopy(records: Records, owner: number, row: number): number {
  if (records.isA(row, 'IfcRoot')) {
    throw new PatchFault(`${records.label(row)} is used elsewhere, expected no rooted record`);
  }
  const copy = records.copy(row);
  records.redirect(owner, { from: row, to: copy });
  followTo(records, row, copy);
  return copy;
}

/**
 * The shortest path of references from a product, through its Representation, to one of its records.
 * @throws {PatchFault} if the product has no such record
 */
export function pathTo(records: Records, product: number, row: number): readonly number[] {
  const shape = records.ref(product, 'Representation');
  const before = new Map<number, number>();
  const queue = shape === null ? [] : [shape];
  if (shape !== null) before.set(shape, product);
  for (const at of queue) {
    if (at === row) return pathFrom(before, product, row);
    if (queue.length > MAX_SEARCHED) break;
    for (const next of records.refsOf(at)) {
      if (before.has(next) || records.isA(next, 'IfcRoot')) continue;
      before.set(next, at);
      queue.push(next);
    }
  }
  throw new PatchFault(`${records.label(product)} has no ${records.label(row)} in its shape`);
}

function pathFrom(
  before: ReadonlyMap<number, number>,
  product: number,
  row: number,
): readonly number[] {
  const path = [row];
  for (let at = row; at !== product;) {
    at = before.get(at) ?? product;
    path.push(at);
  }
  return path.toReversed();
}
