/** @module marks: names for states that were shown, which tell a person nothing about hidden events. */

/** A state that was shown. */
export type MarkedState = { readonly branch: string; readonly seq: number };

/** Number of marks that a sign-in keeps; the oldest is forgotten first. */
const KEPT = 500;

/** The marks of one sign-in. A number of the log would tell how many hidden events there are. */
export class Marks {
  readonly #states = new Map<string, MarkedState>();
  #next = 1;

  /** A name for the state. */
  markOf(state: MarkedState): string {
    const mark = `m${this.#next}`;
    this.#next += 1;
    this.#states.set(mark, state);
    for (const oldest of this.#states.keys()) {
      if (this.#states.size <= KEPT) break;
      this.#states.delete(oldest);
    }
    return mark;
  }

  /** The state with this name; undefined if it was forgotten. */
  stateOf(mark: string): MarkedState | undefined {
    return this.#states.get(mark);
  }
}
