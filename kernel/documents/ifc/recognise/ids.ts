import type { ElementRecord } from '../../../../schemas/events.ts';
/** @module ids: ids and names of elements from the products of a file. */
import { sha256Hex } from '../../../base/canonical/hash.ts';
import type { Product } from './products.ts';

/** Number of hexadecimal digits of an id: 64 bits, so that equal ids do not occur. */
const ID_DIGITS = 16;

/** Ids of elements: from the lineage of imports and the GlobalId, so that a later revision gives the same ids. */
export class Ids {
  readonly #lineage: string;
  readonly #known = new Map<string, number>();

  constructor(lineage: string) {
    this.#lineage = lineage;
  }

  /** The id of the element of a product. Of several products with one GlobalId, the first keeps it. */
  of(kind: string, { row, guid }: Pick<Product, 'row' | 'guid'>, record: number | string): string {
    const owner = guid === null ? undefined : this.#known.get(guid);
    if (guid !== null && owner === undefined) this.#known.set(guid, row);
    const isOwn = guid !== null && (owner === undefined || owner === row);
    return this.named(kind, isOwn ? guid : `${guid ?? ''}#${record}`);
  }

  /** The id of an element by a text that identifies it in the file. */
  named(kind: string, name: string): string {
    return `${kind}_${sha256Hex(`${this.#lineage}\n${name}`).slice(0, ID_DIGITS)}`;
  }
}

/** Maximum length of a name, characters. */
const MAX_NAME = 200;

/** The name of a product as a parameter. */
export function nameOf({ name }: Pick<Product, 'name'>): string | null {
  const text = name?.toWellFormed().trim() ?? '';
  return text === '' ? null : Array.from(text).slice(0, MAX_NAME).join('');
}

/** The name of a level. */
export function levelName({ params: { name } }: ElementRecord): string {
  return typeof name === 'string' ? name : '';
}
