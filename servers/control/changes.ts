/** @module changes: notifies waiting requests when approvals change. */
import type { Keeper } from '../../governance/keeper/protocol/protocol.ts';

/** Counts the changes that approvers can see: of approvals, the registry and the model. */
export class Changes implements Disposable {
  readonly #run: string;
  readonly #forget: () => void;
  readonly #waiting = new Set<() => void>();
  #count = 0;
  #closed = false;

  /** @param run name of this run of the hub: counts of different runs cannot be compared */
  constructor(keeper: Pick<Keeper, 'onCommitted'>, run: string, onModel: () => void) {
    this.#run = run;
    let head = -1;
    this.#forget = keeper.onCommitted(({ approvals, head_seq }) => {
      if (approvals.length > 0) this.changed();
      if (head_seq !== head) onModel();
      head = head_seq;
    });
  }

  /** The current state as a text that differs after each change. */
  get seen(): string {
    return `${this.#run}.${this.#count}`;
  }

  /** Counts a change and ends all waits. */
  changed(): void {
    this.#count += 1;
    this.#wake();
  }

  /** Resolves at the first change after `seen`, after `ms`, when `signal` aborts, or when the hub closes. */
  async after(seen: string, ms: number, signal: AbortSignal): Promise<void> {
    if (seen !== this.seen || this.#closed || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#waiting.add(done);
      signal.addEventListener('abort', done);
    });
  }

  /** Ends all waits, and those that begin later. */
  close(): void {
    this.#closed = true;
    this.#wake();
  }

  [Symbol.dispose](): void {
    this.close();
    this.#forget();
  }

  #wake(): void {
    for (const done of this.#waiting) done();
  }
}
