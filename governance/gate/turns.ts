/** @module turns: long planning goes on between other calls, little of it at once, and ends when its call is cancelled. */
import { Refusal } from '../../schemas/errors.ts';
import type { Pause } from '../../schemas/plan.ts';

/** How long other calls wait at the most (ms), beside the longest step. */
const SLICE_MS = 8;
/** Planning that has had so much time (ms) of the process is long. */
const LONG_MS = 500;
/** Most long planning at once: what each holds in memory, and how slow each becomes, has a bound. The rest waits. */
const LONG_AT_ONCE = 4;
/** Most long planning of one caller, going on or waiting: who sends more and does not stay for the answers is refused. */
const LONG_OF_ONE = 8;
/** Most time (ms) of the process that one plan may have. */
const PLAN_MOST_MS = 120_000;

const LIMITS = {
  slice_ms: SLICE_MS,
  long_ms: LONG_MS,
  long_at_once: LONG_AT_ONCE,
  long_of_one: LONG_OF_ONE,
  plan_most_ms: PLAN_MOST_MS,
};

/** The turns of one process. */
export class Turns {
  readonly #limits: Readonly<typeof LIMITS>;
  #long = 0;
  #waiting: (() => void)[] = [];
  /** By caller, those that go on and those that wait. */
  readonly #ofOne = new Map<string, number>();

  constructor(limits: Readonly<typeof LIMITS> = LIMITS) {
    this.#limits = limits;
  }

  /**
   * What `work` gives, which asks for a pause between its steps. Refuses EXTERNAL_FAILURE when `signal` aborts,
   * OUT_OF_RANGE for what takes two minutes of the process, and RATE_LIMITED for one long work too many of a caller.
   */
  async planned<T>(
    { owner, signal }: { readonly owner: string; readonly signal: AbortSignal },
    work: (pause: Pause) => Promise<T>,
  ): Promise<T> {
    const { slice_ms, long_ms, plan_most_ms } = this.#limits;
    let [since, had, isLong] = [performance.now(), 0, false];
    const wait = async (): Promise<void> => {
      if (had >= long_ms && !isLong) {
        await this.#enter(owner, signal);
        isLong = true;
      }
      await nextTurn();
      assertWanted(signal);
      since = performance.now();
    };
    const pause: Pause = () => {
      assertWanted(signal);
      const took = performance.now() - since;
      if (took < slice_ms) return null;
      had += took;
      if (had > plan_most_ms) throw tooLong(plan_most_ms);
      return wait();
    };
    try {
      return await work(pause);
    } finally {
      if (isLong) this.#leave(owner);
    }
  }

  /** Waits for one of the places of long planning, which whoever has one leaves to the next. */
  async #enter(owner: string, signal: AbortSignal): Promise<void> {
    const count = this.#ofOne.get(owner) ?? 0;
    if (count >= this.#limits.long_of_one) throw tooMany(count);
    this.#ofOne.set(owner, count + 1);
    if (this.#long < this.#limits.long_at_once) {
      this.#long += 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const take = (): void => resolve(true);
    const giveUp = (): void => resolve(false);
    this.#waiting.push(take);
    signal.addEventListener('abort', giveUp, { once: true });
    const has = await promise;
    signal.removeEventListener('abort', giveUp);
    if (has) return;
    this.#waiting = this.#waiting.filter((other) => other !== take);
    this.#uncount(owner);
    assertWanted(signal);
  }

  #uncount(owner: string): void {
    const left = (this.#ofOne.get(owner) ?? 1) - 1;
    if (left === 0) this.#ofOne.delete(owner);
    else this.#ofOne.set(owner, left);
  }

  #leave(owner: string): void {
    this.#uncount(owner);
    const next = this.#waiting.shift();
    if (next === undefined) this.#long -= 1;
    else next();
  }
}

function assertWanted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw new Refusal(
    'EXTERNAL_FAILURE',
    'the call was cancelled while it was planned; nothing was changed',
    'call again if it is still wanted',
  );
}

function tooMany(count: number): Refusal {
  return new Refusal(
    'RATE_LIMITED',
    `${count} long calls of yours are planned already; nothing was changed`,
    'wait for their answers, cancel what is not wanted any more, or make a smaller call',
    { running: count },
  );
}

function tooLong(limit_ms: number): Refusal {
  return new Refusal(
    'OUT_OF_RANGE',
    `planning this takes more than ${limit_ms / 1000} s of the server's time; nothing was changed`,
    'make several calls of it',
    { limit_ms },
  );
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
