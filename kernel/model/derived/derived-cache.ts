/** @module derived cache: results kept as long as the elements they were made from, shared by all branches. */

type Kept<V> = { readonly inputs: readonly unknown[]; readonly value: V };

/** How many results of one element are kept: its neighbours differ between a few branches at most. */
const VARIANTS = 3;

/**
 * One derived thing per element. A result is found again when every input is the same object: elements
 * are never changed in place, so that is the same as equal inputs. It goes when its element goes.
 */
export class Derivation<V> {
  readonly #kept = new WeakMap<object, readonly Kept<V>[]>();

  /** The value for `subject` and `inputs`, made by `make` when it is not known. */
  of(subject: object, inputs: readonly unknown[], make: () => V): V {
    const hit = this.#hit(subject, inputs);
    return hit === undefined ? this.put(subject, inputs, make()) : hit.value;
  }

  /** The value for `subject` and `inputs` where it is known. */
  find(subject: object, inputs: readonly unknown[]): V | undefined {
    return this.#hit(subject, inputs)?.value;
  }

  /** Whether the value for `subject` and `inputs` is known. */
  has(subject: object, inputs: readonly unknown[]): boolean {
    return this.#hit(subject, inputs) !== undefined;
  }

  /** Keeps a value that was made elsewhere. */
  put(subject: object, inputs: readonly unknown[], value: V): V {
    const known = this.#kept.get(subject);
    const kept = { inputs, value };
    this.#kept.set(subject, known === undefined ? [kept] : [kept, ...known.slice(0, VARIANTS - 1)]);
    return value;
  }

  #hit(subject: object, inputs: readonly unknown[]): Kept<V> | undefined {
    const known = this.#kept.get(subject);
    if (known === undefined) return undefined;
    for (const kept of known) {
      let same = kept.inputs.length === inputs.length;
      for (let i = 0; same && i < inputs.length; i++) same = kept.inputs[i] === inputs[i];
      if (same) return kept;
    }
    return undefined;
  }
}
