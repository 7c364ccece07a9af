/** @module run-places: finds the positions in the log of the runs of each principal. */
import { setImmediate } from 'node:timers/promises';

import { oneAtATime } from '../../governance/tool/one-at-a-time.ts';
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import type { StoredEvent } from '../../schemas/events.ts';

/** Number of events per read of the log. */
const PAGE = 500;

/** The principal that made an event. */
export type Maker = Pick<StoredEvent, 'user_id' | 'agent_id'>;

/**
 * Log positions of runs by maker. Each event of the log is read once, so that the answer to a maker does not depend on
 * the number of events of others; nor does its time, except for the first answer.
 */
export class RunPlaces {
  readonly #reader: LedgerRead;
  readonly #by_maker = new Map<string, number[]>();
  /** Seq of the last event that was read. */
  #last = 0;
  /** Reads the events that were committed since the last call. */
  readonly #catchUp = oneAtATime(async () => {
    for (;;) {
      const events = await this.#reader.eventsAfter(this.#last, PAGE);
      for (const event of events) this.#add(event);
      if (events.length < PAGE) return;
      // Pauses for other calls, because the store reads synchronously
      await setImmediate();
    }
  });

  constructor(reader: LedgerRead) {
    this.#reader = reader;
  }

  /** Seqs of the events that record the runs of a maker, oldest first. */
  async of(maker: Maker): Promise<readonly number[]> {
    await this.#catchUp();
    return this.#by_maker.get(keyOf(maker)) ?? [];
  }

  #add(event: StoredEvent): void {
    this.#last = event.seq;
    if (event.type !== 'tool.run' && event.type !== 'run.unfinished') return;
    const key = keyOf(event);
    const seqs = this.#by_maker.get(key);
    if (seqs === undefined) this.#by_maker.set(key, [event.seq]);
    else seqs.push(event.seq);
  }
}

function keyOf({ user_id, agent_id }: Maker): string {
  return `${user_id}\n${agent_id}`;
}
