/** @module manifest-elements: all elements of a manifest, in the order in which a model creates them. */
import type { ElementRecord } from '../../../schemas/events.ts';
import { IMPORT_LIMITS, type ManifestHeader, type ManifestRow } from '../../../schemas/imports.ts';
import { ManifestError, ManifestReader } from './manifest-reader.ts';

/** Part `n` (from 0) of a manifest; null after the last one. */
type Parts = (n: number) => Uint8Array | null | Promise<Uint8Array | null>;

/** What an element is in the file: GlobalId as written, and number of the record; null if the file does not have it. */
export type ManifestProduct = { readonly guid: string | null; readonly record: number };

/** A manifest without the rows of products that are no elements. */
export type ReadManifest = {
  readonly header: ManifestHeader;
  /** Number of rows. */
  readonly rows: number;
  /** The levels, then all other elements, each in the order of the rows. */
  readonly elements: readonly ElementRecord[];
  /** For each element its product; null for an element that the importer added. */
  readonly products: readonly (ManifestProduct | null)[];
};

/**
 * Reads a manifest.
 *
 * @param rowsMax reading ends with an error after this many rows
 * @throws {ManifestError} if the parts are not a manifest, or have more rows
 */
export async function readManifest(
  part: Parts,
  rowsMax: number = IMPORT_LIMITS.rows,
): Promise<ReadManifest> {
  const reader = new ManifestReader();
  const levels: Listed = { elements: [], products: [] };
  const others: Listed = { elements: [], products: [] };
  for (let n = 0; ; n += 1) {
    const bytes = await part(n);
    if (bytes === null) break;
    const placed = reader.push(bytes);
    if (reader.rows > rowsMax) {
      throw new ManifestError(
        `the manifest has more than ${rowsMax} rows, expected at most that many`,
      );
    }
    for (const { row } of placed) {
      const { element, guid, record } = row;
      if (element === null) continue;
      const { elements, products } = element.kind === 'level' ? levels : others;
      elements.push(element);
      products.push(record === 0 ? null : { guid, record });
    }
  }
  const header = reader.end();
  return {
    header,
    rows: reader.rows,
    elements: levels.elements.concat(others.elements),
    products: levels.products.concat(others.products),
  };
}

/** Elements and their products, under the same indexes. */
type Listed = {
  readonly elements: ElementRecord[];
  readonly products: (ManifestProduct | null)[];
};

/** All rows of a manifest, in order. @throws {ManifestError} if the parts are not a manifest */
export async function readRows(part: Parts): Promise<readonly ManifestRow[]> {
  const reader = new ManifestReader();
  const rows: ManifestRow[] = [];
  for (let n = 0; ; n += 1) {
    const bytes = await part(n);
    if (bytes === null) break;
    for (const { row } of reader.push(bytes)) rows.push(row);
  }
  reader.end();
  return rows;
}

/** The elements of a manifest; null if there is no first part, or if the parts are not a manifest. */
export async function manifestElements(part: Parts): Promise<ReadManifest | null> {
  try {
    return await readManifest(part);
  } catch (error) {
    if (error instanceof ManifestError) return null;
    throw error;
  }
}
