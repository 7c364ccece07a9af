/** @module The Merkle tree of RFC 6962 and RFC 9162: hashes, incremental root, proofs. */

import { hash } from 'node:crypto';

import { isDigest, sha256Hex } from './hash.ts';

/** The root of the tree without leaves: SHA-256 of nothing. */
export const emptyRoot = sha256Hex('');

/** Input of a node hash: 0x01, left child, right child. One buffer is sufficient, because hashing is synchronous. */
const nodeInput = Buffer.alloc(65, 1);

/**
 * The hash of a leaf: SHA-256 of 0x00 and the data (RFC 9162, section 2.1.1).
 *
 * @param data bytes, or well-formed text, which is hashed as its UTF-8 bytes
 * @returns 64 lower-case hex digits
 * @throws {RangeError} for text with a lone surrogate
 */
export function leafHash(data: string | Uint8Array): string {
  return typeof data === 'string'
    ? sha256Hex(`\0${data}`)
    : sha256Hex(Buffer.concat([Buffer.of(0), data]));
}

/**
 * The hash of an inner node: SHA-256 of 0x01, left and right (RFC 9162, section 2.1.1).
 *
 * @param left 64 lower-case hex digits, as is `right` and the result
 * @throws {RangeError} when a child is not a digest
 */
export function nodeHash(left: string, right: string): string {
  if (!writesDigest(left, 1) || !writesDigest(right, 33)) {
    throw new RangeError(`got children \`${left}\` and \`${right}\`, want two sha-256 digests`);
  }
  return hash('sha256', nodeInput, 'hex');
}

function writesDigest(digest: string, offset: number): boolean {
  return digest.length === 64 && nodeInput.write(digest, offset, 'hex') === 32;
}

/** The serialisable state of a compact range: O(log size) hashes. */
export interface CompactRangeState {
  readonly size: number;
  /** Roots of the perfect subtrees that make up the tree, largest (leftmost) first. */
  readonly hashes: readonly string[];
}

/** A tree that grows by leaves and computes its root, without keeping the leaves. */
export interface CompactRange {
  /** Adds a leaf by its hash; costs one node hash on average. */
  readonly append: (leaf: string) => void;
  readonly root: () => string;
  readonly state: () => CompactRangeState;
}

/**
 * Opens a compact range (RFC 6962 tree that grows).
 *
 * @param from state to continue from; default: an empty tree
 * @throws {RangeError} if the number of hashes does not match the size
 */
export function openCompactRange(from: CompactRangeState = { size: 0, hashes: [] }): CompactRange {
  checkState(from);
  let { size } = from;
  const hashes = [...from.hashes];
  return {
    append(leaf) {
      if (!isDigest(leaf)) throw new RangeError(`got the leaf hash \`${leaf}\`, want a digest`);
      let carried = leaf;
      for (let full = size; full % 2 === 1; full = (full - 1) / 2) {
        carried = nodeHash(hashes.pop() ?? '', carried);
      }
      hashes.push(carried);
      size += 1;
    },
    root: () => rootOfPeaks(hashes),
    state: () => ({ size, hashes: [...hashes] }),
  };
}

function checkState(state: CompactRangeState): void {
  checkSize(state.size);
  let peaks = 0;
  for (let rest = state.size; rest > 0; rest = Math.floor(rest / 2)) peaks += rest % 2;
  if (state.hashes.length !== peaks || !state.hashes.every(isDigest)) {
    throw new RangeError(
      `got ${state.hashes.length} hashes for a tree of ${state.size}, want ${peaks} digests`,
    );
  }
}

/**
 * The root of a tree from the roots of its perfect subtrees, largest (leftmost) first. They are combined from the
 * right, as RFC 9162 defines for sizes that are not a power of two.
 */
export function rootOfPeaks(hashes: readonly string[]): string {
  return hashes.length === 0 ? emptyRoot : hashes.reduceRight((root, left) => nodeHash(left, root));
}

/**
 * The Merkle tree hash of the first `size` leaves.
 *
 * @throws {RangeError} if a leaf is missing or not a digest
 */
export function treeRoot(leaves: readonly string[], size: number): string {
  checkSize(size);
  return subtreeRoot(leaves, 0, size);
}

/**
 * The inclusion proof (RFC 9162, section 2.1.3.1) of leaf `index` in the tree of the first `size`
 * leaves, lowest sibling first. Reads each of the other leaves once.
 *
 * @throws {RangeError} unless 0 ≤ index < size
 */
