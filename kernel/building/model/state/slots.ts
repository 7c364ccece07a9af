/** @module slots: dense numbers for keys, given once and never taken back, so that all branches can share them. */

/** Gives every key a slot in the order in which it was first seen. */
export interface Interner<K> {
  /** Slot of `key`, given now when it has none. */
  intern(key: K): number;
  /** Slot of `key`, undefined when it has none. */
  find(key: K): number | undefined;
  /** Key of a slot; throws `RangeError` for a slot that was never given. */
  keyAt(slot: number): K;
  readonly size: number;
}

/** Keys that have slots already, from 0 without gaps; never changed. */
export type KeyTable<K> = Omit<Interner<K>, 'intern'>;

/** The interner of what is committed. */
export class Slots<K> implements Interner<K> {
  /** Own keys, and those of the table that were looked up. */
  readonly #slots = new Map<K, number>();
  /** The keys behind those of the table. */
  readonly #keys: K[] = [];
  readonly #table: KeyTable<K> | null;
  readonly #from: number;
  /** The known key that was interned last: events in a row name the same level or host, and so do questions. */
  #last: K | undefined;
  #lastSlot = 0;

  /** `table` holds keys that have slots already. */
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
    if (key === undefined) throw new RangeError(`slot \`${slot}\` was never given`);
    return key;
  }

  get size(): number {
    return this.#from + this.#keys.length;
  }
}

/** Keys of a trial that another was made of: from slot `from` up to `end`; later ones are not seen. */
type Layer<K> = { readonly from: number; readonly end: number; readonly own: Slots<K> };

/** A layer is merged into the one before it unless that has so many times as many keys. */
const LAYER_RATIO = 2;

/** Layers with one more: each has several times the keys of the next, so that there are few however many trials went before. */
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
 * The interner of a dry run: it gives slots of its own behind those the base had when it was made, so
 * that what is never committed leaves nothing behind. Slots that the base gives later are not seen.
 */
export class TrialSlots<K> implements Interner<K> {
  /** What is no trial itself, seen up to slot `#seen`. */
  readonly #base: Interner<K>;
  readonly #seen: number;
  /** Of the trials that this one was made of, by slot. */
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
