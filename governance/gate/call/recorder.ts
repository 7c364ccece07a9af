/** @module recorder: audit entries of calls that change nothing: of answers with the next group commit, of refusals before they are answered. */
import { Refusal } from '../../schemas/errors.ts';
import type { AuditDraft } from '../../schemas/governance.ts';
import { reducedEntry } from '../audit/entry.ts';
import {
  isUnreached,
  KeeperFault,
  KeepersLost,
  KeeperUnavailable,
  NOTHING,
  RequestRefused,
} from '../keeper/protocol/keeper-error.ts';
import type { Keeper } from '../keeper/protocol/protocol.ts';
import { waitingForAll } from '../keeper/protocol/store-wait.ts';

/** More than this many unwritten entries and no call is answered any more. */
const WAITING_MAX = 20_000;
/** At most this many are handed over at once: the keeper takes no longer list, and a commit has a size. */
const BATCH_MAX = 5000;
/** How long entries are collected before they are written, and until that is tried again where it has failed (ms). */
const [COLLECT_MS, RETRY_MS] = [4, 500];

/** An entry that was alone in so many requests that the keeper failed on, or ended with, is taken for the cause. */
const FAULTS_MAX = 3;

/** Collects entries and hands them to the keeper in batches, in order. */
export class Recorder {
  readonly #keeper: Pick<Keeper, 'record'>;
  #waiting: AuditDraft[] = [];
  /** Entries that were queued so far, and of these the ones that are durable. */
  #queued = 0;
  #durable = 0;
  #flushing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #failure: unknown = null;
  /** By entry, how often the keeper has failed on it alone. */
  readonly #faults = new WeakMap<AuditDraft, number>();
  /** Calls whose entries are still to come, and who waits for their end. */
  #running = 0;
  #settled = Promise.withResolvers<void>();

  constructor(keeper: Pick<Keeper, 'record'>) {
    this.#keeper = keeper;
  }

  /** Entries that are not durable yet. */
  get waiting(): number {
    return this.#queued - this.#durable;
  }

  /** Calls that run now. */
  get running(): number {
    return this.#running;
  }

  /** Runs a call whose entry is added, or written, before it ends. */
  async during<T>(call: () => Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await call();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) {
        this.#settled.resolve();
        this.#settled = Promise.withResolvers<void>();
      }
    }
  }

  /** Resolves when no call runs. */
  async settled(): Promise<void> {
    if (this.#running > 0) await this.#settled.promise;
  }

  /** Refuses AUDIT_UNAVAILABLE while entries cannot be written, STORE_UNAVAILABLE where nothing can: no record, no answer. */
  assertWritable(): void {
    if (this.#failure === null && this.#waiting.length < WAITING_MAX) return;
    throw this.#unavailable();
  }

  /** Queues an entry without waiting for the disk. */
  add(draft: AuditDraft): void {
    this.#waiting.push(draft);
    this.#queued += 1;
    this.#schedule();
  }

  /**
   * Queues the entry of a call that was refused because entries cannot be written, where there is room: nothing was done
   * and nothing told, and an outage may be long.
   */
  addWhereRoom(draft: AuditDraft): void {
    if (this.#waiting.length < WAITING_MAX) this.add(draft);
  }

  /** Queues an entry; resolves when it is durable. Refuses as `assertWritable` when it cannot be written now. */
  async write(draft: AuditDraft): Promise<void> {
    this.add(draft);
    const own = this.#queued;
    while (this.#durable < own) {
      await this.#write();
      if (this.#failure !== null && this.#durable < own) throw this.#unavailable();
    }
  }

  /** Resolves when every entry so far is durable; throws when they cannot be written. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#flushing !== null) {
      await this.#write();
      if (this.#failure !== null) throw this.#failure;
    }
  }

  #unavailable(): Refusal {
    if (this.#failure instanceof Refusal && isUnreached(this.#failure.body)) {
      return new KeeperUnavailable(this.#failure.body.message, NOTHING);
    }
    return new Refusal(
      'AUDIT_UNAVAILABLE',
      'the audit log cannot be written, so no call is answered',
      'run `plumbline doctor`, then call again',
      { waiting: this.#waiting.length },
    );
  }

  #schedule(): void {
    if (this.#timer !== null || this.#flushing !== null) return;
    const failed = this.#failure !== null;
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        void this.#write();
      },
      failed ? RETRY_MS : COLLECT_MS,
    );
    // What cannot be written does not keep the process alive.
    if (failed) this.#timer.unref();
  }

  #write(): Promise<void> {
    this.#flushing ??= this.#writeAll().finally(() => {
      this.#flushing = null;
      if (this.#waiting.length > 0) this.#schedule();
    });
    return this.#flushing;
  }

  async #writeAll(): Promise<void> {
    const batch = this.#waiting.splice(0, BATCH_MAX);
    if (batch.length === 0) return;
    const durable = this.#durable;
    try {
      await waitingForAll(async () => await this.#hand(batch));
      this.#failure = null;
    } catch (error) {
      // INVARIANT: an entry is dropped only after the keeper has it; order is kept.
      this.#waiting = [...batch.slice(this.#durable - durable), ...this.#waiting];
      this.#failure = error;
    }
  }

  /**
   * Hands entries over in order. Entries that the keeper refuses, has a fault with or ends with are handed over in halves,
   * so that one of them holds up no other; one that is the cause alone is replaced by a reduced entry. Throws where the
   * keeper takes nothing now.
   */
  async #hand(batch: readonly AuditDraft[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    try {
      await this.#keeper.record(batch);
    } catch (error) {
      if (!(error instanceof KeeperFault) && !(error instanceof KeepersLost)) throw error;
      if (batch.length > 1) {
        const half = Math.ceil(batch.length / 2);
        await this.#hand(batch.slice(0, half));
        await this.#hand(batch.slice(half));
        return;
      }
      if (!this.#isCause(first, error)) throw error;
      await this.#keeper.record([reducedEntry(first, error.message)]);
    }
    this.#durable += batch.length;
  }

  /** Whether an entry that was handed over alone is why that failed: the reason may be another one, and pass. */
  #isCause(entry: AuditDraft, error: KeeperFault | KeepersLost): boolean {
    if (error instanceof RequestRefused) return true;
    const faults = (this.#faults.get(entry) ?? 0) + 1;
    this.#faults.set(entry, faults);
    return faults >= FAULTS_MAX;
  }
}
