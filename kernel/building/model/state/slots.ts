/** @module slots: dense integer ids of keys; they are never released, so that all branches can share them. */

/** Assigns a slot to every key, in order of first use. */
export interface Interner<K> {
  /** Returns the slot of `key`, assigning one if necessary. */
  intern(key: K): number;
  /** Slot of `key`; undefined if it has none. */
  find(key: K): number | undefined;
  /** Key of a slot. Throws `RangeError` for a slot that was never assigned. */
  keyAt(slot: number): K;
  readonly size: number;
}

/** An immutable table of keys with consecutive slots starting at 0. */
export type KeyTable<K> = Omit<Interner<K>, 'intern'>;

/** The interner of committed keys. */
export class Slots<K> implements Interner<K> {
  /** Own keys, and keys of the table that were looked up before. */
  readonly #slots = new Map<K, number>();
  /** Keys with slots after those of the table. */
  readonly #keys: K[] = [];
  readonly #table: KeyTable<K> | null;
  readonly #from: number;
  /** Most recently interned known key. Consecutive events and queries often reference the same level or host. */
  #last: K | undefined;
  #lastSlot = 0;

  /** `table` contains keys that already have slots. */
  constructor(table: KeyTable<K> | null = null) {
    this.#table = table;
    this.#from = table?.size ?? 0;
  }

  intern(key: K): number {
    if (key === this.#last) return this.#lastSlot;
    const known = this.#known(key);
    if (known !== undefined) {
      this.#last = key;
      this.#lastSlot = known;
      return known;
    }
    const slot = this.size;
    this.#slots.set(key, slot);
    this.#keys.push(key);
    return slot;
  }

  find(key: K): number | undefined {
    return key === this.#last ? this.#lastSlot : this.#known(key);
  }

  #known(key: K): number | undefined {
    const known = this.#slots.get(key);
    if (known !== undefined || this.#table === null) return known;
    const found = this.#table.find(key);
    if (found !== undefined) this.#slots.set(key, found);
    return found;
  }

  keyAt(slot: number): K {
    if (this.#table !== null && slot < this.#from) return this.#table.keyAt(slot);
    const key = this.#keys[slot - this.#from];
    if (key === undefined) throw new RangeError(`slot \`${slot}\` was never assigned`);
    return key;
  }

  get size(): number {
    return this.#from + this.#keys.length;
  }
}

/** Keys of an ancestor trial: slots from `from` up to `end`; later slots are not visible. */
type Layer<K> = { readonly from: number; readonly end: number; readonly own: Slots<K> };

/** A layer is merged into the previous one unless that one has more than this many times as many keys. */
const LAYER_RATIO = 2;

/**
 * Adds a layer. Each layer has several times as many keys as the next one, so their number stays small
 * after any number of trials.
 */
function stacked<K>(layers: readonly Layer<K>[], top: Layer<K>): readonly Layer<K>[] {
  const below = layers.at(-1);
  if (below === undefined || below.end - below.from > LAYER_RATIO * (top.end - top.from)) {
    return [...layers, top];
  }
  const own = new Slots<K>();
  for (const layer of [below, top]) {
    for (let slot = layer.from; slot < layer.end; slot++) {
      own.intern(layer.own.keyAt(slot - layer.from));
    }
  }
  return stacked(layers.slice(0, -1), { from: below.from, end: top.end, own });
}

/**
 * The interner of a dry run. It assigns its own slots after those that the base had at its creation,
 * so that uncommitted keys leave no trace. Slots that the base assigns later are not visible.
 */
export class TrialSlots<K> implements Interner<K> {
  /** The underlying interner that is not a trial; visible up to slot `#seen`. */
  readonly #base: Interner<K>;
  readonly #seen: number;
  /** Layers of the ancestor trials, ordered by slot. */
  readonly #layers: readonly Layer<K>[];
  readonly #from: number;
  readonly #own = new Slots<K>();

  constructor(base: Interner<K>) {
    this.#from = base.size;
    const trial =
      base instanceof TrialSlots ? base.#asBase() : { base, seen: base.size, layers: [] };
    this.#base = trial.base;
    this.#seen = trial.seen;
    this.#layers = trial.layers;
  }

  #asBase(): { base: Interner<K>; seen: number; layers: readonly Layer<K>[] } {
    const layers =
      this.#own.size === 0
        ? this.#layers
        : stacked(this.#layers, { from: this.#from, end: this.size, own: this.#own });
    return { base: this.#base, seen: this.#seen, layers };
  }

  intern(key: K): number {
    return this.find(key) ?? this.#from + this.#own.intern(key);
  }

  find(key: K): number | undefined {
    const known = this.#base.find(key);
    if (known !== undefined && known < this.#seen) return known;
    for (const { from, end, own } of this.#layers) {
      const slot = own.find(key);
      if (slot !== undefined && from + slot < end) return from + slot;
    }
    if (this.#own.size === 0) return undefined;
    const own = this.#own.find(key);
    return own === undefined ? undefined : this.#from + own;
  }

  keyAt(slot: number): K {
    if (slot < this.#seen) return this.#base.keyAt(slot);
    const layer = this.#layers.find(({ end }) => slot < end);
    const { from, own } = layer ?? { from: this.#from, own: this.#own };
    return own.keyAt(slot - from);
  }

  get size(): number {
    return this.#from + this.#own.size;
  }
}
