/**
 * @module reference-consistency: the consistency proof of RFC 9162 over all leaves, a reference for incremental proofs.
 */
import { treeRoot } from '../../../../kernel/base/canonical/merkle.ts';

/**
 * The proof (RFC 9162, section 2.1.4.1) that the tree of the first `size1` leaves is a prefix of the tree of the first
 * `size2`; empty for equal sizes. `size1` is above 0 and at most `size2`.
 */
export function consistencyProof(
  leaves: readonly string[],
  size1: number,
  size2: number,
): string[] {
  const subtreeRoot = (start: number, end: number): string =>
    treeRoot(leaves.slice(start, end), end - start);
  const proof: string[] = [];
  let [start, end] = [0, size2];
  while (end !== size1) {
    const middle = start + splitPoint(end - start);
    if (size1 <= middle) {
      proof.push(subtreeRoot(middle, end));
      end = middle;
    } else {
      proof.push(subtreeRoot(start, middle));
      start = middle;
    }
  }
  // If the old tree is one perfect subtree, the verifier knows its root, so the proof omits it.
  if (start !== 0) proof.push(subtreeRoot(start, end));
  return proof.toReversed();
}

/** The largest power of two below `size`, for sizes above 1. */
function splitPoint(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}
