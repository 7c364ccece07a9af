/** @module persistent vector: a sparse 32-way radix tree over non-negative integers with structural sharing. */

const BITS = 5;
const WIDTH = 32;
const MASK = WIDTH - 1;

/**
 * Token for changing nodes in place: nodes created under a batch may be overwritten under the same
 * batch.
 * INVARIANT: the creator of a batch drops it before any other code can access the vector.
 */
export type Batch = { readonly batch: true };

/** Source of nodes that are loaded on first access. */
export interface NodeSource<T> {
  leafItems(number: number): (T | undefined)[];
  forkItems(number: number, shift: number): (Node<T> | undefined)[];
}

/** The source and number of a node. Each child of a fork covers 2^shift indices. */
type Origin<T> = {
  readonly source: NodeSource<T>;
  readonly number: number;
  readonly shift: number;
};

/** A node. `items` is null until the first access to a node with an origin. */
export type Leaf<T> = {
  readonly leaf: true;
  readonly batch: Batch | null;
  items: (T | undefined)[] | null;
  readonly origin: Origin<T> | null;
};
export type Fork<T> = {
  readonly leaf: false;
  readonly batch: Batch | null;
  items: (Node<T> | undefined)[] | null;
  readonly origin: Origin<T> | null;
};
export type Node<T> = Leaf<T> | Fork<T>;

/** Values by index; an index without a value reads as undefined. Copying only copies the reference. */
export type Vector<T> = { readonly root: Node<T> | undefined; readonly shift: number };

/** Returns a new token for changes in place. */
export function newBatch(): Batch {
  return { batch: true };
}

/** A vector without values. */
export function emptyVector<T>(): Vector<T> {
  return { root: undefined, shift: 0 };
}

/** Returns a node that is loaded on first access; `shift` is 0 for a leaf. */
export function nodeFrom<T>(source: NodeSource<T>, number: number, shift: number): Node<T> {
  const origin = { source, number, shift };
  return shift === 0
    ? { leaf: true, batch: null, items: null, origin }
    : { leaf: false, batch: null, items: null, origin };
}

/** Values of a leaf by position. */
export function leafItems<T>(leaf: Leaf<T>): (T | undefined)[] {
  return leaf.items ?? madeLeaf(leaf);
}

function madeLeaf<T>(leaf: Leaf<T>): (T | undefined)[] {
  const items = leaf.origin?.source.leafItems(leaf.origin.number) ?? noItems<T>();
  leaf.items = items;
  return items;
}

/** Children of a fork by position. */
export function forkItems<T>(fork: Fork<T>): (Node<T> | undefined)[] {
  return fork.items ?? madeFork(fork);
}

function madeFork<T>(fork: Fork<T>): (Node<T> | undefined)[] {
  const { origin } = fork;
  const items = origin?.source.forkItems(origin.number, origin.shift) ?? noItems<Node<T>>();
  fork.items = items;
  return items;
}

/** Indices are below 2^30, so that 32-bit shifts can address all of them. */
const END = 2 ** 30;

function inRange(index: number, shift: number): boolean {
  return index >>> (shift + BITS) === 0;
}

/** Value at `index`, or undefined if there is none. O(log₃₂ n). */
export function vectorGet<T>(vector: Vector<T>, index: number): T | undefined {
  if (!(index < END) || !inRange(index, vector.shift)) return undefined;
  let node = vector.root;
  for (let shift = vector.shift; node !== undefined; shift -= BITS) {
    const position = (index >>> shift) & MASK;
    if (node.leaf) return leafItems(node)[position];
    node = forkItems(node)[position];
  }
  return undefined;
}

function noItems<I>(): (I | undefined)[] {
  const items: (I | undefined)[] = [];
  for (let i = 0; i < WIDTH; i++) items.push(undefined);
  return items;
}

function setLeaf<T>(
  node: Leaf<T> | undefined,
  position: number,
  value: T | undefined,
  batch: Batch | null,
): Leaf<T> {
  if (node !== undefined && batch !== null && node.batch === batch) {
    leafItems(node)[position] = value;
    return node;
  }
  const items = node === undefined ? noItems<T>() : leafItems(node).slice();
  items[position] = value;
  return { leaf: true, batch, items, origin: null };
}

type Write<T> = {
  readonly index: number;
  readonly value: T | undefined;
  readonly batch: Batch | null;
};

function setIn<T>(node: Node<T> | undefined, shift: number, write: Write<T>): Node<T> {
  const position = (write.index >>> shift) & MASK;
  if (shift === 0) {
    return setLeaf(node?.leaf === true ? node : undefined, position, write.value, write.batch);
  }
  const fork = node?.leaf === false ? node : undefined;
  const kept = fork === undefined ? undefined : forkItems(fork)[position];
  const child = setIn(kept, shift - BITS, write);
  if (fork !== undefined && write.batch !== null && fork.batch === write.batch) {
    forkItems(fork)[position] = child;
    return fork;
  }
  const items = fork === undefined ? noItems<Node<T>>() : forkItems(fork).slice();
  items[position] = child;
  return { leaf: false, batch: write.batch, items, origin: null };
}

