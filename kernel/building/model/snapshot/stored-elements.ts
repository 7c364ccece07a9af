/** @module stored elements: elements stored as lists of parameter values and loaded on first access. */
import type { Element } from '../../kinds/elements.ts';
import type { AnyKind } from '../../kinds/kind.ts';
import type { Keys } from '../state/persistent-index.ts';
import { elementWith } from '../state/read-element.ts';
import { bytesOf, type Sections } from './sections.ts';
import { SnapshotFault } from './snapshot-fault.ts';
import { NumberSet, numberIn, wordsOf } from './stored-numbers.ts';
import { TextPool, TextPoolWriter } from './text-pool.ts';

/** Number that represents a deleted element. */
const DELETED = -1;

function namesOf({ params }: AnyKind): readonly string[] {
  return Object.keys(params.shape);
}

/** Writes elements, each only once. */
export class ElementWriter {
  readonly #keys: Keys;
  readonly #pool = new TextPoolWriter();
  readonly #numbers = new Map<Element, number>();
  readonly #shared = new Set<number>();
  readonly #names: readonly (readonly string[])[];

  constructor(keys: Keys) {
    this.#keys = keys;
    this.#names = keys.kinds.all.map(namesOf);
  }

  /** Writes the element if necessary and returns its number. */
  write(element: Element | null): number {
    if (element === null) return DELETED;
    const known = this.#numbers.get(element);
    if (known !== undefined) {
      this.#shared.add(known);
      return known;
    }
    const number = this.#pool.add(JSON.stringify(this.#listed(element)));
    this.#numbers.set(element, number);
    return number;
  }

  /** Slot and kind, followed by all values in schema order, or by the parameters object if some are missing. */
  #listed({ id, kind, params }: Element): readonly unknown[] {
    const slot = this.#keys.elements.find(id);
    const number = this.#keys.kinds.numberOf(kind);
    const names = this.#names[number] ?? [];
    const given = Object.keys(params);
    const whole = given.length === names.length && given.every((name, i) => name === names[i]);
    return whole ? [slot, number, ...Object.values(params)] : [slot, number, params];
  }

  sections(name: string): readonly (readonly [name: string, bytes: Uint8Array])[] {
    return [
      ...this.#pool.sections(name),
      [`${name}.shared`, bytesOf(wordsOf(this.#shared, this.#pool.size))],
    ];
  }
}

/** Elements by number. */
export class StoredElements {
  readonly #keys: Keys;
  readonly #pool: TextPool;
  readonly #shared: NumberSet;
  readonly #kinds: readonly { readonly kind: string; readonly names: readonly string[] }[];
  readonly #made = new Map<number, Element>();

  constructor(sections: Sections, name: string, keys: Keys) {
    this.#keys = keys;
    this.#pool = new TextPool(sections, name);
    this.#shared = new NumberSet(sections.numbers(`${name}.shared`));
    this.#kinds = keys.kinds.all.map((kind) => ({ kind: kind.kind, names: namesOf(kind) }));
  }

  /** Returns the element with this number. Throws `SnapshotFault` or `ModelFault` if it is invalid. */
  element(number: number): Element | null {
    if (number === DELETED) return null;
    if (!this.#shared.has(number)) return this.#read(number);
    const known = this.#made.get(number) ?? this.#read(number);
    this.#made.set(number, known);
    return known;
  }

  #read(number: number): Element {
    const [slot, kind_number, ...values] = this.#pool.list(number);
    const listed = this.#kinds[numberIn(kind_number)];
    if (listed === undefined) throw new SnapshotFault('an element has an unknown kind');
    const { kind, names } = listed;
    const id = this.#keys.elements.keyAt(numberIn(slot));
    const params = values.length === names.length ? named(names, values) : values[0];
    return elementWith({ id, kind, params }, this.#keys.kinds);
  }
}

function named(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (let i = 0; i < names.length; i++) params[names[i] ?? ''] = values[i];
  return params;
}
