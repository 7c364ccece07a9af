/** @module in-flight: counts the running requests of each client. */
import { HttpRefusal, NOT_SERVED } from './http-refusal.ts';

/** Counts requests by the credential that sent them. */
export class InFlight {
  readonly #limit: number;
  readonly #running = new Map<string, number>();
  #idle: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts a request until the returned function is called. Refuses (429) a request above the limit. */
  take(owner: string): () => void {
    const running = this.#running.get(owner) ?? 0;
    if (running >= this.#limit) {
      throw new HttpRefusal(
        [429, NOT_SERVED],
        `${running} requests of this client are already running; wait for their answers`,
        { 'retry-after': '1' },
      );
    }
    this.#running.set(owner, running + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#end(owner);
    };
  }

  /** Resolves when nothing runs. */
  ended(): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle.push(resolve);
    });
  }

  #end(owner: string): void {
    const running = (this.#running.get(owner) ?? 1) - 1;
    if (running > 0) this.#running.set(owner, running);
    else this.#running.delete(owner);
    if (this.#running.size > 0) return;
    const waiting = this.#idle;
    this.#idle = [];
    for (const resolve of waiting) resolve();
  }
}
