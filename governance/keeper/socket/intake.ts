/** @module intake: shared memory limits of all clients of the keeper, and the queue for large messages. */
import type { SocketLimits } from './socket-limits.ts';

/** Counts of one service. */
export class Intake {
  readonly limits: SocketLimits;
  #waitingBytes = 0;
  readonly #paused = new Set<() => void>();
  readonly #large = new Set<object>();
  readonly #forLarge = new Map<object, () => void>();

  constructor(limits: SocketLimits) {
    this.limits = limits;
  }

  /** Whether so many bytes of requests are queued that reading pauses for all clients. */
  get full(): boolean {
    return this.#waitingBytes >= this.limits.allWaitingBytes;
  }

  /** Adds bytes of a queued request; negative when it leaves the queue. */
  count(bytes: number): void {
    this.#waitingBytes += bytes;
    if (this.full) return;
    for (const resume of this.#paused) {
      this.#paused.delete(resume);
      resume();
    }
  }

  /** Calls back once the queue is no longer full. */
  onRoom(resume: () => void): void {
    this.#paused.add(resume);
  }

  /** Grants a client the turn for a large message, now or after those before it. */
  takeLarge(client: object, granted: () => void): void {
    this.#forLarge.set(client, granted);
    this.#grant();
  }

  /** Returns the turn after the large message was answered, or after the client has left. */
  giveLarge(client: object): void {
    this.#forLarge.delete(client);
    if (this.#large.delete(client)) this.#grant();
  }

  #grant(): void {
    for (const [client, granted] of this.#forLarge) {
      if (this.#large.size >= this.limits.large) return;
      this.#forLarge.delete(client);
      this.#large.add(client);
      granted();
    }
  }
}
