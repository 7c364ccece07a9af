/** @module counters: counters of the ledger that point into the audit chain. */
import type { LedgerRead, LedgerTransaction } from '../../../../kernel/ledger/ledger.ts';

/** Sets a counter to the seq of an audit entry. */
export async function pointTo(tx: LedgerTransaction, name: string, seq: number): Promise<void> {
  await tx.addCounter(name, seq - (await tx.counter(name)));
}

/** Body of the audit entry that a counter points to; null when there is no such entry. */
export async function bodyAt(read: LedgerRead, name: string): Promise<string | null> {
  const seq = await read.counter(name);
  if (seq < 1) return null;
  const [row] = await read.auditAfter(seq - 1, 1);
  return row?.seq === seq ? row.body : null;
}
