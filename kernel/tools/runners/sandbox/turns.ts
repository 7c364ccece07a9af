/** @module turns: a fair queue that limits the number of concurrent runs. */

/** The right to run. Disposing of it passes it to the next waiting run; only the first disposal has an effect. */
export type Turn = Disposable;

/** Hands out at most `size` turns at a time, in order of arrival. */
export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(size: number) {
    this.#free = size;
  }

  /** Waits for a turn; calls `onWait` if none is free. Rejects with the signal's reason when it aborts. */
  async take(signal: AbortSignal, onWait: () => void): Promise<Turn> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return this.#turn();
    }
    onWait();
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(enter);
        reject(signal.reason);
      };
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
    return this.#turn();
  }

  #turn(): Turn {
    let held = true;
    return {
      [Symbol.dispose]: () => {
        if (!held) return;
        held = false;
        const [next] = this.#waiting;
        if (next === undefined) {
          this.#free += 1;
          return;
        }
        this.#waiting.delete(next);
        next();
      },
    };
  }
}
