/** @module recorder: audit entries of calls that change nothing; those of refusals are durable before the answer. */
import { Refusal } from '../../../schemas/errors.ts';
import type { AuditDraft } from '../../../schemas/governance.ts';
import { reducedEntry } from '../../audit/entry.ts';
import {
  isUnreached,
  KeeperFault,
  KeepersLost,
  KeeperUnavailable,
  NOTHING,
  RequestRefused,
} from '../../keeper/protocol/keeper-error.ts';
import type { Keeper } from '../../keeper/protocol/protocol.ts';
import { withoutWaitLimit } from '../../keeper/protocol/store-wait.ts';

/** With more unwritten entries than this, every call is refused. */
const WAITING_MAX = 20_000;
/** Maximum number of entries in one request: the keeper accepts no longer list, and the size of a commit is limited. */
const BATCH_MAX = 5000;
/** Time for which entries are collected before they are written, and time until a failed write is repeated (ms). */
const [COLLECT_MS, RETRY_MS] = [4, 500];

/** An entry that was alone in this many failed requests is regarded as the cause of the failures. */
const FAULTS_MAX = 3;

/** Collects entries and passes them to the keeper in batches, in order. */
export class Recorder {
  readonly #keeper: Pick<Keeper, 'record'>;
  #waiting: AuditDraft[] = [];
  /** Number of entries queued so far, and of these the durable ones. */
  #queued = 0;
  #durable = 0;
  #flushing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #failure: unknown = null;
  /** Number of times that the keeper failed on an entry alone. */
  readonly #faults = new WeakMap<AuditDraft, number>();
  /** Calls whose entries are not queued yet, and a promise for their end. */
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

  /** Refuses AUDIT_UNAVAILABLE while entries cannot be written, STORE_UNAVAILABLE if nothing can be: no record, no answer. */
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
   * Queues the entry of a call that was refused because entries cannot be written, if there is room. Nothing was done or
   * revealed by such a call, and an outage may be long.
   */
  addIfRoom(draft: AuditDraft): void {
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
      'the audit log cannot be written, so every call is refused',
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
    // A failing store does not keep the process alive.
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
      await withoutWaitLimit(async () => await this.#passOn(batch));
      this.#failure = null;
    } catch (error) {
      // INVARIANT: an entry is dropped only after the keeper has it; order is kept.
      this.#waiting = [...batch.slice(this.#durable - durable), ...this.#waiting];
      this.#failure = error;
    }
  }

  /**
   * Passes entries to the keeper in order. A batch that it refuses, fails on or ends with is split in halves, so that one
   * entry does not block others; an entry that fails alone is replaced by a reduced one. Throws if the keeper accepts
   * nothing now.
   */
  async #passOn(batch: readonly AuditDraft[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    try {
      await this.#keeper.record(batch);
    } catch (error) {
      if (!(error instanceof KeeperFault) && !(error instanceof KeepersLost)) throw error;
      if (batch.length > 1) {
        const half = Math.ceil(batch.length / 2);
        await this.#passOn(batch.slice(0, half));
        await this.#passOn(batch.slice(half));
        return;
      }
      if (!this.#isCause(first, error)) throw error;
      await this.#keeper.record([reducedEntry(first, error.message)]);
    }
    this.#durable += batch.length;
  }

  /** Whether an entry that failed alone is the cause; a failure may have other, temporary reasons. */
  #isCause(entry: AuditDraft, error: KeeperFault | KeepersLost): boolean {
    if (error instanceof RequestRefused) return true;
    const faults = (this.#faults.get(entry) ?? 0) + 1;
    this.#faults.set(entry, faults);
    return faults >= FAULTS_MAX;
  }
}
