/** @module consistency.test: proofs from the new leaves only are compared with a reference that reads every leaf. */
import { expect, test } from 'vitest';

import { openConsistencyProof } from '../../../../kernel/base/canonical/consistency.ts';
import { leafHash, openCompactRange } from '../../../../kernel/base/canonical/merkle.ts';
import { consistencyProof } from './reference-consistency.ts';

const leaves = Array.from({ length: 70 }, (_, i) => leafHash(`leaf ${i}`));

function rangeOf(size: number): ReturnType<ReturnType<typeof openCompactRange>['state']> {
  const range = openCompactRange();
  for (const leaf of leaves.slice(0, size)) range.append(leaf);
  return range.state();
}

test('proofs equal those of the reference for every pair of sizes up to 40', () => {
  for (let size = 1; size <= 40; size += 1) {
    for (let first = 1; first <= size; first += 1) {
      const proof = openConsistencyProof(rangeOf(first), size);
      for (const leaf of leaves.slice(first, size)) proof.append(leaf);
      expect(proof.hashes()).toEqual(consistencyProof(leaves, first, size));
    }
  }
});

test('invalid sizes, missing leaves and excess leaves are refused', () => {
  expect(() => openConsistencyProof(rangeOf(0), 3)).toThrow(RangeError);
  expect(() => openConsistencyProof(rangeOf(4), 3)).toThrow(RangeError);
  expect(() => openConsistencyProof({ size: 3, hashes: rangeOf(2).hashes }, 5)).toThrow(RangeError);
  const proof = openConsistencyProof(rangeOf(3), 4);
  expect(() => proof.hashes()).toThrow('got 3 leaves, want 4');
  proof.append(leafHash('leaf 3'));
  expect(proof.hashes()).toHaveLength(3);
  expect(() => proof.append(leafHash('leaf 4'))).toThrow('got leaf 4 of a tree of 4');
});
