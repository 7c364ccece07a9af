/** @module turns: whose turn it is where only so many may run at a time; who came first goes first. */

/** The right to run; disposing of it, once or more often, gives it to the next. */
export type Turn = Disposable;

/** At most `size` turns at a time. */
export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(size: number) {
    this.#free = size;
  }

  /** Waits for a turn; calls `onWait` if there is none yet. Rejects with the reason of the signal when it aborts. */
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
