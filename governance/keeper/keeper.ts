/** @module keeper: the one writer of a workspace; all requests that wait are committed together. */
import {
  LedgerError,
  type LedgerTransaction,
  type LedgerWriter,
} from '../../kernel/ledger/ledger.ts';
import type { KeeperHandlers } from './handlers-type.ts';
import type { CommittedNotice } from './protocol.ts';
import type { KeeperCall } from './wire.ts';

/** The keeper while it holds the workspace. */
export type GroupCommitter = {
  /** Raised by one with every keeper that takes the workspace. */
  readonly epoch: number;
  /** Last known heads of ledger and audit. */
  readonly heads: { readonly head_seq: number; readonly audit_seq: number };
  /** Answers once the request's effect is durable. Requests of one asker are carried out in their order. */
  ask(asker: object, call: KeeperCall): Promise<unknown>;
  /** Requests of this asker that wait. */
  waiting(asker: object): number;
  /** Resolves when nothing waits any more. */
  drained(): Promise<void>;
};

type Waiting = {
  readonly call: KeeperCall;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** Requests in one transaction: enough to make the disk's delay small for each, few enough to keep it short. */
const BATCH_LIMIT = 256;

/** Counter in the store that the keeper of the highest epoch has raised last. */
const EPOCH_COUNTER = 'keeper/epoch';

/**
 * Takes the workspace for a new epoch and starts to commit.
 *
 * INVARIANT: every transaction first reads the epoch in the store, so a keeper that lost its lock without noticing
 * commits nothing once another has taken over.
 *
 * @param on `committed` after each commit that changed something; `lost` when
 *   another keeper has taken over, before the requests are rejected
 */
export async function startKeeper(
  writer: LedgerWriter,
  handlers: KeeperHandlers,
  on: { readonly committed: (notice: CommittedNotice) => void; readonly lost: () => void },
): Promise<GroupCommitter> {
  const queue = openQueue();
  let lost = false;
  let idle = Promise.resolve();
  let busy = false;
  let heads = { head_seq: 0, audit_seq: 0 };
  const epoch = await writer.transact(async (tx) => {
    heads = await headsOf(tx);
    return tx.addCounter(EPOCH_COUNTER, 1);
  });

  const carryOut = async (batch: readonly Waiting[]) =>
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

  const commit = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const done = await carryOut(batch);
      const approvals = handlers.changedApprovals();
      const changed =
        approvals.length > 0 ||
        done.heads.head_seq !== heads.head_seq ||
        done.heads.audit_seq !== heads.audit_seq;
      heads = done.heads;
      for (const [i, waiting] of batch.entries()) waiting.resolve(done.answers[i]);
      if (changed) on.committed({ ...heads, approvals });
    } catch (error) {
      handlers.changedApprovals();
      if (lost) on.lost();
      if (lost || batch.length === 1) for (const waiting of batch) waiting.reject(error);
      else await eachAlone(batch);
    }
  };
  const eachAlone = async (batch: readonly Waiting[]): Promise<void> => {
    for (const waiting of batch) await commit([waiting]);
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
    ask: (asker, call) =>
      new Promise((resolve, reject) => {
        queue.add(asker, { call, resolve, reject });
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

/** Keeps each asker's order and takes from all askers in turn, so that none waits behind another's long queue. */
function openQueue(): {
  readonly add: (asker: object, waiting: Waiting) => void;
  readonly count: (asker: object) => number;
  readonly take: (limit: number) => readonly Waiting[];
} {
  const lanes = new Map<object, Waiting[]>();
  return {
    add(asker, waiting) {
      const lane = lanes.get(asker);
      if (lane === undefined) lanes.set(asker, [waiting]);
      else lane.push(waiting);
    },
    count: (asker) => lanes.get(asker)?.length ?? 0,
    take(limit) {
      const batch: Waiting[] = [];
      for (let depth = 0; batch.length < limit; depth += 1) {
        const before = batch.length;
        for (const lane of lanes.values()) {
          const next = lane[depth];
          if (next !== undefined && batch.length < limit) batch.push(next);
        }
        if (batch.length === before) break;
      }
      const taken = new Set(batch);
      for (const [asker, lane] of lanes) {
        const rest = lane.filter((waiting) => !taken.has(waiting));
        if (rest.length === 0) lanes.delete(asker);
        else lanes.set(asker, rest);
      }
      return batch;
    },
  };
}