/**
 * Returns the vector with `value` at `index`; undefined removes the value. The given vector is not
 * changed, except nodes created under the same `batch`. Throws `RangeError` for an index that is not
 * an integer from 0 to 2^30 − 1.
 */
export function vectorSet<T>(
  vector: Vector<T>,
  index: number,
  value: T | undefined,
  batch: Batch | null = null,
): Vector<T> {
  if (!Number.isInteger(index) || index < 0 || index >= END) {
    throw new RangeError(`index \`${index}\` is not an integer from 0 to ${END - 1}`);
  }
  if (vectorGet(vector, index) === value) return vector;
  let { root, shift } = vector;
  while (!inRange(index, shift)) {
    if (root !== undefined) {
      const items = noItems<Node<T>>();
      items[0] = root;
      root = { leaf: false, batch, items, origin: null };
    }
    shift += BITS;
  }
  const changed = setIn(root, shift, { index, value, batch });
  return changed === vector.root && shift === vector.shift ? vector : { root: changed, shift };
}

/** Iterates values with their indices, in ascending order. */
export function* vectorEntries<T>(vector: Vector<T>): Generator<readonly [number, T]> {
  if (vector.root !== undefined) yield* nodeEntries(vector.root, vector.shift, 0);
}

function* nodeEntries<T>(
  node: Node<T>,
  shift: number,
  base: number,
): Generator<readonly [number, T]> {
  if (node.leaf) {
    for (const [i, item] of leafItems(node).entries()) {
      if (item !== undefined) yield [base + i, item];
    }
    return;
  }
  for (const [i, child] of forkItems(node).entries()) {
    if (child !== undefined) yield* nodeEntries(child, shift - BITS, base + i * 2 ** shift);
  }
}

/** Calls `visit` for every value in ascending order of index. Faster than `vectorEntries`. */
export function vectorEach<T>(vector: Vector<T>, visit: (value: T, index: number) => void): void {
  if (vector.root !== undefined) eachIn(vector.root, vector.shift, 0, visit);
}

function eachIn<T>(
  node: Node<T>,
  shift: number,
  base: number,
  visit: (value: T, index: number) => void,
): void {
  if (node.leaf) {
    const items = leafItems(node);
    for (let i = 0; i < WIDTH; i++) {
      const item = items[i];
      if (item !== undefined) visit(item, base + i);
    }
    return;
  }
  const children = forkItems(node);
  for (let i = 0; i < WIDTH; i++) {
    const child = children[i];
    if (child !== undefined) eachIn(child, shift - BITS, base + i * 2 ** shift, visit);
  }
}

/** Receives each index whose values differ, in ascending order. */
type VisitDifference<T> = (index: number, before: T | undefined, after: T | undefined) => void;

/** Calls `visit` for each index whose values are not identical. Shared subtrees are skipped without reading them. */
export function vectorDiff<T>(a: Vector<T>, b: Vector<T>, visit: VisitDifference<T>): void {
  vectorDiffUpTo(a, b, Infinity, visit);
}

/** Like `vectorDiff`, but stops after `most` visits. Returns whether that covered all differences. */
export function vectorDiffUpTo<T>(
  a: Vector<T>,
  b: Vector<T>,
  most: number,
  visit: VisitDifference<T>,
): boolean {
  const shift = Math.max(a.shift, b.shift);
  const walk = { visit, left: most };
  return diffNodes([lifted(a, shift), lifted(b, shift)], shift, 0, walk);
}

function lifted<T>(vector: Vector<T>, shift: number): Node<T> | undefined {
  let root = vector.root;
  for (let at = vector.shift; at < shift && root !== undefined; at += BITS) {
    const items = noItems<Node<T>>();
    items[0] = root;
    root = { leaf: false, batch: null, items, origin: null };
  }
  return root;
}

type Walk<T> = { readonly visit: VisitDifference<T>; left: number };

/** Returns whether the traversal may continue. */
function diffNodes<T>(
  [a, b]: readonly [Node<T> | undefined, Node<T> | undefined],
  shift: number,
  base: number,
  walk: Walk<T>,
): boolean {
  if (a === b) return true;
  if (shift === 0) {
    const before = a?.leaf === true ? leafItems(a) : [];
    const after = b?.leaf === true ? leafItems(b) : [];
    for (let i = 0; i < WIDTH; i++) {
      if (before[i] === after[i]) continue;
      if (walk.left <= 0) return false;
      walk.left -= 1;
      walk.visit(base + i, before[i], after[i]);
    }
    return true;
  }
  const before = a?.leaf === false ? forkItems(a) : [];
  const after = b?.leaf === false ? forkItems(b) : [];
  for (let i = 0; i < WIDTH; i++) {
    if (!diffNodes([before[i], after[i]], shift - BITS, base + i * 2 ** shift, walk)) return false;
  }
  return true;
}
