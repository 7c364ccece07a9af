/** @module recorder: audit entries of calls that change nothing ride the next group commit; a call is refused when they cannot. */
import { Refusal } from '../../schemas/errors.ts';
import type { AuditDraft } from '../../schemas/governance.ts';
import type { Keeper } from '../keeper/protocol.ts';

/** More than this many unwritten entries and no call is answered any more. */
const WAITING_MAX = 20_000;
/** How long entries may wait for company, in milliseconds. */
const LINGER_MS = 4;

/** Collects entries and hands them to the keeper in batches, in order. */
export class Recorder {
  readonly #keeper: Pick<Keeper, 'record'>;
  #waiting: AuditDraft[] = [];
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
    throw new Refusal(
      'AUDIT_UNAVAILABLE',
      'the audit log cannot be written, so no call is answered',
      'run `plumbline doctor`, then call again',
      { waiting: this.#waiting.length },
    );
  }

  /** Queues an entry without waiting for the disk. */
  add(draft: AuditDraft): void {
    this.#waiting.push(draft);
    this.#schedule();
  }

  /** Resolves when every entry so far is durable; throws when they cannot be written. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#flushing !== null) {
      await this.#write();
      if (this.#failure !== null) throw this.#failure;
    }
  }

  #schedule(): void {
    if (this.#timer !== null || this.#flushing !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#write();
    }, LINGER_MS);
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
      this.#failure = null;
    } catch (error) {
      // INVARIANT: an entry is dropped only after the keeper has it; order is kept.
      this.#waiting = [...batch, ...this.#waiting];
      this.#failure = error;
    }
  }
}
