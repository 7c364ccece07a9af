/** @module verify-store: the verification of a store that is in use. */
import { availableParallelism } from 'node:os';

import { openSqliteReader } from '../../kernel/ledger/sqlite.ts';
import type { VerifyOptions, VerifyReport } from './verify-report.ts';
import { verifyLedger } from './verify.ts';

/** Shorter chains are read before a thread has started. */
const WORTH_THREADS = 20_000;
/** More threads would wait for the one that plays the governing entries. */
const THREADS_MAX = 8;

/**
 * Verifies the store in a file as it is at the first look, whatever is committed meanwhile.
 *
 * @throws {LedgerError} when the file cannot be opened or read
 */
export async function verifyStore(
  path: string,
  options: Omit<VerifyOptions, 'parallel'> = {},
): Promise<VerifyReport> {
  const reader = openSqliteReader(path);
  try {
    return await reader.snapshot(() => {
      const entries = reader.auditHead()?.seq ?? 0;
      if (entries < WORTH_THREADS) return verifyLedger(reader, options);
      const threads = Math.min(THREADS_MAX, availableParallelism());
      return verifyLedger(reader, { ...options, parallel: { store: path, entries, threads } });
    });
  } finally {
    reader.close();
  }
}
