/** @module watches: notifies connections of changes to resources that they may read. */
import { setTimeout } from 'node:timers';

import type { Connection } from '../../governance/access/principal.ts';
import type { Keeper } from '../../governance/keeper/protocol/protocol.ts';
import { oneAtATime } from '../../governance/tool/one-at-a-time.ts';

/** A watched resource of one caller. */
type Watched = {
  readonly from: Connection;
  /** Equal keys of one caller have equal marks. */
  readonly key: string;
  /** Null if the caller may not read the resource. */
  readonly mark: () => Promise<string | null>;
};

type Watch = Watched & {
  readonly changed: () => void;
  /** Undefined until the first mark is known. */
  last: string | null | undefined;
};

/** Commits within this time are processed together, ms. */
const PAUSE_MS = 50;
/** Maximum number of watches per process. */
const MAX_WATCHES = 2000;

/** The watches of a process: after each commit the current content for each caller is compared with the previous one. */
export class Watches implements Disposable {
  readonly #all = new Set<Watch>();
  readonly #stop: () => void;
  readonly #log: (line: string) => void;
  #rounds = 0;
  #timer: NodeJS.Timeout | null = null;
  readonly #compare = oneAtATime(async () => await this.#compareAll());

  constructor(keeper: Pick<Keeper, 'onCommitted'>, log: (line: string) => void) {
    this.#log = log;
    this.#stop = keeper.onCommitted(() => {
      if (this.#all.size === 0 || this.#timer !== null) return;
      this.#timer = setTimeout(() => {
        this.#timer = null;
        void this.#compare();
      }, PAUSE_MS).unref();
    });
  }

  /** Starts a watch at the current value of `mark`; null if there are too many watches. */
  async add({ from, key, mark }: Watched, changed: () => void): Promise<(() => void) | null> {
    if (this.#all.size >= MAX_WATCHES) return null;
    const watch: Watch = { from, key, mark, changed, last: undefined };
    this.#all.add(watch);
    const round = this.#rounds;
    watch.last = await mark();
    // A commit during the read may or may not be included.
    if (this.#rounds !== round) void this.#compare();
    return () => this.#all.delete(watch);
  }

  async #compareAll(): Promise<void> {
    this.#rounds += 1;
    // Each resource is read once for all watches of a principal
    const marks = new Map<string, Promise<string | null>>();
    for (const watch of this.#all) {
      if (watch.last === undefined) continue;
      const { principal, refusal } = watch.from.identify();
      const limits = principal.within?.join(' ') ?? 'none';
      const key = `${principal.name}\n${limits}\n${refusal === null}\n${watch.key}`;
      const reading = marks.get(key) ?? watch.mark();
      marks.set(key, reading);
      try {
        const mark = await reading;
        if (mark !== watch.last) watch.changed();
        watch.last = mark;
      } catch (error) {
        this.#log(`a watch of \`${watch.key}\` failed: ${String(error)}`);
      }
    }
  }

  [Symbol.dispose](): void {
    this.#stop();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#all.clear();
  }
}
