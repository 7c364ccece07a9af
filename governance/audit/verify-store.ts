/** @module verify-store: verifies a store that is in use. */
import { availableParallelism } from 'node:os';

import { LedgerError } from '../../kernel/ledger/ledger.ts';
import { openSqliteReader } from '../../kernel/ledger/sqlite-reader.ts';
import { EMPTY_CHAIN } from './entry.ts';
import type { VerifyOptions, VerifyReport } from './verify-report.ts';
import { verifyLedger } from './verify.ts';

/** Minimum number of entries for threads: shorter chains are read before a thread has started. */
const WORTH_THREADS = 20_000;
/** Maximum number of threads: more would wait for the one that applies the governing entries. */
const THREADS_MAX = 8;

/**
 * Verifies the snapshot of a store at the first read, regardless of later commits. Unreadable data is a fault.
 *
 * @throws {LedgerError} NOT_A_WORKSPACE or NEWER_VERSION when the file cannot be opened
 */
export async function verifyStore(
  path: string,
  options: Omit<VerifyOptions, 'parallel'> = {},
): Promise<VerifyReport> {
  try {
    return await verifyOpened(path, options);
  } catch (error) {
    if (!(error instanceof LedgerError) || error.code !== 'CORRUPT') throw error;
    return unreadable(error.message);
  }
}

async function verifyOpened(
  path: string,
  options: Omit<VerifyOptions, 'parallel'>,
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

function unreadable(detail: string): VerifyReport {
  return {
    ok: false,
    entries: 0,
    events: 0,
    head: EMPTY_CHAIN,
    covered: 0,
    faults: [{ kind: 'store_damaged', seq: 0, detail }],
  };
}
