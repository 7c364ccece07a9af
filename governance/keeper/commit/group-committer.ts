/** @module group-committer: the only writer of a workspace; commits all queued requests in one transaction. */
import { setImmediate } from 'node:timers/promises';

import {
  LedgerError,
  type LedgerTransaction,
  type LedgerWriter,
} from '../../../kernel/ledger/ledger.ts';
import type { KeeperCall } from '../protocol/decode-request.ts';
import type { KeeperHandlers } from '../protocol/keeper-handlers.ts';
import type { CommittedNotice } from '../protocol/protocol.ts';
import { openRequestQueue } from './request-queue.ts';

/** The keeper of a workspace during its term. */
export type GroupCommitter = {
  /** Incremented by every keeper that takes over the workspace. */
  readonly epoch: number;
  /** Heads of ledger and audit at the last commit. */
  readonly heads: { readonly head_seq: number; readonly audit_seq: number };
  /** Whether the last attempt to use the store succeeded. */
  readonly usable: boolean;
  /** Resolves once the request's effect is durable. Requests of one client are executed in order. */
  execute(client: object, call: KeeperCall): Promise<unknown>;
  /** Number of queued requests of this client. */
  waiting(client: object): number;
  /** Resolves when the queue is empty. */
  drained(): Promise<void>;
};

type PendingRequest = {
  readonly call: KeeperCall;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** Requests per transaction: enough to share the latency of the disk, few enough to keep the transaction short. */
const BATCH_LIMIT = 256;

/** Counter in the store with the epoch of the newest keeper. */
export const EPOCH_COUNTER = 'keeper/epoch';

/**
 * Takes over the workspace in a new epoch and starts to commit.
 *
 * INVARIANT: every transaction first reads the epoch in the store, so a keeper that lost its lock without noticing
 * commits nothing once another has taken over.
 *
 * @param on `committed` is called after each commit that changed events, entries or approvals, `durable` after every commit;
 *   `lost` when another keeper has taken over, before the requests are rejected; `usable` returns whether a remote store
 *   can be reached (default: a local store always can)
 */
export async function startKeeper(
  writer: LedgerWriter,
  handlers: KeeperHandlers,
  on: {
    readonly committed: (notice: CommittedNotice) => void;
    readonly durable?: () => void;
    readonly lost: () => void;
    readonly usable?: () => boolean;
  },
): Promise<GroupCommitter> {
  const queue = openRequestQueue<PendingRequest>();
  let lost = false;
  let idle = Promise.resolve();
  let busy = false;
  let heads = { head_seq: 0, audit_seq: 0 };
  const epoch = await writer.transact(async (tx) => {
    heads = await headsOf(tx);
    return tx.addCounter(EPOCH_COUNTER, 1);
  });

  const executeAll = async (batch: readonly PendingRequest[]) =>
    writer.transact(async (tx) => {
      const stored = await tx.counter(EPOCH_COUNTER);
      if (stored !== epoch) {
        lost = true;
        throw new LedgerError('LOCKED', `another keeper has taken over in epoch ${stored}`);
      }
      const answers: unknown[] = [];
      // In sequence: each request must see the writes of those before it.
      for (const { call } of batch) answers.push(await call(tx, handlers));
      return { answers, heads: await headsOf(tx) };
    });

  const commit = async (batch: readonly PendingRequest[]): Promise<void> => {
    try {
      const done = await executeAll(batch);
      const approvals = handlers.ended(true);
      const changed =
        approvals.length > 0 ||
        done.heads.head_seq !== heads.head_seq ||
        done.heads.audit_seq !== heads.audit_seq;
      heads = done.heads;
      for (const [i, { resolve }] of batch.entries()) resolve(done.answers[i]);
      if (changed) on.committed({ ...heads, approvals });
      on.durable?.();
    } catch (error) {
      handlers.ended(false);
      if (lost) on.lost();
      // Separate retries would each wait as long for an unreachable database.
      const isOffline = error instanceof LedgerError && error.code === 'UNREACHABLE';
      if (lost || isOffline || batch.length === 1) for (const { reject } of batch) reject(error);
      else await eachAlone(batch);
    }
  };
  const eachAlone = async (batch: readonly PendingRequest[]): Promise<void> => {
    for (const request of batch) await commit([request]);
  };

  const run = async (): Promise<void> => {
    // One turn of the event loop sends the answers, and lets new requests join the next batch.
    await setImmediate();
    for (let batch = queue.take(BATCH_LIMIT); batch.length > 0; batch = queue.take(BATCH_LIMIT)) {
      await commit(batch);
      await setImmediate();
    }
    busy = false;
  };

  return {
    epoch,
    get heads() {
      return heads;
    },
    get usable() {
      return on.usable?.() ?? true;
    },
    execute: (client, call) =>
      new Promise((resolve, reject) => {
        queue.add(client, { call, resolve, reject });
        if (busy) return;
        busy = true;
        idle = run();
      }),
    waiting: queue.count,
    drained: () => idle,
  };
}

async function headsOf(tx: LedgerTransaction): Promise<GroupCommitter['heads']> {
  return { head_seq: await tx.headSeq(), audit_seq: (await tx.auditHead())?.seq ?? 0 };
}
