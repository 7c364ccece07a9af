import { followedCounter, isFollowedCounter } from '../../kernel/ledger/followed-counter.ts';
/** @module verify-followed: the position of a store in the log that several machines share, against its second record. */
import type { LedgerTables } from '../../kernel/ledger/ledger.ts';
import type { Report } from './verify-report.ts';

/**
 * Reports a row that is not as the writer left it, and one that is not there. The database itself says more: whoever has
 * its address compares the commit too.
 */
export async function compareFollowed(tables: LedgerTables, report: Report): Promise<void> {
  const rows = await tables.followedRows();
  const recorded = new Map(
    (await tables.counters())
      .filter(({ name }) => isFollowedCounter(name))
      .map(({ name, value }) => [name, value]),
  );
  // Earlier versions wrote the row alone.
  const isRecorded = recorded.size > 0;
  if (rows.length > 1) report('followed_mismatch', 0, 'the store follows more than one shared log');
  for (const { log, n, hash } of rows) {
    const name = followedCounter({ log, hash });
    const isForm = n >= 0 && /^[0-9a-f]{64}$/.test(hash);
    if (isForm && (!isRecorded || recorded.get(name) === n)) continue;
    report(
      'followed_mismatch',
      0,
      `the commit ${n} of the shared log \`${log}\` is not the one that this store has followed to`,
    );
  }
  if (rows.length === 0 && isRecorded) {
    report(
      'followed_mismatch',
      0,
      'the row that says which shared log this store follows is not there',
    );
  }
}
