/** @module pool: a few sandbox processes, each started on demand and used by one program at a time. */
import type { SandboxProcess } from './process.ts';

type Slot = { process: Promise<SandboxProcess> | undefined };

/** A pool of at most `size` processes. Programs wait for a free one in order of arrival. */
export class SandboxPool implements AsyncDisposable {
  readonly #idle: Slot[];
  readonly #slots: readonly Slot[];
  readonly #waiting: ((slot: Slot) => void)[] = [];
  readonly #start: () => Promise<SandboxProcess>;
  #closed = false;

  constructor(size: number, start: () => Promise<SandboxProcess>) {
    this.#slots = Array.from({ length: size }, () => ({ process: undefined }));
    this.#idle = [...this.#slots];
    this.#start = start;
  }

  /**
   * Starts the process that will be used first and waits until it is ready; the others start only when several programs
   * run at once. Throws the error of a failed start.
   */
  async warm(): Promise<void> {
    const first = this.#idle.at(-1) ?? this.#slots.at(-1);
    if (first !== undefined) await (await this.#startedProcess(first)).ready();
  }

  /** Calls `job` with a ready process for its exclusive use. Throws if no process can be started. */
  async use<T>(job: (process: SandboxProcess) => Promise<T>): Promise<T> {
    const slot =
      this.#idle.pop() ?? (await new Promise<Slot>((resolve) => this.#waiting.push(resolve)));
    try {
      const process = await this.#startedProcess(slot);
      await process.ready();
      return await job(process);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(slot);
      else next(slot);
    }
  }

  /** Kills all processes and waits until they have exited. Running programs end as crashed. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    const started = await Promise.allSettled(this.#slots.map(async ({ process }) => await process));
    await Promise.all(
      started.map(async (one) => {
        if (one.status === 'fulfilled') await one.value?.[Symbol.asyncDispose]();
      }),
    );
  }

  async #startedProcess(slot: Slot): Promise<SandboxProcess> {
    if (this.#closed) throw new Error('the runner was disposed');
    const current = await slot.process?.catch(() => undefined);
    if (current !== undefined && !current.dead) return current;
    slot.process = this.#start();
    return await slot.process;
  }
}
