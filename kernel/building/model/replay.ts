/** @module replay: a model brought level with a ledger, some events at a time. */
import * as z from 'zod';

import type { StoredEvent } from '../../schemas/events.ts';
import type { Model } from './model.ts';
import { SnapshotFault } from './snapshot/snapshot-fault.ts';
import { stateFromSnapshot } from './snapshot/snapshot.ts';
import type { FaultyEvent, PastState } from './state/model-fault.ts';
import { ModelFault } from './state/model-fault.ts';

/** Events read at once: some milliseconds of work. */
const BATCH = 1000;

type Later<T> = T | Promise<T>;

/** A row of the log with the text of its event. */
type EventRow = { readonly seq: number; readonly event_id: string; readonly body: string };

/** What a replay reads; it answers now or later, as the store does. */
export interface ReplaySource {
  eventsAfter(seq: number, limit: number): Later<readonly StoredEvent[]>;
  /** The same rows as they were written; read where an event cannot be. */
  eventTextsAfter(seq: number, limit: number): Later<readonly EventRow[]>;
  /** Events of one branch after its event `branch_seq`, in order. */
  eventsOfBranch(branch: string, branch_seq: number, limit: number): Later<readonly StoredEvent[]>;
}

/** What a replay may be told. */
export type ReplayOptions = {
  /** The newest snapshot that holds no event after `seq`, null where there is none. */
  readonly before?: ((seq: number) => Promise<Uint8Array | null>) | undefined;
  /** Last ledger seq that is applied; that of the ledger without it. */
  readonly until?: number;
};

/**
 * Brings a model up to the last event of the ledger; other calls come in between. A state further back than the model
 * keeps is made of the events of its branch since what is kept, in the model or in an earlier snapshot.
 */
export async function replay(
  model: Model,
  events: ReplaySource,
  { before, until = Infinity }: ReplayOptions = {},
): Promise<void> {
  while (model.lastSeq < until) {
    const limit = Math.min(BATCH, until - model.lastSeq);
    const { batch, atEnd } = await readableAfter(events, model.lastSeq, limit);
    let lost = model.applyAll(batch);
    if (lost === null && atEnd) return;
    if (lost !== null && before !== undefined) lost = await nearer(model, lost, before);
    while (lost !== null) {
      lost = model.recall(lost, await events.eventsOfBranch(lost.branch, lost.after, BATCH));
      await nextTurn();
    }
    await nextTurn();
  }
}

/** The next events, up to one that cannot be read. Throws `ModelFault` MALFORMED_EVENT when that is the first. */
async function readableAfter(
  events: ReplaySource,
  seq: number,
  limit: number,
): Promise<{ readonly batch: readonly StoredEvent[]; readonly atEnd: boolean }> {
  for (let asked = limit; ; asked = Math.ceil(asked / 10)) {
    try {
      const batch = await events.eventsAfter(seq, asked);
      return { batch, atEnd: batch.length < asked };
    } catch (error) {
      if (asked > 1) continue;
      const [row] = await events.eventTextsAfter(seq, 1);
      const event = row === undefined ? null : eventIn(row);
      if (event === null) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new ModelFault('MALFORMED_EVENT', why, { event });
    }
  }
}

/** What a row says of its event, null where it is none. */
function eventIn({ seq, event_id, body }: EventRow): FaultyEvent | null {
  try {
    const { type } = Typed.parse(JSON.parse(body));
    return { seq, event_id, type };
  } catch {
    return null;
  }
}

const Typed = z.looseObject({ type: z.string() });

/** The lost state, from the newest snapshot before it where there is one. */
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
