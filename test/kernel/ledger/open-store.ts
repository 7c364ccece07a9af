/** @module open-store: the store that a contract test runs on. */
import {
  LedgerError,
  type EventRow,
  type LedgerReader,
  type LedgerWriter,
} from '../../../kernel/ledger/ledger.ts';
import type { StoredEvent } from '../../../schemas/events.ts';

/** The store of the running test; the members are read inside a test, for each test has its own. */
export type OpenStore = {
  readonly writer: LedgerWriter;
  readonly reader: LedgerReader;
  readonly append: (...rows: EventRow[]) => Promise<readonly StoredEvent[]>;
};

/** The code with which `work` is refused. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return error instanceof LedgerError ? error.code : 'not a ledger error';
  }
  return 'no error';
}