export function inclusionProof(leaves: readonly string[], index: number, size: number): string[] {
  checkSize(size);
  if (!isIndex(index, size)) {
    throw new RangeError(`got leaf ${index} of a tree of ${size}, want an index below the size`);
  }
  const proof: string[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitPoint(end - start);
    if (index < middle) {
      proof.push(subtreeRoot(leaves, middle, end));
      end = middle;
    } else {
      proof.push(subtreeRoot(leaves, start, middle));
      start = middle;
    }
  }
  return proof.toReversed();
}

/** A claim that a leaf is in a tree; hashes are 64 lower-case hex digits. */
export interface InclusionClaim {
  readonly index: number;
  readonly size: number;
  readonly leafHash: string;
  readonly proof: readonly string[];
}

/**
 * The root that an inclusion proof leads to (RFC 9162, section 2.1.3.2). Undefined if the number of hashes does not
 * match index and size, or a hash is malformed. Never throws.
 */
export function rootFromInclusion(claim: InclusionClaim): string | undefined {
  const { index, size, proof } = claim;
  if (!isIndex(index, size) || !isDigest(claim.leafHash) || !proof.every(isDigest)) {
    return undefined;
  }
  const path = pathSides(index, size);
  if (proof.length !== path.length) return undefined;
  return proof.reduce(
    (root, sibling, i) => (path[i] === 'left' ? nodeHash(sibling, root) : nodeHash(root, sibling)),
    claim.leafHash,
  );
}

/** Whether a leaf is in the tree with this root. Never throws. */
export function verifyInclusion(claim: InclusionClaim & { readonly root: string }): boolean {
  return rootFromInclusion(claim) === claim.root;
}

/** A claim that one tree is a prefix of another; hashes are 64 lower-case hex digits. */
export interface ConsistencyClaim {
  readonly size1: number;
  readonly size2: number;
  readonly root1: string;
  readonly root2: string;
  readonly proof: readonly string[];
}

/**
 * Whether the first tree is a prefix of the second (RFC 9162, section 2.1.4.2). Never throws.
 *
 * Trees of one size need equal roots and an empty proof. An empty first tree is refused: any tree
 * continues it, so such a proof would prove nothing.
 */
export function verifyConsistency(claim: ConsistencyClaim): boolean {
  const { size1, size2, root1, root2, proof } = claim;
  if (!isSize(size1) || !isSize(size2) || size1 > size2) return false;
  if (size1 === size2) return proof.length === 0 && root1 === root2;
  if (size1 === 0 || !isDigest(root1) || !proof.every(isDigest)) return false;

  // The proof starts at the largest perfect subtree that ends where the first tree ends.
  let level = 0;
  let lowest = 1;
  for (; size1 % (lowest * 2) === 0; lowest *= 2) level += 1;
  const hashes = lowest === size1 ? [root1, ...proof] : proof;
  // INVARIANT: size1 − 1 ends in `level` one bits, so the levels below add one entry each.
  const path = pathSides(size1 - 1, size2).slice(level);
  const [seed, ...siblings] = hashes;
  if (seed === undefined || siblings.length !== path.length) return false;

  let first = seed;
  let second = seed;
  for (const [i, sibling] of siblings.entries()) {
    if (path[i] === 'left') {
      first = nodeHash(sibling, first);
      second = nodeHash(sibling, second);
    } else {
      second = nodeHash(second, sibling);
    }
  }
  return first === root1 && second === root2;
}

/**
 * The side of the sibling at each level from a leaf up to the root. A node without a
 * sibling (on the right border of a tree whose size is not a power of two) adds no entry.
 */
function pathSides(index: number, size: number): readonly ('left' | 'right')[] {
  const sides: ('left' | 'right')[] = [];
  let at = index;
  for (let last = size - 1; last > 0; last = Math.floor(last / 2)) {
    if (at % 2 === 1) sides.push('left');
    else if (at < last) sides.push('right');
    at = Math.floor(at / 2);
  }
  return sides;
}

/** The root of leaves start … end − 1, with O(log n) memory. */
function subtreeRoot(leaves: readonly string[], start: number, end: number): string {
  const range = openCompactRange();
  for (let i = start; i < end; i += 1) {
    const leaf = leaves[i];
    if (leaf === undefined) throw new RangeError(`got no leaf hash ${i}, want ${end} leaves`);
    range.append(leaf);
  }
  return range.root();
}

/** The largest power of two below `size`, for sizes above 1. */
function splitPoint(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

function isSize(size: number): boolean {
  return Number.isSafeInteger(size) && size >= 0;
}

function isIndex(index: number, size: number): boolean {
  return isSize(index) && isSize(size) && index < size;
}

function checkSize(size: number): void {
  if (!isSize(size)) throw new RangeError(`got a tree of \`${size}\`, want a safe integer from 0`);
}
