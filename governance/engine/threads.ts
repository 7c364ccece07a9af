/**
 * @module threads: engines on threads of their own. The first long call starts one. A second thread runs calls while
 * the first is busy, each for a short time only; a call that takes longer there waits for the first thread. So if two
 * long calls arrive, one waits, while a short call always finds an engine.
 */
import type { Worker } from 'node:worker_threads';

import { Interrupted, type Progress } from '../../kernel/base/work/checkpoint.ts';
import { Refusal } from '../../schemas/errors.ts';
import { unpackedReply } from './packed-reply.ts';
import type { CallData, Replies, Request, Step } from './protocol.ts';
import { EngineThread, type Ended } from './thread.ts';

/** Limits of the threads. */
const LIMITS = {
  /**
   * A call that takes this time (ms) is long: a second thread starts for the waiting calls, and interrupts calls that
   * take as long.
   */
  long_ms: 200,
  /**
   * The next call of a tool starts in the gate's thread again if its last call took less than this (ms) in a thread.
   */
  short_ms: 15,
  /** Maximum number of calls of one caller in the threads, running or waiting. */
  max_per_caller: 8,
  /** A thread without calls for this time (ms) ends. */
  idle_ms: 120_000,
  /** A cancelled call that reaches no checkpoint for this time (ms) ends its thread. */
  overdue_ms: 1000,
};

/** The caller of a call. */
export type Caller = {
  readonly owner: string;
  readonly signal: AbortSignal;
  readonly report: (progress: Progress) => void;
  /** Called if the caller of a job does not receive its reply: with the reply, or null if the job ended without one. */
  readonly untaken?: (reply: Replies['job'] | null) => void;
  /** Whether the call is accepted even if its caller has too many: a person has approved this run. */
  readonly isApproved?: boolean;
};

/** A call in the threads. */
type Waiting = {
  readonly step: Step;
  /** The request as JSON. */
  readonly text: string;
  readonly caller: Caller;
  readonly settle: (ended: Ended) => void;
  /** Whether it was long in the second thread and therefore waits for the first. */
  isLong: boolean;
  /** The number of threads that died while they ran it. */
  deaths: number;
};

/** Progress of a call that waits for the first thread. */
const WAITING: Progress = { done: 0, total: 1, doing: 'waiting for another long call' };

/** Most callers whose last turn is remembered; one that is forgotten is served before the others. */
const TURNS_KEPT = 1000;

/** Starts a thread that runs `serveEngine`. The thread watches `shared` for cancellation. */
export type StartThread = (shared: SharedArrayBuffer) => Worker;

