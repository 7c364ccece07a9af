/** @module consistency: computes a consistency proof from the state of the first tree and the leaves added to it. */
import { openCompactRange, type CompactRange, type CompactRangeState } from './merkle.ts';

/** A proof under construction. The leaves that the second tree adds are appended in order. */
export interface GrowingProof {
  readonly append: (leaf: string) => void;
  /** The hashes of the proof. @throws {RangeError} before all leaves are appended */
  readonly hashes: () => readonly string[];
}

/** A hash of the proof: of a subtree of the first tree, or of a range of new leaves that ends before leaf `end`. */
type Node = { readonly root: string } | { readonly end: number; readonly range: CompactRange };

/**
 * Starts the proof (RFC 9162, section 2.1.4.1) that the tree of `first` is a prefix of the tree of `size` leaves. The
 * siblings to the left of the path from the last leaf of the first tree to the root are perfect subtrees of the first
 * tree; those to the right contain only new leaves.
 *
 * @throws {RangeError} unless 0 < first.size ≤ size, and if the number of hashes of `first` does not fit its size
 */
export function openConsistencyProof(first: CompactRangeState, size: number): GrowingProof {
  if (first.size === 0 || first.size > size || !Number.isSafeInteger(size)) {
    throw new RangeError(`got sizes ${first.size} and ${size}, want 0 < first ≤ second`);
  }
  const nodes = first.size === size ? [] : nodesOf(openCompactRange(first).state(), size);
  const growing = nodes.filter((node) => 'range' in node);
  let at = first.size;
  let next = 0;
  return {
    append(leaf) {
      const node = growing[next];
      if (node === undefined) throw new RangeError(`got leaf ${at} of a tree of ${size}`);
      node.range.append(leaf);
      at += 1;
      if (at === node.end) next += 1;
    },
    hashes() {
      if (at < size) throw new RangeError(`got ${at} leaves, want ${size}`);
      return nodes.map((node) => ('root' in node ? node.root : node.range.root()));
    },
  };
}

/** The nodes of the proof, from the lowest to the highest. */
function nodesOf({ size: from, hashes }: CompactRangeState, size: number): readonly Node[] {
  const peaks = [...hashes];
  const nodes: Node[] = [];
  let width = 1;
  while (from % (width * 2) === 0) width *= 2;
  // The verifier knows the root of the first tree: if that is one perfect subtree, the proof omits it.
  const lowest = peaks.pop();
  if (lowest !== undefined && width < from) nodes.push({ root: lowest });
  let index = (from - width) / width;
  for (; width < size; width *= 2) {
    const after = (index + 1) * width;
    if (index % 2 === 1) {
      const root = peaks.pop();
      if (root !== undefined) nodes.push({ root });
    } else if (after < size) {
      nodes.push({ end: after + width, range: openCompactRange() });
    }
    index = Math.floor(index / 2);
  }
  return nodes;
}
