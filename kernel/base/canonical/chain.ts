/** @module The linear hash chain: each entry commits to the bytes of all entries before it. */

import { hash as digest } from 'node:crypto';

import { isDigest, sha256Hex } from './hash.ts';

/** The `prev_hash` of the first entry. */
export const GENESIS = '0'.repeat(64);

/**
 * The hash of an entry: SHA-256 of the UTF-8 bytes of
 * `plumbline-chain-v1` LF `prevHash` LF `body`.
 *
 * The first 84 bytes have a fixed length, so no other pair of predecessor and body gives the same
 * input; the label keeps it apart from the other hashes of the system.
 *
 * @param prevHash 64 lower-case hex digits: the hash of the entry before, or `GENESIS`
 * @param body the exact text that is stored
 * @returns 64 lower-case hex digits
 * @throws {RangeError} when `prevHash` is not a digest or `body` holds a lone surrogate
 */
export function chainHash(prevHash: string, body: string): string {
  if (!isDigest(prevHash)) {
    throw new RangeError(`got the previous hash \`${prevHash}\`, want 64 lower-case hex digits`);
  }
  return sha256Hex(hashedText(prevHash, body));
}

function hashedText(prevHash: string, body: string): string {
  return `plumbline-chain-v1\n${prevHash}\n${body}`;
}

/**
 * Whether an entry continues the entry with the hash `prevHash`, which must be a valid digest. A fast check for intact
 * chains: one hash, no report. Never throws.
 */
export function continuesChain(prevHash: string, link: Omit<ChainLink, 'seq'>): boolean {
  return (
    link.prev_hash === prevHash &&
    link.body.isWellFormed() &&
    digest('sha256', hashedText(prevHash, link.body), 'hex') === link.hash
  );
}

/** The fields of a stored entry that the chain uses. */
export interface ChainLink {
  readonly seq: number;
  readonly prev_hash: string;
  readonly hash: string;
  readonly body: string;
}

/** The last entry of a chain: its number and hash. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

/**
 * - `edited`: the entry does not hash to its stored hash, or the next entry was chained to another
 *   version of it.
 * - `missing`: the entries from `seq` through `through` are absent.
 * - `duplicate`: a second row with the same number.
 * - `fork`: the entry continues entry `after`, which another entry continues already: two writers
 *   read the same head.
 * - `reordered`: the entry comes after one with a higher number.
 */
export type ChainFault =
  | { readonly kind: 'edited'; readonly seq: number }
  | { readonly kind: 'missing'; readonly seq: number; readonly through: number }
  | { readonly kind: 'duplicate'; readonly seq: number }
  | { readonly kind: 'fork'; readonly seq: number; readonly after: number }
  | { readonly kind: 'reordered'; readonly seq: number };

/** The result of a verification. */
export interface ChainReport {
  readonly ok: boolean;
  /** Rows read. */
  readonly count: number;
  /** The entry with the highest number. A comparison with a checkpoint detects missing entries after it. */
  readonly head: ChainHead;
  /** In the order of `seq`. */
  readonly faults: readonly ChainFault[];
}

/**
 * Verifies entries in the order in which they are stored, in one pass.
 *
 * @param links numbered without gaps from one above `after.seq`
 * @param opts `after`: the trusted entry before the first (default: number 0, `GENESIS`);
 *   `limit`: how many faults to return at most (default: all; 1 gives the first)
 */
export function verifyChain(
  links: Iterable<ChainLink>,
  opts: { readonly after?: ChainHead; readonly limit?: number } = {},
): ChainReport {
  const walk = startWalk(opts.after ?? { seq: 0, hash: GENESIS });
  let count = 0;
  for (const link of links) {
    count += 1;
    visit(walk, link);
  }
  const faults = [...walk.faults, ...missingEntries(walk)].toSorted((a, b) => a.seq - b.seq);
  return {
    ok: faults.length === 0,
    count,
    head: walk.head,
    faults: faults.slice(0, opts.limit ?? faults.length),
  };
}

