/** @module cursors: names for places in the log: their numbers would tell how many hidden events and entries there are. */
import type { Place } from './log-items.ts';

type BranchPlace = { readonly branch: string; readonly place: Place };

/** Number of places that a sign-in keeps; the oldest is forgotten first. */
const KEPT = 500;

/** The places of one sign-in. */
class Cursors {
  readonly #places = new Map<string, BranchPlace>();
  #next = 1;

  nameOf(place: BranchPlace): string {
    const name = `c${this.#next}`;
    this.#next += 1;
    this.#places.set(name, place);
    const [oldest] = this.#places.keys();
    if (this.#places.size > KEPT && oldest !== undefined) this.#places.delete(oldest);
    return name;
  }

  find(name: string): BranchPlace | undefined {
    return this.#places.get(name);
  }
}

/** By an object that lives as long as its sign-in. */
const BY_SIGN_IN = new WeakMap<object, Cursors>();

function cursorsOf(sign_in: object): Cursors {
  const cursors = BY_SIGN_IN.get(sign_in) ?? new Cursors();
  BY_SIGN_IN.set(sign_in, cursors);
  return cursors;
}

/** A name for a place on a branch. */
export function cursorOf(sign_in: object, branch: string, place: Place): string {
  return cursorsOf(sign_in).nameOf({ branch, place });
}

/** The place with this name; null for an unknown or forgotten one, and for one of another branch. */
export function placeOf(sign_in: object, branch: string, cursor: string): Place | null {
  const found = cursorsOf(sign_in).find(cursor);
  return found?.branch === branch ? found.place : null;
}
