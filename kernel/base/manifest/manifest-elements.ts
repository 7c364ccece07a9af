/** @module manifest-elements: all elements of a manifest, in the order in which a model creates them. */
import type { ElementRecord } from '../../../schemas/events.ts';
import { IMPORT_LIMITS, type ManifestHeader, type ManifestRow } from '../../../schemas/imports.ts';
import { ManifestError, ManifestReader } from './manifest-reader.ts';

/** Part `n` (from 0) of a manifest; null after the last one. */
type Parts = (n: number) => Uint8Array | null | Promise<Uint8Array | null>;

/** A manifest without the rows of products that are no elements. */
export type ReadManifest = {
  readonly header: ManifestHeader;
  /** Number of rows. */
  readonly rows: number;
  /** The levels, then all other elements, each in the order of the rows. */
  readonly elements: readonly ElementRecord[];
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
  const elements: ElementRecord[] = [];
  const others: ElementRecord[] = [];
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
      if (row.element === null) continue;
      if (row.element.kind === 'level') elements.push(row.element);
      else others.push(row.element);
    }
  }
  const header = reader.end();
  for (const element of others) elements.push(element);
  return { header, rows: reader.rows, elements };
}

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

/** The elements of a manifest in that order; null if there is no first part, or if the parts are not a manifest. */
export async function manifestElements(part: Parts): Promise<readonly ElementRecord[] | null> {
  try {
    return (await readManifest(part)).elements;
  } catch (error) {
    if (error instanceof ManifestError) return null;
    throw error;
  }
}
