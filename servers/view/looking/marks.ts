/** @module marks: names for states that were shown, which tell a person nothing about hidden events. */

/** A state that was shown. */
export type MarkedState = {
  readonly branch: string;
  readonly seq: number;
  /** Equal for people who see the same; a state that was seen with another permission is not compared. */
  readonly read?: string;
  /** Whether it is the present of the branch; earlier moments and plans are not compared with the present. */
  readonly is_present?: boolean;
};

/** Point of the world at the origin of a scene, mm. */
type Origin = readonly [number, number, number];

/** Number of marks that a sign-in keeps; the oldest is forgotten first. */
const KEPT = 5000;

/** The marks of one sign-in. A number of the log would tell how many hidden events there are. */
export class Marks {
  readonly #states = new Map<string, MarkedState>();
  /** Origins of the scenes of states. */
  readonly #origins = new Map<string, Origin>();
  #next = 1;

  /** A name for the state. */
  markOf(state: MarkedState): string {
    const mark = `m${this.#next}`;
    this.#next += 1;
    this.#states.set(mark, state);
    for (const oldest of this.#states.keys()) {
      if (this.#states.size <= KEPT) break;
      this.#states.delete(oldest);
      this.#origins.delete(oldest);
    }
    return mark;
  }

  /** The state with this name; undefined if it was forgotten. */
  stateOf(mark: string): MarkedState | undefined {
    return this.#states.get(mark);
  }

  /** The shapes of the state with this name were sent relative to this point. */
  keepOrigin(mark: string, origin: Origin): void {
    this.#origins.set(mark, origin);
  }

  /** Origin of the shapes that were sent with this name; undefined without any. */
  originOf(mark: string): Origin | undefined {
    return this.#origins.get(mark);
  }
}
