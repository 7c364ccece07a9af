/** @module open-store: the store on which a contract test runs. */
import {
  LedgerError,
  type EventRow,
  type LedgerReader,
  type LedgerWriter,
} from '../../../kernel/ledger/ledger.ts';
import type { StoredEvent } from '../../../schemas/events.ts';

/** The store of the running test. Its members may be read only inside a test, because each test has its own store. */
export type OpenStore = {
  readonly writer: LedgerWriter;
  readonly reader: LedgerReader;
  readonly append: (...rows: EventRow[]) => Promise<readonly StoredEvent[]>;
};

/** The code of the ledger error with which `work` fails; `no error` if it succeeds. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return error instanceof LedgerError ? error.code : 'not a ledger error';
  }
  return 'no error';
}
