/** @module hidden-parts: what hides operations that a caller sees in part, so that their hidden events are not read again. */
import type { HiddenBy } from './hidden-by.ts';

/** Number of operations that are kept; the oldest is forgotten first. */
const KEPT = 20_000;

/** By operation, one reason why the caller does not see all of it. Who uses a reason checks that it still exists. */
export class HiddenParts {
  readonly #by = new Map<string, HiddenBy>();

  get(operation_id: string): HiddenBy | undefined {
    return this.#by.get(operation_id);
  }

  set(operation_id: string, by: HiddenBy): void {
    this.#by.set(operation_id, by);
    const [oldest] = this.#by.keys();
    if (this.#by.size > KEPT && oldest !== undefined) this.#by.delete(oldest);
  }

  clear(): void {
    this.#by.clear();
  }
}