/** The state of a verification. */
interface Walk {
  readonly start: number;
  head: ChainHead;
  readonly faults: ChainFault[];
  readonly edited: Set<number>;
  /** The first hash seen for each number. */
  readonly hashes: Map<number, string>;
  /** Further hashes of numbers that occur more than once. */
  readonly rivals: Map<string, number>;
  /** Hash of the last entry of a gap, as recorded by the entry after the gap; by the number of the last entry. */
  readonly wanted: Map<number, string>;
  /** The inverse of `hashes`, built when first needed: an intact chain never needs it. */
  numbers: Map<string, number> | undefined;
}

function startWalk(after: ChainHead): Walk {
  return {
    start: after.seq,
    head: after,
    faults: [],
    edited: new Set(),
    hashes: new Map([[after.seq, after.hash]]),
    rivals: new Map(),
    wanted: new Map(),
    numbers: undefined,
  };
}

function visit(walk: Walk, link: ChainLink): void {
  const { seq } = link;
  const intact = hashesToItself(link);
  if (!intact) markEdited(walk, seq);
  if (!Number.isSafeInteger(seq) || seq <= walk.start || walk.hashes.has(seq)) {
    visitAgain(walk, link);
    return;
  }
  if (seq < walk.head.seq) walk.faults.push({ kind: 'reordered', seq });
  else walk.head = { seq, hash: link.hash };
  if (intact) checkPredecessor(walk, link);
  const wanted = walk.wanted.get(seq);
  if (wanted !== undefined && wanted !== link.hash) markEdited(walk, seq);
  walk.hashes.set(seq, link.hash);
  walk.numbers?.set(link.hash, seq);
}

function hashesToItself(link: ChainLink): boolean {
  return (
    isDigest(link.prev_hash) &&
    link.body.isWellFormed() &&
    chainHash(link.prev_hash, link.body) === link.hash
  );
}

/** Handles an entry whose number was seen before or is not above that of the start. */
function visitAgain(walk: Walk, link: ChainLink): void {
  const { seq } = link;
  const before = walk.hashes.get(seq - 1);
  if (walk.hashes.get(seq) !== link.hash && before === link.prev_hash) {
    walk.faults.push({ kind: 'fork', seq, after: seq - 1 });
  } else {
    walk.faults.push({ kind: 'duplicate', seq });
  }
  walk.rivals.set(link.hash, seq);
}

function checkPredecessor(walk: Walk, link: ChainLink): void {
  const previous = link.seq - 1;
  const known = walk.hashes.get(previous);
  if (known === undefined) {
    walk.wanted.set(previous, link.prev_hash);
    forkFrom(walk, link);
    return;
  }
  if (known === link.prev_hash || walk.rivals.get(link.prev_hash) === previous) return;
  if (forkFrom(walk, link)) return;
  // INVARIANT: this entry is intact, so the entry before it is not the one to which it was chained.
  markEdited(walk, previous === walk.start ? link.seq : previous);
}

/** Reports a fork if the entry continues an entry that another one already continues; returns whether it does. */
function forkFrom(walk: Walk, link: ChainLink): boolean {
  walk.numbers ??= new Map([...walk.hashes].map(([seq, hash]) => [hash, seq]));
  const after = walk.numbers.get(link.prev_hash) ?? walk.rivals.get(link.prev_hash);
  if (after === undefined || after >= link.seq || !walk.hashes.has(after + 1)) return false;
  walk.faults.push({ kind: 'fork', seq: link.seq, after });
  return true;
}

function markEdited(walk: Walk, seq: number): void {
  if (walk.edited.has(seq)) return;
  walk.edited.add(seq);
  walk.faults.push({ kind: 'edited', seq });
}

/** The ranges of missing numbers between the start and the head. */
function missingEntries(walk: Walk): readonly ChainFault[] {
  if (walk.hashes.size === walk.head.seq - walk.start + 1) return [];
  const present = [...walk.hashes.keys()].toSorted((a, b) => a - b);
  return present.flatMap((seq, i): readonly ChainFault[] => {
    const next = present[i + 1] ?? seq + 1;
    return next === seq + 1 ? [] : [{ kind: 'missing', seq: seq + 1, through: next - 1 }];
  });
}