/** The engine threads of one process. The code that opens them must dispose of them. */
export class EngineThreads implements AsyncDisposable {
  readonly #limits: Readonly<typeof LIMITS>;
  /** The first runs calls of any length, the second only short ones. */
  readonly #first: EngineThread;
  readonly #second: EngineThread;
  #queue: Waiting[] = [];
  /** Names of tools whose last call was long. */
  readonly #long = new Set<string>();
  readonly #perCaller = new Map<string, number>();
  /** Number of the last call that each caller had in a thread, in this order. */
  readonly #turns = new Map<string, number>();
  #turn = 0;
  #check: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    start: StartThread,
    limits: Partial<typeof LIMITS> = {},
    failed: (error: unknown) => void = () => undefined,
  ) {
    this.#limits = { ...LIMITS, ...limits };
    const hooks = { free: () => this.#next(), failed };
    this.#first = new EngineThread(start, this.#limits, hooks);
    this.#second = new EngineThread(start, this.#limits, hooks);
  }

  /** The number of running threads. */
  get running(): number {
    return [this.#first, this.#second].filter(({ isRunning }) => isRunning).length;
  }

  /** Whether a thread has answered a call and can take the next one without loading its modules. */
  get isReady(): boolean {
    return this.#first.isReady || this.#second.isReady;
  }

  /** Whether a call of this tool goes to a thread immediately. */
  isLong(step: Step, { server, tool }: CallData): boolean {
    return this.#long.has(`${step} ${server} ${tool}`);
  }

  /**
   * Returns the reply of a thread. Refuses RATE_LIMITED for too many long calls of a caller, and EXTERNAL_FAILURE if
   * the thread of the call ended.
   *
   * @throws Interrupted immediately if the call is cancelled, or if it takes too long
   */
  async handle<S extends Step>(step: S, request: Request<S>, caller: Caller): Promise<Replies[S]> {
    const { server, tool } = request.call;
    const kind = `${step} ${server} ${tool}`;
    this.#long.add(kind);
    this.#enter(caller);
    try {
      const ended = await this.#ended(step, JSON.stringify(request), caller);
      switch (ended.how) {
        case 'done': {
          if (ended.ms < this.#limits.short_ms) this.#long.delete(kind);
          return unpackedReply<S>(ended);
        }
        case 'refused': {
          const { name, message, hint, data } = ended.refusal;
          throw new Refusal(name, message, hint, data);
        }
        case 'interrupted':
          throw new Interrupted(ended.because);
        case 'failed':
          throw new Error(`an engine failed: ${ended.fault}`);
        case 'died':
          throw ended.memory_mb === null
            ? diedRefusal(step)
            : tooMuchMemoryRefusal(ended.memory_mb);
        default:
          return ended satisfies never;
      }
    } finally {
      this.#leave(caller.owner);
    }
  }

  #ended(step: Step, text: string, caller: Caller): Promise<Ended> {
    const { promise, resolve } = Promise.withResolvers<Ended>();
    const { signal } = caller;
    const cancelled: Ended = { how: 'interrupted', because: 'cancelled' };
    if (signal.aborted) return Promise.resolve(cancelled);
    if (this.#closed) return Promise.resolve(DIED);
    const waiting: Waiting = { step, text, caller, settle: resolve, isLong: false, deaths: 0 };
    const cancel = (): void => {
      this.#queue = this.#queue.filter((one) => one !== waiting);
      resolve(cancelled);
    };
    signal.addEventListener('abort', cancel, { once: true });
    this.#queue.push(waiting);
    this.#next();
    if (this.#first.isBusy && this.#queue.includes(waiting)) caller.report(WAITING);
    return promise.finally(() => signal.removeEventListener('abort', cancel));
  }

  /** Assigns the waiting calls to the free threads. */
  #next(): void {
    if (this.#closed) return;
    const { long_ms } = this.#limits;
    if (!this.#first.isBusy) {
      const one = this.#nextOf(this.#queue);
      if (one !== undefined) this.#run(this.#first, one, null);
    }
    const short = this.#nextOf(this.#queue.filter(({ isLong }) => !isLong));
    if (short === undefined || this.#second.isBusy) return;
    const left_ms = long_ms - this.#first.busy_ms;
    if (left_ms <= 0) {
      this.#run(this.#second, short, long_ms);
      return;
    }
    clearTimeout(this.#check);
    this.#check = setTimeout(() => this.#next(), left_ms).unref();
  }

  /**
   * The call to run next: of the caller whose last turn was longest ago. Of its calls, one that was interrupted in the
   * second thread has waited longest.
   */
  #nextOf(queue: readonly Waiting[]): Waiting | undefined {
    let next: Waiting | undefined;
    let [turn, isLong] = [Infinity, false];
    for (const call of queue) {
      const its = this.#turns.get(call.caller.owner) ?? 0;
      if (its > turn || (its === turn && (isLong || !call.isLong))) continue;
      [next, turn, isLong] = [call, its, call.isLong];
    }
    return next;
  }

  #run(thread: EngineThread, call: Waiting, limit_ms: number | null): void {
    this.#queue = this.#queue.filter((one) => one !== call);
    const { step, text, caller } = call;
    this.#turn += 1;
    this.#turns.delete(caller.owner);
    this.#turns.set(caller.owner, this.#turn);
    for (const oldest of this.#turns.keys()) {
      if (this.#turns.size <= TURNS_KEPT) break;
      this.#turns.delete(oldest);
    }
    const { signal, report } = caller;
    void thread
      .run({ step, text, limit_ms }, { signal, report })
      .then((ended) => this.#finish(call, ended));
    this.#next();
  }

  /** Settles a call that ended in a thread, or queues it again. */
  #finish(call: Waiting, ended: Ended): void {
    const { aborted } = call.caller.signal;
    const isWanted = !this.#closed && !aborted;
    if (isWanted && ended.how === 'interrupted' && ended.because === 'overdue') {
      call.isLong = true;
      this.#queue.push(call);
      call.caller.report(WAITING);
    } else if (isWanted && ended.how === 'died' && this.#isRunAgain(call, ended)) {
      call.deaths += 1;
      this.#queue.unshift(call);
    } else {
      // A cancelled call is settled already.
      call.settle(this.#closed ? DIED : ended);
      if (!isWanted || ended.how !== 'done') reportUntaken(call, ended);
    }
    this.#next();
  }

  /**
   * Whether a call runs again after its thread died. Nothing was submitted, because the gate submits received plans. A
   * job, however, may have staged a file, and a call that needed too much memory would need it again.
   */
  #isRunAgain(
    { step, deaths }: Waiting,
    { memory_mb }: { readonly memory_mb: number | null },
  ): boolean {
    return step !== 'job' && deaths === 0 && memory_mb === null;
  }

  #enter({ owner, isApproved = false }: Caller): void {
    const count = this.#perCaller.get(owner) ?? 0;
    if (count >= this.#limits.max_per_caller && !isApproved) throw tooManyRefusal(count);
    this.#perCaller.set(owner, count + 1);
  }

  #leave(owner: string): void {
    const left = (this.#perCaller.get(owner) ?? 1) - 1;
    if (left === 0) this.#perCaller.delete(owner);
    else this.#perCaller.set(owner, left);
  }

  /** Ends the threads; running and waiting calls are refused. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#check);
    for (const { settle } of this.#queue) settle(DIED);
    this.#queue = [];
    await Promise.all([this.#first.end(), this.#second.end()]);
  }
}

/** Reports a job whose caller does not receive its reply, so that its staged file can be removed. */
function reportUntaken({ step, caller }: Waiting, ended: Ended): void {
  if (step !== 'job') return;
  const reply = ended.how === 'done' ? unpackedReply<'job'>(ended) : null;
  caller.untaken?.(reply);
}

/** The end of a call whose thread ended, or that never had one. */
const DIED = { how: 'died', memory_mb: null } as const;

function tooMuchMemoryRefusal(memory_mb: number): Refusal {
  return new Refusal(
    'OUT_OF_RANGE',
    `this needs more than the ${memory_mb} MB of memory that a call may use; nothing was changed and no file was written`,
    'make a smaller call, or use a smaller file',
    { limit_mb: memory_mb },
  );
}

function diedRefusal(step: Step): Refusal {
  return step === 'job'
    ? new Refusal(
        'EXTERNAL_FAILURE',
        'the engine that ran this call ended before the result was recorded; no file was written',
        'call again; a run that needed an approval needs a new one',
      )
    : new Refusal(
        'EXTERNAL_FAILURE',
        'the engine that was running this call ended; nothing was changed',
        'call again; if it ends again, make a smaller call',
      );
}

function tooManyRefusal(count: number): Refusal {
  return new Refusal(
    'RATE_LIMITED',
    `${count} of your long calls are already running or waiting; nothing was changed`,
    'wait for their answers, cancel those that you no longer need, or make a smaller call',
    { running: count },
  );
}
