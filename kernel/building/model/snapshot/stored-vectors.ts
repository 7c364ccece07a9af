/** @module stored vectors: nodes of persistent vectors as texts; a shared node is written and loaded only once. */
import type { Node, NodeSource, Vector } from '../state/persistent-vector.ts';
import { forkItems, leafItems, nodeFrom } from '../state/persistent-vector.ts';
import { bytesOf, type Sections } from './sections.ts';
import { SnapshotFault } from './snapshot-fault.ts';
import { NumberSet, numberIn, numbersIn, wordsOf } from './stored-numbers.ts';
import { TextPool, TextPoolWriter } from './text-pool.ts';

const WIDTH = 32;
/** Bits of the index that one node resolves. */
const BITS = 5;
/** Maximum height of a vector: indices are below 2^30. */
const MAX_SHIFT = 30;
/** Number that represents the root of a vector without values. */
const NO_ROOT = -1;

/** JSON of lists and numbers. */
export type Stored = number | readonly Stored[];

/** Reference to a vector: number of its root, or `NO_ROOT`, and its height. */
export type StoredVector = readonly [root: number, shift: number];

/** Validates a reference to a vector. */
export function storedVectorIn(value: unknown): StoredVector {
  const [root, shift, ...rest] = numbersIn(value);
  if (root !== undefined && shift !== undefined && rest.length === 0) return [root, shift];
  throw new SnapshotFault('expected a reference to a vector');
}

/** Writes the nodes of vectors with one type of value. */
export class VectorWriter<T> {
  readonly #encode: (item: T) => Stored;
  readonly #pool = new TextPoolWriter();
  readonly #numbers = new Map<Node<T>, number>();
  readonly #shared = new Set<number>();

  constructor(encode: (item: T) => Stored) {
    this.#encode = encode;
  }

  write({ root, shift }: Vector<T>): StoredVector {
    return [root === undefined ? NO_ROOT : this.#node(root), shift];
  }

  #node(node: Node<T>): number {
    const known = this.#numbers.get(node);
    if (known !== undefined) {
      this.#shared.add(known);
      return known;
    }
    const stored = node.leaf
      ? listed(leafItems(node), this.#encode)
      : listed(forkItems(node), (child) => this.#node(child));
    const number = this.#pool.add(JSON.stringify(stored));
    this.#numbers.set(node, number);
    return number;
  }

  sections(name: string): readonly (readonly [name: string, bytes: Uint8Array])[] {
    return [
      ...this.#pool.sections(name),
      [`${name}.shared`, bytesOf(wordsOf(this.#shared, this.#pool.size))],
    ];
  }
}

/** Encodes items as a bit mask of the used positions, followed by the values. */
function listed<I>(items: readonly (I | undefined)[], encode: (item: I) => Stored): Stored {
  let taken = 0;
  const found: Stored[] = [0];
  for (const [i, item] of items.entries()) {
    if (item === undefined) continue;
    taken |= 1 << i;
    found.push(encode(item));
  }
  found[0] = taken >>> 0;
  return found;
}

/** Loads nodes of vectors on first access. */
export class StoredVectors<T> implements NodeSource<T> {
  readonly #pool: TextPool;
  readonly #shared: NumberSet;
  readonly #decode: (stored: unknown) => T;
  readonly #made = new Map<number, Node<T>>();

  constructor(sections: Sections, name: string, decode: (stored: unknown) => T) {
    this.#pool = new TextPool(sections, name);
    this.#shared = new NumberSet(sections.numbers(`${name}.shared`));
    this.#decode = decode;
  }

  vector([root, shift]: StoredVector): Vector<T> {
    if (shift % BITS !== 0 || shift < 0 || shift > MAX_SHIFT) {
      throw new SnapshotFault(`a vector cannot be \`${shift}\` high`);
    }
    return { root: root === NO_ROOT ? undefined : this.#node(root, shift), shift };
  }

  // INVARIANT: a node shared by two vectors is loaded as one object; otherwise a comparison would visit
  // all its contents.
  #node(number: number, shift: number): Node<T> {
    if (!this.#shared.has(number)) return nodeFrom(this, number, shift);
    const known = this.#made.get(number);
    if (known !== undefined) return known;
    const node = nodeFrom(this, number, shift);
    this.#made.set(number, node);
    return node;
  }

  leafItems(number: number): (T | undefined)[] {
    return placed(this.#pool.list(number), this.#decode);
  }

  forkItems(number: number, shift: number): (Node<T> | undefined)[] {
    return placed(this.#pool.list(number), (child) => this.#node(numberIn(child), shift - BITS));
  }
}

function placed<I>(stored: readonly unknown[], decode: (stored: unknown) => I): (I | undefined)[] {
  const taken = numberIn(stored[0]);
  const items: (I | undefined)[] = [];
  let next = 1;
  for (let i = 0; i < WIDTH; i++) {
    if (((taken >>> i) & 1) === 0) {
      items.push(undefined);
    } else {
      items.push(decode(stored[next]));
      next += 1;
    }
  }
  if (next !== stored.length) throw new SnapshotFault('a node has a wrong number of values');
  return items;
}
