/** @module intake: what the keeper holds for all its clients together, and who waits until there is room. */
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

  /** Whether so many bytes of requests wait that no client is read further. */
  get full(): boolean {
    return this.#waitingBytes >= this.limits.allWaitingBytes;
  }

  /** Counts bytes of a request that waits, or no longer waits when negative. */
  count(bytes: number): void {
    this.#waitingBytes += bytes;
    if (this.full) return;
    for (const resume of this.#paused) {
      this.#paused.delete(resume);
      resume();
    }
  }

  /** Calls back once there is room. */
  onRoom(resume: () => void): void {
    this.#paused.add(resume);
  }

  /** Lets a client receive a large message: now, or when those before it are through. */
  takeLarge(client: object, granted: () => void): void {
    this.#forLarge.set(client, granted);
    this.#grant();
  }

  /** The large message of this client is answered, or the client is gone. */
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
