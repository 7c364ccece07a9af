/** @module group-committer: the one writer of a workspace; all requests that wait are committed together. */
import {
  LedgerError,
  type LedgerTransaction,
  type LedgerWriter,
} from '../../../kernel/ledger/ledger.ts';
import type { KeeperCall } from '../protocol/decode-request.ts';
import type { KeeperHandlers } from '../protocol/keeper-handlers.ts';
import type { CommittedNotice } from '../protocol/protocol.ts';
import { openRequestQueue } from './request-queue.ts';

/** The keeper while it holds the workspace. */
export type GroupCommitter = {
  /** Raised by one with every keeper that takes the workspace. */
  readonly epoch: number;
  /** Heads of ledger and audit at the last commit. */
  readonly heads: { readonly head_seq: number; readonly audit_seq: number };
  /** Whether the store could be used when that was tried last. */
  readonly usable: boolean;
  /** Resolves once the request's effect is durable. Requests of one client are carried out in their order. */
  execute(client: object, call: KeeperCall): Promise<unknown>;
  /** Requests of this client that wait. */
  waiting(client: object): number;
  /** Resolves when nothing waits any more. */
  drained(): Promise<void>;
};

type PendingRequest = {
  readonly call: KeeperCall;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** Requests in one transaction: enough to make the disk's delay small for each, few enough to keep it short. */
const BATCH_LIMIT = 256;

/** Counter in the store that the keeper of the highest epoch has raised last. */
export const EPOCH_COUNTER = 'keeper/epoch';

/**
 * Takes the workspace for a new epoch and starts to commit.
 *
 * INVARIANT: every transaction first reads the epoch in the store, so a keeper that lost its lock without noticing
 * commits nothing once another has taken over.
 *
 * @param on `committed` after each commit that changed events, entries or approvals, `durable` after each at all; `lost` when
 *   another keeper has taken over, before the requests are rejected; `usable` says whether a store that is elsewhere can be
 *   reached, one that is here always can
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

  const carryOut = async (batch: readonly PendingRequest[]) =>
    writer.transact(async (tx) => {
      const stored = await tx.counter(EPOCH_COUNTER);
      if (stored !== epoch) {
        lost = true;
        throw new LedgerError('LOCKED', `another keeper has taken over in epoch ${stored}`);
      }
      const answers: unknown[] = [];
      // One after the other: each must see what the ones before it have written.
      for (const { call } of batch) answers.push(await call(tx, handlers));
      return { answers, heads: await headsOf(tx) };
    });

  const commit = async (batch: readonly PendingRequest[]): Promise<void> => {
    try {
      const done = await carryOut(batch);
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
      // Each alone would wait as long for a database that is away.
      const away = error instanceof LedgerError && error.code === 'UNREACHABLE';
      if (lost || away || batch.length === 1) for (const { reject } of batch) reject(error);
      else await eachAlone(batch);
    }
  };
  const eachAlone = async (batch: readonly PendingRequest[]): Promise<void> => {
    for (const request of batch) await commit([request]);
  };

  const run = async (): Promise<void> => {
    // A turn of the event loop lets answers leave and everything that has arrived meanwhile join the next batch.
    await nextTurn();
    for (let batch = queue.take(BATCH_LIMIT); batch.length > 0; batch = queue.take(BATCH_LIMIT)) {
      await commit(batch);
      await nextTurn();
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

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
