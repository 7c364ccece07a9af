/**
 * @module snapshot: all branches of a model as bytes that are used in place, so that opening them
 * costs almost nothing.
 */
import * as z from 'zod';

import type { Kinds } from '../../kinds/kinds.ts';
import type { ModelState } from '../state/model-state.ts';
import type { Keys } from '../state/persistent-index.ts';
import { type Interner, type KeyTable, Slots } from '../state/slots.ts';
import { type BranchState, newKeys } from '../state/state.ts';
import { bytesOf, joinSections, readSections, type Sections } from './sections.ts';
import { SnapshotFault } from './snapshot-fault.ts';
import { cellNumbers, CellTable, idSections, IdTable } from './stored-keys.ts';
import { productSections, ProductsRef, storedProducts } from './stored-products.ts';
import { StateRef, StateWriter, StoredStates } from './stored-state.ts';

const IDS = 'ids';
const CELLS = 'cells';
const PRODUCTS = 'products';

const Place = z.number().int().min(0);
const Header = z.strictObject({
  last_seq: Place,
  /** Names of the kinds; stored elements reference their kind by its index here. */
  kinds: z.array(z.string()),
  states: z.array(StateRef),
  branches: z.array(
    z.strictObject({
      name: z.string(),
      parent: z.string().nullable(),
      from_seq: Place,
      status: z.enum(['open', 'discarded']),
      fork: Place,
      state: Place,
    }),
  ),
  merge_bases: z.array(z.tuple([z.string(), Place])),
  base_changes: z.array(
    z.strictObject({
      operation_id: z.string(),
      branch: z.string(),
      seq: Place,
      pair: z.string(),
      from: Place.nullable(),
      to: Place.nullable(),
    }),
  ),
  products: ProductsRef,
});
type Header = z.output<typeof Header>;

function namesOf(kinds: Kinds): string[] {
  return kinds.all.map(({ kind }) => kind);
}

/**
 * Returns the snapshot of a model. This needs some seconds for a million elements and should therefore run
 * in a separate thread.
 */
export function snapshotOf({
  keys,
  last_seq,
  branches,
  merge_bases,
  base_changes,
}: ModelState): Uint8Array {
  const writer = new StateWriter(keys);
  const products = productSections(keys.products, PRODUCTS);
  const states: StateRef[] = [];
  const numbers = new Map<BranchState, number>();
  const numberOf = (state: BranchState): number => {
    const known = numbers.get(state);
    if (known !== undefined) return known;
    const number = states.push(writer.write(state)) - 1;
    numbers.set(state, number);
    return number;
  };
  const header: Header = {
    last_seq,
    kinds: namesOf(keys.kinds),
    branches: branches.map(({ name, parent, from_seq, status, fork, state }) => ({
      name,
      parent,
      from_seq,
      status,
      fork: numberOf(fork),
      state: numberOf(state),
    })),
    merge_bases: [...merge_bases].map(([key, state]) => [key, numberOf(state)]),
    base_changes: base_changes.map(({ operation_id, branch, seq, pair, from, to }) => ({
      operation_id,
      branch,
      seq,
      pair,
      from: from === null ? null : numberOf(from),
      to: to === null ? null : numberOf(to),
    })),
    products: products.about,
    states,
  };
  return joinSections(
    header,
    new Map([
      ...writer.sections(),
      ...idSections(keys.elements, IDS),
      [CELLS, bytesOf(cellNumbers(keys.cells))],
      ...products.sections,
    ]),
  );
}

/** Returns whether the keys begin with the keys of the table, so that slots mean the same in both. */
function continues<K>(keys: Interner<K>, table: KeyTable<K>): boolean {
  const last = table.size - 1;
  return last < 0 || (keys.size > last && keys.keyAt(last) === table.keyAt(last));
}

/** Returns the given keys if they continue the keys of the snapshot; without given keys, the keys of the snapshot. */
function keysOf(sections: Sections, given: Keys, about: ProductsRef): Keys {
  const ids = new IdTable(sections, IDS);
  const cells = new CellTable(sections.numbers(CELLS));
  if (given.elements.size === 0) {
    const products = storedProducts(sections, PRODUCTS, about);
    return { ...given, elements: new Slots(ids), cells: new Slots(cells), products };
  }
  if (continues(given.elements, ids) && continues(given.cells, cells)) return given;
  throw new SnapshotFault('it belongs to another ledger');
}

/**
 * Returns the model state of a snapshot. The bytes must not change while the model is in use, because elements and
 * indexes are loaded on first access. With the keys of a later model of the same ledger, the states of both can be
 * compared.
 *
 * @throws {SnapshotFault} if the bytes are not a snapshot for these kinds, or the snapshot belongs to another ledger
 */
export function stateFromSnapshot(bytes: Uint8Array, given: Keys = newKeys()): ModelState {
  const sections = readSections(bytes);
  const { data: header, error } = Header.safeParse(sections.header);
  if (header === undefined) throw new SnapshotFault(error.message);
  const names = namesOf(given.kinds);
  if (header.kinds.length !== names.length || header.kinds.some((name, i) => name !== names[i])) {
    throw new SnapshotFault('it was written for other kinds');
  }
  const keys = keysOf(sections, given, header.products);
  const stored = new StoredStates(sections, keys);
  const states = header.states.map((state) => stored.state(state));
  const stateAt = (number: number): BranchState => {
    const state = states[number];
    if (state === undefined) throw new SnapshotFault(`there is no state \`${number}\``);
    return state;
  };
  return {
    keys,
    last_seq: header.last_seq,
    branches: header.branches.map((branch) => ({
      ...branch,
      fork: stateAt(branch.fork),
      state: stateAt(branch.state),
    })),
    merge_bases: new Map(header.merge_bases.map(([key, number]) => [key, stateAt(number)])),
    base_changes: header.base_changes.map(({ operation_id, branch, seq, pair, from, to }) => ({
      operation_id,
      branch,
      seq,
      pair,
      from: from === null ? null : stateAt(from),
      to: to === null ? null : stateAt(to),
    })),
  };
}
