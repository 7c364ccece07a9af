/** @module checkpoint: signs tree heads over the whole audit chain. */
import { signCheckpoint } from '../../../kernel/base/canonical/checkpoint.ts';
import {
  leafHash,
  openCompactRange,
  type CompactRange,
} from '../../../kernel/base/canonical/merkle.ts';
import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { EMPTY_CHAIN } from '../../audit/entry.ts';
import { NEWEST_SEAL, previousLine, sealedRange } from '../../audit/verify-checkpoints.ts';
import type { HandlersContext } from './context.ts';
import { pointTo } from './records/counters.ts';

/** Rows read at once while the tree catches up. */
const PAGE = 10_000;

/** The extension line with the hash of the last entry, so that a checkpoint also pins the linear chain. */
function chainLine(hash: string): string {
  return `chain ${hash}`;
}

/** The tree over the entries read so far, and the hash of its last entry. */
type Grown = { readonly range: CompactRange; readonly size: number; readonly hash: string };

/** Signs and stores checkpoints; the tree is kept in memory and continued. */
export function openCheckpointer(): (
  context: HandlersContext,
  tx: LedgerTransaction,
) => Promise<string> {
  let grown = emptyTree();
  return async ({ logKey, logName }, tx) => {
    // Entries read in a transaction that was rolled back are not in the chain: the tree then continues from the last seal.
    if (grown.size === 0 || !(await continues(tx, grown))) grown = await lastSealed(tx);
    grown = await grow(tx, grown);
    const { range, size, hash } = grown;
    const newest = await tx.newestSeal();
    if (newest?.size === size) return newest.note;
    const checkpoint = {
      origin: logName,
      size,
      rootHash: range.root(),
      extensions: [chainLine(hash), previousLine(newest?.size ?? 0)],
    };
    const note = signCheckpoint(checkpoint, { name: logName, privateKey: logKey });
    await tx.putCheckpoint({ size, note, hashes: range.state().hashes });
    await pointTo(tx, NEWEST_SEAL, size);
    return note;
  };
}

function emptyTree(): Grown {
  return { range: openCompactRange(), size: 0, hash: EMPTY_CHAIN.hash };
}

/** The tree of the newest checkpoint; the empty tree if there is none, or if its stored range does not match its note. */
async function lastSealed(tx: LedgerTransaction): Promise<Grown> {
  const seal = await tx.newestSeal();
  if (seal === null || seal.size === 0) return emptyTree();
  const [row] = await tx.auditAfter(seal.size - 1, 1);
  if (row?.seq !== seal.size) return emptyTree();
  const range = sealedRange(seal);
  return range === null ? emptyTree() : { range, size: seal.size, hash: row.hash };
}

async function continues(tx: LedgerTransaction, { size, hash }: Grown): Promise<boolean> {
  if (size === 0) return true;
  const [row] = await tx.auditAfter(size - 1, 1);
  return row?.seq === size && row.hash === hash;
}

async function grow(tx: LedgerTransaction, from: Grown): Promise<Grown> {
  const { range } = from;
  let { size, hash } = from;
  for (;;) {
    const rows = await tx.auditAfter(size, PAGE);
    for (const row of rows) {
      range.append(leafHash(row.body));
      size = row.seq;
      hash = row.hash;
    }
    if (rows.length < PAGE) return { range, size, hash };
  }
}
