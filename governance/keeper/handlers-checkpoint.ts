/** @module handlers-checkpoint: a signed statement of the whole chain, over the tree of its entries. */
import { signCheckpoint } from '../../kernel/canonical/checkpoint.ts';
import { leafHash, openCompactRange, type CompactRange } from '../../kernel/canonical/merkle.ts';
import type { LedgerTransaction } from '../../kernel/ledger/ledger.ts';
import { EMPTY_CHAIN } from '../audit/entry.ts';
import type { HandlersContext } from './handlers-context.ts';

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
  let grown: Grown = { range: openCompactRange(), size: 0, hash: EMPTY_CHAIN.hash };
  return async ({ logKey, logName }, tx) => {
    // What was read in a transaction that was rolled back is not in the chain: then start again.
    if (!(await continues(tx, grown)))
      grown = { range: openCompactRange(), size: 0, hash: EMPTY_CHAIN.hash };
    grown = await grow(tx, grown);
    const { range, size, hash } = grown;
    const newest = (await tx.checkpoints()).at(-1);
    if (newest?.size === size) return newest.note;
    const checkpoint = {
      origin: logName,
      size,
      rootHash: range.root(),
      extensions: [chainLine(hash)],
    };
    const note = signCheckpoint(checkpoint, { name: logName, privateKey: logKey });
    await tx.putCheckpoint({ size, note });
    return note;
  };
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
    // oxlint-disable-next-line no-await-in-loop
    const rows = await tx.auditAfter(size, PAGE);
    for (const row of rows) {
      range.append(leafHash(row.body));
      size = row.seq;
      hash = row.hash;
    }
    if (rows.length < PAGE) return { range, size, hash };
  }
}
