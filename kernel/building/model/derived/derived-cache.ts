/**
 * @module derived cache: a cache of results that live as long as the elements they were made from, shared by all
 * branches.
 */

/** A result with its inputs, and the previous result for the same element. */
type Kept<V> = {
  readonly inputs: readonly unknown[];
  readonly value: V;
  before: Kept<V> | null;
};

/** Maximum number of cached results for one element; its neighbours differ between a few branches at most. */
const VARIANTS = 3;

/**
 * Caches one derived value for each element. A cached value is reused when every input is the same object: elements are
 * never changed in place, so identical inputs are equal inputs. The value is garbage-collected with its element.
 */
export class Derivation<V> {
  readonly #kept = new WeakMap<object, Kept<V>>();

  /** Returns the value for `subject` and `inputs`, computed by `make` if it is not cached. */
  of(subject: object, inputs: readonly unknown[], make: () => V): V {
    const hit = this.#hit(subject, inputs);
    return hit === undefined ? this.put(subject, inputs, make()) : hit.value;
  }

  /** The cached value for `subject` and `inputs`. */
  find(subject: object, inputs: readonly unknown[]): V | undefined {
    return this.#hit(subject, inputs)?.value;
  }

  /** Whether the value for `subject` and `inputs` is cached. */
  has(subject: object, inputs: readonly unknown[]): boolean {
    return this.#hit(subject, inputs) !== undefined;
  }

  /** Caches a value that was made by other code. */
  put(subject: object, inputs: readonly unknown[], value: V): V {
    const before = this.#kept.get(subject) ?? null;
    let last = before;
    for (let kept = 2; last !== null && kept < VARIANTS; kept++) last = last.before;
    if (last !== null) last.before = null;
    this.#kept.set(subject, { inputs, value, before });
    return value;
  }

  #hit(subject: object, inputs: readonly unknown[]): Kept<V> | undefined {
    for (let kept = this.#kept.get(subject) ?? null; kept !== null; kept = kept.before) {
      let same = kept.inputs.length === inputs.length;
      for (let i = 0; same && i < inputs.length; i++) same = kept.inputs[i] === inputs[i];
      if (same) return kept;
    }
    return undefined;
  }
}
