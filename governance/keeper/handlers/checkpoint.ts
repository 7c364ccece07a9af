/** @module checkpoint: a signed statement of the whole chain, over the tree of its entries. */
import { signCheckpoint } from '../../../kernel/canonical/checkpoint.ts';
import { leafHash, openCompactRange, type CompactRange } from '../../../kernel/canonical/merkle.ts';
import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { EMPTY_CHAIN } from '../../audit/entry.ts';
import { NEWEST_SEAL, previousLine } from '../../audit/verify-checkpoints.ts';
import type { HandlersContext } from './context.ts';
import { pointTo } from './counters.ts';

/** Rows read at once while the tree catches up. */
const PAGE = 10_000;

/** The extension line of our checkpoints: the hash of the last entry, so that the linear chain is pinned too. */
function chainLine(hash: string): string {
  return `chain ${hash}`;
}

/** The tree as far as it has been read, and the hash of the entry it ends with. */
type Grown = { readonly range: CompactRange; readonly size: number; readonly hash: string };

/** Signs and stores checkpoints; the tree is kept in memory and continued. */
export function openCheckpointer(): (
  context: HandlersContext,
  tx: LedgerTransaction,
) => Promise<string> {
  let grown = emptyTree();
  return async ({ logKey, logName }, tx) => {
    // What was read in a transaction that was rolled back is not in the chain: then start from the last seal.
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

/** The tree of the newest checkpoint, or the empty one where there is none or its stored range is not that of its note. */
async function lastSealed(tx: LedgerTransaction): Promise<Grown> {
  const seal = await tx.newestSeal();
  if (seal === null || seal.size === 0) return emptyTree();
  const [row] = await tx.auditAfter(seal.size - 1, 1);
  if (row?.seq !== seal.size) return emptyTree();
  try {
    const range = openCompactRange({ size: seal.size, hashes: seal.hashes });
    const root = Buffer.from(range.root(), 'hex').toString('base64');
    return seal.note.split('\n')[2] === root
      ? { range, size: seal.size, hash: row.hash }
      : emptyTree();
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return emptyTree();
    throw error;
  }
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
