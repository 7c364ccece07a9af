/** @module replay: brings a model up to date with a ledger, in batches of events. */
import * as z from 'zod';

import type { StoredEvent } from '../../../schemas/events.ts';
import type { Model } from './model.ts';
import { SnapshotFault } from './snapshot/snapshot-fault.ts';
import { stateFromSnapshot } from './snapshot/snapshot.ts';
import { type BlobSource, provideManifests } from './state/manifests.ts';
import type { FaultyEvent, PastState } from './state/model-fault.ts';
import { ModelFault } from './state/model-fault.ts';

/** The number of events read at once, which take some milliseconds to apply. */
const BATCH = 1000;

type Later<T> = T | Promise<T>;

/** A row of the log with the text of its event. */
type EventRow = { readonly seq: number; readonly event_id: string; readonly body: string };

/** The queries of a replay. They return synchronously or asynchronously, like the store. */
export interface ReplaySource extends BlobSource {
  eventsAfter(seq: number, limit: number): Later<readonly StoredEvent[]>;
  /** The same rows as stored text; read when an event cannot be parsed. */
  eventTextsAfter(seq: number, limit: number): Later<readonly EventRow[]>;
  /** Events of one branch after its event `branch_seq`, in order. */
  eventsOfBranch(branch: string, branch_seq: number, limit: number): Later<readonly StoredEvent[]>;
}

/** Options of a replay. */
export type ReplayOptions = {
  /** Returns the newest snapshot without any event after `seq`; null if there is none. */
  readonly before?: ((seq: number) => Promise<Uint8Array | null>) | undefined;
  /** Last ledger seq to apply; default: the last one of the ledger. */
  readonly until?: number;
};

/**
 * Brings a model up to the last event of the ledger, yielding to other calls in between. A state older than those that
 * the model keeps is rebuilt from a kept state, in the model or in an earlier snapshot, and the later events of its
 * branch.
 */
export async function replay(
  model: Model,
  events: ReplaySource,
  { before, until = Infinity }: ReplayOptions = {},
): Promise<void> {
  while (model.lastSeq < until) {
    const limit = Math.min(BATCH, until - model.lastSeq);
    const { batch, atEnd } = await readableAfter(events, model.lastSeq, limit);
    await provideManifests(model.keys.manifests, batch, events);
    let lost = model.applyAll(batch);
    if (lost === null && atEnd) return;
    if (lost !== null && before !== undefined) lost = await nearer(model, lost, before);
    while (lost !== null) {
      const past = await events.eventsOfBranch(lost.branch, lost.after, BATCH);
      await provideManifests(model.keys.manifests, past, events);
      lost = model.recall(lost, past);
      await nextTurn();
    }
    await nextTurn();
  }
}

/**
 * Returns the next events, up to one that cannot be parsed.
 * @throws ModelFault MALFORMED_EVENT when that is the first one.
 */
async function readableAfter(
  events: ReplaySource,
  seq: number,
  limit: number,
): Promise<{ readonly batch: readonly StoredEvent[]; readonly atEnd: boolean }> {
  for (let count = limit; ; count = Math.ceil(count / 10)) {
    try {
      const batch = await events.eventsAfter(seq, count);
      return { batch, atEnd: batch.length < count };
    } catch (error) {
      if (count > 1) continue;
      const [row] = await events.eventTextsAfter(seq, 1);
      const event = row === undefined ? null : eventIn(row);
      if (event === null) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new ModelFault('MALFORMED_EVENT', why, { event });
    }
  }
}

/** Identifies the event in a row; null if the row contains no valid event. */
function eventIn({ seq, event_id, body }: EventRow): FaultyEvent | null {
  try {
    const { type } = Typed.parse(JSON.parse(body));
    return { seq, event_id, type };
  } catch {
    return null;
  }
}

const Typed = z.looseObject({ type: z.string() });

/** Advances a lost state from the newest snapshot before it, if there is one. */
async function nearer(
  model: Model,
  lost: PastState,
  before: (seq: number) => Promise<Uint8Array | null>,
): Promise<PastState> {
  const bytes = await before(lost.seq);
  if (bytes === null) return lost;
  try {
    return model.recallFrom(lost, stateFromSnapshot(bytes, model.state.keys));
  } catch (error) {
    if (error instanceof SnapshotFault) return lost;
    throw error;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
