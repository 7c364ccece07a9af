/** @module verify-checkpoints: compares signed tree heads with the chain, and detects missing ones. */
import {
  readCheckpoint,
  verifyCheckpoint,
  type TrustedKey,
} from '../../kernel/base/canonical/checkpoint.ts';
import { verifyCosignatures } from '../../kernel/base/canonical/cosignature.ts';
import { openCompactRange, type CompactRange } from '../../kernel/base/canonical/merkle.ts';
import type { CheckpointRow, LedgerTables, SealRow } from '../../kernel/ledger/ledger.ts';
import type { ChainWalk } from './verify-chain.ts';
import type { Fault, FaultKind, Report } from './verify-report.ts';

/** Faults of the chain that explain a different tree. */
const EXPLAINS: ReadonlySet<FaultKind> = new Set([
  'edited',
  'missing',
  'duplicate',
  'fork',
  'reordered',
]);

/** A note with a valid signature of a trusted key. */
export type SignedHead = {
  readonly size: number;
  readonly root: string;
  /** Hash of the last entry, if the note has our extension line for it. */
  readonly chain: string | null;
  readonly from: string;
};

/** A note to be verified; `size`: the size under which it is stored, null for a note from outside the store. */
export type Note = { readonly note: string; readonly from: string; readonly size: number | null };

/** Reports notes with an invalid cosignature in the name of a trusted witness. */
export function reportCosignatures(
  notes: readonly Note[],
  witnesses: readonly TrustedKey[],
  report: Report,
): void {
  if (witnesses.length === 0) return;
  for (const { note, from } of notes) {
    const read = readCheckpoint(note);
    if (read === undefined) continue;
    if (verifyCosignatures(read.text, read.signatures, witnesses) !== undefined) continue;
    const { size } = read.checkpoint;
    report('wrong_key', size, `${from} was not cosigned by the witness that it names`);
  }
}

/** Notes that a trusted key has signed for its own log; reports the others. */
export function signedHeads(
  notes: readonly Note[],
  trusted: readonly TrustedKey[],
  report: Report,
): readonly SignedHead[] {
  // Stored notes are usually in the witness too, and verifying a signature costs more than a lookup.
  const verdicts = new Map<string, ReturnType<typeof verifyCheckpoint>>();
  return notes.flatMap(({ note, from, size: stored }) => {
    const verdict = verdicts.get(note) ?? verifyCheckpoint(note, trusted);
    verdicts.set(note, verdict);
    if (!verdict.ok) {
      if (verdict.fault === 'malformed') {
        report('unverifiable', 0, `${from} is not a checkpoint`);
      } else if (verdict.fault === 'unknown_key') {
        report('wrong_key', 0, `${from} is not signed by a trusted key`);
      } else {
        report('wrong_key', 0, `${from} was not signed by the key that it names`);
      }
      return [];
    }
    const { size, rootHash, extensions, origin, signedBy } = verdict;
    if (!signedBy.includes(origin)) {
      report('wrong_key', size, `${from} is a checkpoint of the log \`${origin}\``);
      return [];
    }
    if (stored !== null && stored !== size) {
      report('unverifiable', size, `${from} states the size ${size}`);
    }
    const line = extensions.find((extension) => extension.startsWith('chain '));
    return [{ size, root: rootHash, chain: line?.slice('chain '.length) ?? null, from }];
  });
}

/**
 * Reports heads that do not match the chain; returns the largest covered size.
 *
 * @param faults faults of the chain so far: one below the size of a head explains its different root
 */
export function compareHeads(
  heads: readonly SignedHead[],
  chain: Pick<ChainWalk, 'head' | 'trees'>,
  faults: readonly Fault[],
  report: Report,
): number {
  let covered = 0;
  for (const { size, root, chain: hash, from } of heads) {
    const last = chain.head.seq;
    if (size > last) {
      report(
        'truncated',
        last,
        `${from} covers ${size} entries, but the log ends at entry ${last}`,
      );
      continue;
    }
    const tree = chain.trees.get(size);
    const same = size === 0 || (tree?.root === root && (hash === null || tree.hash === hash));
    if (same) {
      covered = Math.max(covered, size);
    } else if (!faults.some(({ kind, seq }) => EXPLAINS.has(kind) && seq <= size)) {
      report('rewritten', size, `${from} covers different entries up to ${size}`);
    }
  }
  return covered;
}

/** Counter with the size of the newest checkpoint; it reveals the deletion of the last rows. */
export const NEWEST_SEAL = 'checkpoint/newest';

const PREVIOUS = 'previous ';

/** The extension line with the size of the previous checkpoint, 0 for the first one. */
export function previousLine(size: number): string {
  return `${PREVIOUS}${size}`;
}

/** The size of the previous checkpoint in a note; null in notes of earlier versions, which name none. */
function previousIn(note: string): number | null {
  const lines = readCheckpoint(note)?.checkpoint.extensions ?? [];
  const line = lines.find((extension) => extension.startsWith(PREVIOUS));
  return line === undefined ? null : Number(line.slice(PREVIOUS.length));
}

/**
 * Reports missing checkpoints: each checkpoint names the previous one, and each decision of a person was sealed in its own
 * transaction.
 *
 * @param decided seqs of the entries of decisions, ascending; empty for logs of versions that did not seal them
 */
export function compareSeals(
  rows: readonly CheckpointRow[],
  decided: readonly number[],
  report: Report,
): void {
  const sizes = rows.map(({ size }) => size).toSorted((a, b) => a - b);
  for (const { size, note } of rows) {
    const previous = previousIn(note);
    if (previous === null || previous === 0 || sizes.includes(previous)) continue;
    report(
      'checkpoint_missing',
      previous,
      `the stored checkpoint of size ${size} follows one of size ${previous}, which is missing`,
    );
  }
  let at = 0;
  for (const [index, seq] of decided.entries()) {
    const next = decided[index + 1] ?? Number.POSITIVE_INFINITY;
    while ((sizes[at] ?? Number.POSITIVE_INFINITY) < seq) at += 1;
    const size = sizes[at];
    if (size !== undefined && size < next) continue;
    report('checkpoint_missing', seq, 'the checkpoint that sealed this decision is missing');
  }
}

/** Reports a counter of the newest checkpoint that differs from the newest row; earlier versions wrote no counter. */
export async function compareNewestSeal(tables: LedgerTables, report: Report): Promise<void> {
  const last = (await tables.seals()).at(-1);
  const newest = last?.size ?? 0;
  const counter = (await tables.counters()).find(({ name }) => name === NEWEST_SEAL);
  const value = counter?.value ?? 0;
  if (value > newest) {
    const detail = `the newest checkpoint had size ${value}; the newest stored one has size ${newest}`;
    report('checkpoint_missing', value, detail);
  } else if (value < newest && previousIn(last?.note ?? '') !== null) {
    report('table_mismatch', 0, `the counter \`${NEWEST_SEAL}\` is ${value}; expected ${newest}`);
  }
}

/** The compact range that is stored with a checkpoint; null when it is malformed or does not match the root in the note. */
export function sealedRange({ size, hashes, note }: SealRow): CompactRange | null {
  try {
    const range = openCompactRange({ size, hashes });
    const root = Buffer.from(range.root(), 'hex').toString('base64');
    return note.split('\n')[2] === root ? range : null;
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}
