/** @module watches: tells connections when what they read has changed; what changed where they may not read tells them nothing. */
import { setTimeout } from 'node:timers';

import type { Connection } from '../../governance/access/principal.ts';
import type { Keeper } from '../../governance/keeper/protocol/protocol.ts';
import { oneAtATime } from '../../governance/tool/one-at-a-time.ts';

/** What is to be watched for one caller. */
type Watched = {
  readonly from: Connection;
  /** The same for all that is the same for one caller. */
  readonly key: string;
  /** Null where there is nothing that the caller may read. */
  readonly mark: () => Promise<string | null>;
};

type Watch = Watched & {
  readonly changed: () => void;
  /** Undefined until it is first known. */
  last: string | null | undefined;
};

/** Commits that come within this time are looked at together, ms. */
const PAUSE_MS = 50;
/** Watches of one process; more are refused. */
const WATCHES_MOST = 2000;

/** The watches of a process: after each commit, what each caller would read is compared with what it was. */
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

  /** Watches from what `mark` is now; null, and nothing is watched, where there are too many already. */
  async add({ from, key, mark }: Watched, changed: () => void): Promise<(() => void) | null> {
    if (this.#all.size >= WATCHES_MOST) return null;
    const watch: Watch = { from, key, mark, changed, last: undefined };
    this.#all.add(watch);
    const round = this.#rounds;
    watch.last = await mark();
    // What was committed while it was read may be in it or not
    if (this.#rounds !== round) void this.#compare();
    return () => this.#all.delete(watch);
  }

  async #compareAll(): Promise<void> {
    this.#rounds += 1;
    // Of one principal, what is watched by many is read once
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
