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
    const known = this.#kept.get(subject) ?? [];
    const hit = known.find(
      (kept) =>
        kept.inputs.length === inputs.length &&
        kept.inputs.every((input, i) => input === inputs[i]),
    );
    if (hit !== undefined) return hit.value;
    const value = make();
    this.#kept.set(subject, [{ inputs, value }, ...known].slice(0, VARIANTS));
    return value;
  }
}
