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

  /** Counts requests until the returned function is called. Refuses (429) requests above the limit. */
  take(owner: string, requests = 1): () => void {
    const running = this.#running.get(owner) ?? 0;
    if (running + requests > this.#limit) {
      const more = requests === 1 ? '' : `, and the batch has ${requests} more`;
      throw new HttpRefusal(
        [429, NOT_SERVED],
        `${running} requests of this client are already running${more}, expected at most ${this.#limit} at once; wait for their answers${requests === 1 ? '' : ', or send smaller batches'}`,
        { 'retry-after': '1' },
      );
    }
    this.#running.set(owner, running + requests);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#end(owner, requests);
    };
  }

  /** Resolves when nothing runs. */
  ended(): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle.push(resolve);
    });
  }

  #end(owner: string, requests: number): void {
    const running = (this.#running.get(owner) ?? requests) - requests;
    if (running > 0) this.#running.set(owner, running);
    else this.#running.delete(owner);
    if (this.#running.size > 0) return;
    const waiting = this.#idle;
    this.#idle = [];
    for (const resolve of waiting) resolve();
  }
}
