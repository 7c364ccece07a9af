/** @module tests of the RFC 6962 tree: published vectors, every size up to 70, bit flips. */

import { readdirSync, readFileSync } from 'node:fs';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import {
  emptyRoot,
  inclusionProof,
  leafHash,
  nodeHash,
  openCompactRange,
  rootFromInclusion,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
} from '../../../../kernel/base/canonical/merkle.ts';
import { consistencyProof } from './reference-consistency.ts';

const VECTORS = new URL('../../../vectors/rfc6962/', import.meta.url);

function vectorFiles(kind: string): string[] {
  return readdirSync(new URL(`${kind}/`, VECTORS), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${kind}/${name}`);
}

function readVector(name: string): unknown {
  // `@` and other reserved characters are part of the names.
  return JSON.parse(
    readFileSync(new URL(name.split('/').map(encodeURIComponent).join('/'), VECTORS), 'utf8'),
  );
}

const hex = z.string().transform((text) => Buffer.from(text, 'base64').toString('hex'));
const proof = z
  .array(hex)
  .nullish()
  .transform((hashes) => hashes ?? []);

const inclusion = z
  .object({
    leafIdx: z.number(),
    treeSize: z.number(),
    root: hex,
    leafHash: hex,
    proof,
    wantErr: z.boolean(),
  })
  .transform(({ leafIdx: index, treeSize: size, ...rest }) => ({ index, size, ...rest }));
const consistency = z.object({
  size1: z.number(),
  size2: z.number(),
  root1: hex,
  root2: hex,
  proof,
  wantErr: z.boolean(),
});

describe('the published test vectors', () => {
  const inclusions = vectorFiles('inclusion');
  const consistencies = vectorFiles('consistency');

  test('are 131 files', () => expect(inclusions.length + consistencies.length).toBe(131));

  test.each(inclusions)('verifyInclusion agrees with %s', (name) => {
    const vector = inclusion.parse(readVector(name));
    expect(verifyInclusion(vector)).toBe(!vector.wantErr);
  });

  test.each(consistencies)('verifyConsistency agrees with %s', (name) => {
    const vector = consistency.parse(readVector(name));
    expect(verifyConsistency(vector)).toBe(!vector.wantErr);
  });
});

// The eight entries and roots of the certificate-transparency reference tests.
const entries = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

test('a compact range computes the reference roots', () => {
  const range = openCompactRange();
  expect(range.root()).toBe(emptyRoot);
  expect(range.root()).toBe(roots[0]);
  for (const [i, entry] of entries.entries()) {
    range.append(leafHash(Buffer.from(entry, 'hex')));
    expect(range.root()).toBe(roots[i + 1]);
  }
});

test('leafHash hashes text as its UTF-8 bytes', () => {
  expect(leafHash('é')).toBe(leafHash(Buffer.from('é')));
  expect(leafHash('')).toBe(leafHash(new Uint8Array()));
  expect(() => leafHash('\ud800')).toThrow(RangeError);
});

test.each([
  ['63 digits', 'a'.repeat(63)],
  ['not hexadecimal', 'x'.repeat(64)],
  ['empty', ''],
])('nodeHash refuses a child: %s', (_, child) => {
  expect(() => nodeHash(child, emptyRoot)).toThrow(RangeError);
  expect(() => nodeHash(emptyRoot, child)).toThrow(RangeError);
});

const MAX = 70;
const leaves = Array.from({ length: MAX }, (_, i) => leafHash(`leaf ${i}`));

/** The definition of MTH in RFC 9162, section 2.1.1. */
function referenceRoot(hashes: readonly string[]): string {
  const [only] = hashes;
  if (only === undefined) return emptyRoot;
  if (hashes.length === 1) return only;
  const k = 2 ** Math.floor(Math.log2(hashes.length - 1));
  return nodeHash(referenceRoot(hashes.slice(0, k)), referenceRoot(hashes.slice(k)));
}

const rootAt = Array.from({ length: MAX + 1 }, (_, size) => referenceRoot(leaves.slice(0, size)));
const root = (size: number): string => rootAt[size] as string;

test('a compact range computes every root up to 70 leaves, also if it is saved and reopened', () => {
  let range = openCompactRange();
  for (const [i, leaf] of leaves.entries()) {
    range.append(leaf);
    range = openCompactRange(
      z
        .object({ size: z.number(), hashes: z.array(z.string()) })
        .parse(JSON.parse(JSON.stringify(range.state()))),
    );
    expect(range.root()).toBe(root(i + 1));
    expect(treeRoot(leaves, i + 1)).toBe(root(i + 1));
    expect(range.state().size).toBe(i + 1);
  }
});

test('a saved state does not change if its range grows', () => {
  const range = openCompactRange();
  range.append(leaves[0] as string);
  const state = range.state();
  range.append(leaves[1] as string);
  expect(state).toStrictEqual({ size: 1, hashes: [leaves[0]] });
});

test.each([
  ['too few hashes', { size: 3, hashes: [emptyRoot] }],
  ['too many hashes', { size: 4, hashes: [emptyRoot, emptyRoot] }],
  ['a hash that is not a digest', { size: 1, hashes: ['ab'] }],
  ['a negative size', { size: -1, hashes: [] }],
  ['a fraction', { size: 0.5, hashes: [] }],
  ['an unsafe size', { size: 2 ** 53, hashes: [emptyRoot] }],
])('a compact range refuses %s', (_, state) => {
  expect(() => openCompactRange(state)).toThrow(RangeError);
});

test('a compact range refuses a leaf that is not a digest', () => {
  expect(() => openCompactRange().append('ab')).toThrow(RangeError);
});

test('inclusion proofs verify for every leaf of every tree up to 70, but not with another root', () => {
  for (let size = 1; size <= MAX; size += 1) {
    for (let index = 0; index < size; index += 1) {
      const claim = {
        index,
        size,
        leafHash: leaves[index] as string,
        proof: inclusionProof(leaves, index, size),
      };
      expect(rootFromInclusion(claim)).toBe(root(size));
      expect(verifyInclusion({ ...claim, root: root(size - 1) })).toBe(false);
    }
  }
});

test('consistency proofs verify for every pair of sizes up to 70, but not with other roots', () => {
  for (let size2 = 1; size2 <= MAX; size2 += 1) {
    for (let size1 = 1; size1 <= size2; size1 += 1) {
      const claim = {
        size1,
        size2,
        root1: root(size1),
        root2: root(size2),
        proof: consistencyProof(leaves, size1, size2),
      };
      expect(verifyConsistency(claim)).toBe(true);
      expect(verifyConsistency({ ...claim, root1: root(size1 - 1) })).toBe(false);
      expect(verifyConsistency({ ...claim, root2: root(size2 - 1) })).toBe(false);
    }
  }
});

test('proofs about an empty tree are refused, except the equality of two empty trees', () => {
  expect(
    verifyConsistency({ size1: 0, size2: 0, root1: emptyRoot, root2: emptyRoot, proof: [] }),
  ).toBe(true);
  expect(
    verifyConsistency({ size1: 0, size2: 1, root1: emptyRoot, root2: root(1), proof: [] }),
  ).toBe(false);
  expect(rootFromInclusion({ index: 0, size: 0, leafHash: emptyRoot, proof: [] })).toBeUndefined();
  expect(treeRoot([], 0)).toBe(emptyRoot);
});

test('trees of the same size require an empty proof', () => {
  const claim = { size1: 3, size2: 3, root1: root(3), root2: root(3) };
  expect(verifyConsistency({ ...claim, proof: [] })).toBe(true);
  expect(verifyConsistency({ ...claim, proof: [root(3)] })).toBe(false);
});

test.each(['', 'x'.repeat(64), 'ab'])(
  'a proof of the correct length with the hash %j is refused',
  (bad) => {
    const inclusionClaim = { index: 0, size: 2, leafHash: root(1), proof: [bad] };
    expect(rootFromInclusion(inclusionClaim)).toBeUndefined();
    const sizes = { size1: 1, size2: 2, root1: root(1), root2: root(2) };
    expect(verifyConsistency({ ...sizes, proof: [bad] })).toBe(false);
  },
);

test.each([
  ['index = size', () => inclusionProof(leaves, 3, 3)],
  ['a negative index', () => inclusionProof(leaves, -1, 3)],
  ['an empty tree', () => inclusionProof(leaves, 0, 0)],
  ['an absent leaf', () => inclusionProof(leaves, 0, MAX + 1)],
  ['a fraction', () => treeRoot(leaves, 1.5)],
])('computing a proof or root refuses %s', (_, make) => expect(make).toThrow(RangeError));

function flip(digest: string, bit: number): string {
  const bytes = Buffer.from(digest, 'hex');
  const at = bit >> 3;
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
  return bytes.toString('hex');
}

function flipOne(hashes: readonly string[], which: number, bit: number): string[] {
  return hashes.map((digest, i) => (i === which % hashes.length ? flip(digest, bit) : digest));
}

const bit = fc.integer({ min: 0, max: 255 });

test('law: an inclusion claim with any flipped bit does not verify', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: MAX }),
      fc.nat(),
      fc.nat(),
      bit,
      (size, at, which, flipped) => {
        const index = at % size;
        const claim = {
          index,
          size,
          leafHash: leaves[index] as string,
          root: root(size),
          proof: inclusionProof(leaves, index, size),
        };
        expect(verifyInclusion(claim)).toBe(true);
        expect(verifyInclusion({ ...claim, proof: flipOne(claim.proof, which, flipped) })).toBe(
          false,
        );
        expect(verifyInclusion({ ...claim, leafHash: flip(claim.leafHash, flipped) })).toBe(false);
        expect(verifyInclusion({ ...claim, root: flip(claim.root, flipped) })).toBe(false);
        expect(verifyInclusion({ ...claim, index: (index + 1) % size })).toBe(false);
        expect(verifyInclusion({ ...claim, proof: [...claim.proof, claim.root] })).toBe(false);
        expect(verifyInclusion({ ...claim, proof: claim.proof.slice(1) })).toBe(false);
      },
    ),
  );
});

test('law: a consistency claim with any flipped bit does not verify', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: MAX }),
      fc.nat(),
      fc.nat(),
      bit,
      (size2, at, which, flipped) => {
        const size1 = 1 + (at % (size2 - 1));
        const claim = {
          size1,
          size2,
          root1: root(size1),
          root2: root(size2),
          proof: consistencyProof(leaves, size1, size2),
        };
        expect(verifyConsistency(claim)).toBe(true);
        expect(verifyConsistency({ ...claim, proof: flipOne(claim.proof, which, flipped) })).toBe(
          false,
        );
        expect(verifyConsistency({ ...claim, root1: flip(claim.root1, flipped) })).toBe(false);
        expect(verifyConsistency({ ...claim, root2: flip(claim.root2, flipped) })).toBe(false);
        expect(verifyConsistency({ ...claim, proof: [...claim.proof, claim.root1] })).toBe(false);
        expect(verifyConsistency({ ...claim, proof: claim.proof.slice(1) })).toBe(false);
      },
    ),
  );
});

test('proofs and ranges work for sizes above 2^32', () => {
  const size = 2 ** 40 + 1;
  const claim = { index: 2 ** 40, size, leafHash: root(1), proof: [root(2)] };
  expect(rootFromInclusion(claim)).toBe(nodeHash(root(2), root(1)));
  const range = openCompactRange({ size: 2 ** 40, hashes: [root(2)] });
  range.append(root(1));
  expect(range.state()).toStrictEqual({ size, hashes: [root(2), root(1)] });
});
