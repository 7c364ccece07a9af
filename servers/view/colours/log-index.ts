/** @module log-index: who wrote each event of the log, and on which day; read once. */
import * as z from 'zod';

import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';

type LogTexts = Pick<LedgerRead, 'eventTextsAfter'>;

/** Author and day of an event. */
export type Written = {
  readonly user_id: string;
  readonly agent_id: string | null;
  /** Such as 2026-11-30, UTC. */
  readonly day: string;
};

/** Events that are read at once. */
const WINDOW = 1000;

const Fields = z.object({ user_id: z.string(), agent_id: z.string().nullable(), at: z.string() });

const KNOWN = new WeakMap<LogTexts, LogIndex>();

/**
 * The authors of a log. SECURITY: it covers hidden events; answers look up only the last events of elements that a person
 * sees.
 */
export class LogIndex {
  readonly #reader: LogTexts;
  /** By seq − 1; equal values are the same object. */
  readonly #written: (Written | null)[] = [];
  readonly #shared = new Map<string, Written>();

  private constructor(reader: LogTexts) {
    this.#reader = reader;
  }

  /** The index of a log, read up to ledger event `seq`. */
  static async upTo(reader: LogTexts, seq: number): Promise<LogIndex> {
    const known = KNOWN.get(reader) ?? new LogIndex(reader);
    KNOWN.set(reader, known);
    await known.#read(seq);
    return known;
  }

  /** Undefined for an event that the log does not have, as for elements of a plan. */
  at(seq: number): Written | undefined {
    return this.#written[seq - 1] ?? undefined;
  }

  async #read(seq: number): Promise<void> {
    while (this.#written.length < seq) {
      const texts = await this.#reader.eventTextsAfter(this.#written.length, WINDOW);
      if (texts.length === 0) return;
      for (const { body } of texts) this.#written.push(this.#writtenIn(body));
    }
  }

  #writtenIn(body: string): Written | null {
    const fields = Fields.safeParse(JSON.parse(body));
    if (!fields.success) return null;
    const { user_id, agent_id, at } = fields.data;
    const key = `${at.slice(0, 10)} ${agent_id ?? ''} ${user_id}`;
    const written = this.#shared.get(key) ?? { user_id, agent_id, day: at.slice(0, 10) };
    this.#shared.set(key, written);
    return written;
  }
}
