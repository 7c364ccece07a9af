/** @module recorder: audit entries of calls that change nothing: of answers with the next group commit, of refusals before they are answered. */
import { Refusal } from '../../schemas/errors.ts';
import type { AuditDraft } from '../../schemas/governance.ts';
import type { Keeper } from '../keeper/protocol/protocol.ts';

/** More than this many unwritten entries and no call is answered any more. */
const WAITING_MAX = 20_000;
/** How long entries are collected before they are written, in milliseconds. */
const COLLECT_MS = 4;

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

  constructor(keeper: Pick<Keeper, 'record'>) {
    this.#keeper = keeper;
  }

  /** Refuses AUDIT_UNAVAILABLE while entries cannot be written: no record, no answer. */
  assertWritable(): void {
    if (this.#failure === null && this.#waiting.length < WAITING_MAX) return;
    this.#schedule();
    throw this.#unavailable();
  }

  /** Queues an entry without waiting for the disk. */
  add(draft: AuditDraft): void {
    this.#waiting.push(draft);
    this.#queued += 1;
    this.#schedule();
  }

  /** Queues an entry; resolves when it is durable. Refuses AUDIT_UNAVAILABLE when it cannot be written now. */
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
    return new Refusal(
      'AUDIT_UNAVAILABLE',
      'the audit log cannot be written, so no call is answered',
      'run `plumbline doctor`, then call again',
      { waiting: this.#waiting.length },
    );
  }

  #schedule(): void {
    if (this.#timer !== null || this.#flushing !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#write();
    }, COLLECT_MS);
  }

  #write(): Promise<void> {
    this.#flushing ??= this.#writeAll().finally(() => {
      this.#flushing = null;
      if (this.#waiting.length > 0 && this.#failure === null) this.#schedule();
    });
    return this.#flushing;
  }

  async #writeAll(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length === 0) return;
    try {
      await this.#keeper.record(batch);
      this.#durable += batch.length;
      this.#failure = null;
    } catch (error) {
      // INVARIANT: an entry is dropped only after the keeper has it; order is kept.
      this.#waiting = [...batch, ...this.#waiting];
      this.#failure = error;
    }
  }
}
