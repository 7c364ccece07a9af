/** @module ledger-contract: the contract suite that every store must pass. */
import { afterEach, beforeEach, describe } from 'vitest';

import { type LedgerReader, type LedgerWriter } from '../../../kernel/ledger/ledger.ts';
import { blobsContract } from './blobs-contract.ts';
import { eventsContract } from './events-contract.ts';
import type { OpenStore } from './open-store.ts';
import { recordsContract } from './records-contract.ts';
import { transactionsContract } from './transactions-contract.ts';

/** A new, empty store. */
export type StoreUnderTest = {
  readonly writer: LedgerWriter;
  readonly openReader: () => LedgerReader;
  readonly cleanup: () => Promise<void>;
};

/** Defines the contract suite for a store; each test runs on a new store. */
export function ledgerContract(
  name: string,
  makeStore: () => StoreUnderTest | Promise<StoreUnderTest>,
): void {
  describe(`ledger contract: ${name}`, () => {
    let store: StoreUnderTest;
    let reader: LedgerReader;
    beforeEach(async () => {
      store = await makeStore();
      reader = store.openReader();
    });
    afterEach(async () => {
      reader.close();
      await store.writer.close();
      await store.cleanup();
    });

    const open: OpenStore = {
      get writer() {
        return store.writer;
      },
      get reader() {
        return reader;
      },
      append: (...rows) => store.writer.transact((tx) => tx.appendEvents(rows)),
    };
    eventsContract(open);
    transactionsContract(open);
    recordsContract(open);
    blobsContract(open);
  });
}
