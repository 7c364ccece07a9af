/** @module ids: ids and names of elements from the products of a file. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import { fileId } from '../../../base/manifest/file-ids.ts';
import { ifcGuid } from '../guid.ts';
import type { Product } from './products.ts';

/** Ids of elements: from the digest of the file and the GlobalId. A revision takes the ids of its predecessor instead. */
export class Ids {
  readonly #fileKey: string;
  readonly #known = new Map<string, number>();

  constructor(fileKey: string) {
    this.#fileKey = fileKey;
  }

  /**
   * The id of the element of a product. Of several products with one GlobalId, the first keeps it; the others
   * get ids from their rows. `part` numbers several elements of one product, from 0.
   */
  of(kind: string, { row, guid }: Pick<Product, 'row' | 'guid'>, part = 0): string {
    const owner = guid === null ? undefined : this.#known.get(guid);
    if (guid !== null && owner === undefined) this.#known.set(guid, row);
    const isOwn = guid !== null && (owner === undefined || owner === row);
    return this.named(kind, ...(isOwn ? ['guid', guid] : ['row', String(row)]), String(part));
  }

  /** The id of an element by texts that identify it in the file. */
  named(kind: string, ...texts: readonly string[]): string {
    // As JSON, so that no text can be mistaken for two others.
    const named = JSON.stringify([this.#fileKey, ...texts.map((text) => text.toWellFormed())]);
    return fileId(kind, named);
  }
}

/** Maximum length of a name, characters. */
const MAX_NAME = 200;

/** Maximum length of a text that is read for a name, characters: many elements may share a longer one. */
const MAX_READ = 10_000;

/** A text of a file without outer spaces and broken characters, of at most so many characters; empty without one. */
export function cleaned(text: string | null, length = MAX_NAME): string {
  return Array.from(text?.slice(0, MAX_READ).toWellFormed().trim() ?? '')
    .slice(0, length)
    .join('');
}

/** Maximum length of a GlobalId that identifies a type of many elements, characters: it has 22. */
const MAX_GUID = 100;

/** The GlobalId of a type within the keys of its elements: its row for one that is too long; null without one. */
export function shortGuid(guid: string | null, row: number): string | number | null {
  return guid === null || guid.length <= MAX_GUID ? guid : row;
}

/** The name of a product as a parameter. Files of Plumbline name elements without a name by their ids. */
export function nameOf({ name, guid }: Pick<Product, 'name' | 'guid'>): string | null {
  const text = name?.toWellFormed().trim() ?? '';
  if (text === '' || ifcGuid(text) === guid) return null;
  return cleaned(text);
}

/** The name of a level. */
export function levelName({ params: { name } }: ElementRecord): string {
  return typeof name === 'string' ? name : '';
}
