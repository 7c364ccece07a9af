/** @module seen-logs: the candidates of the branches and permissions that were used last. */
import type { Sight } from '../../../../schemas/sight.ts';
import type { HiddenParts } from '../hidden-parts.ts';
import type { SeenEvents } from '../restricted-view.ts';
import { type LogSources, type Present, SeenLog } from './seen-log.ts';

/** Number of branches and permissions whose candidates are kept; the least recently used are forgotten first. */
const KEPT = 64;

/** How a restricted view reads its events. */
export type SeenReading = { readonly events: SeenEvents; readonly parts: HiddenParts };

/** The candidates of restricted callers. */
export class SeenLogs {
  readonly #sources: LogSources;
  readonly #kept: number;
  /** The latest last. */
  readonly #logs = new Map<string, SeenLog>();

  constructor(sources: LogSources, kept = KEPT) {
    this.#sources = sources;
    this.#kept = kept;
  }

  /** Number of logs that are kept. */
  get size(): number {
    return this.#logs.size;
  }

  /** How views of a branch with this sight read events up to ledger event `until`. */
  reading(present: Present, sight: Sight, until = present.last): SeenReading {
    const log = this.#of(present, sight);
    return {
      parts: log.parts,
      events: (whole, span) => log.events(span, { present, until, whole }),
    };
  }

  /**
   * Classifies new events of a branch for a sight, and some older ones. Returns whether still older ones remain.
   */
  async readAhead(present: Present, sight: Sight): Promise<boolean> {
    return await this.#of(present, sight).readAhead(present);
  }

  #of({ whole }: Present, sight: Sight): SeenLog {
    const key = JSON.stringify([sight.key, sight.maker, whole.branch]);
    const log = this.#logs.get(key) ?? new SeenLog(this.#sources, sight);
    this.#logs.delete(key);
    this.#logs.set(key, log);
    const [oldest] = this.#logs.keys();
    if (this.#logs.size > this.#kept && oldest !== undefined) this.#logs.delete(oldest);
    return log;
  }
}
