/** @module stored products: the products of imported elements in a snapshot, which are read in place. */
import * as z from 'zod';

import { ImportedProducts, type ProductTable } from '../state/imported-products.ts';
import type { Sections } from './sections.ts';
import { SnapshotFault } from './snapshot-fault.ts';

/** The table in the header of a snapshot. */
export const ProductsRef = z.strictObject({
  from: z.number().int().min(0),
  count: z.number().int().min(0),
  files: z.array(z.string()),
});
export type ProductsRef = z.output<typeof ProductsRef>;

/** Bytes of a file number, a record and a GlobalId. */
const [FILE_BYTES, RECORD_BYTES, GUID_BYTES] = [2, 8, 22];

/** Returns the sections that `storedProducts` reads under the same name. */
export function productSections(
  table: ProductTable,
  name: string,
): {
  readonly about: ProductsRef;
  readonly sections: readonly (readonly [name: string, bytes: Uint8Array])[];
} {
  const { from, files, fileOf, records, guids } =
    table instanceof ImportedProducts ? table.stored : new ImportedProducts().stored;
  return {
    about: { from, count: fileOf.length, files: [...files] },
    sections: [
      [`${name}.files`, bytesIn(fileOf)],
      [`${name}.records`, bytesIn(records)],
      [`${name}.guids`, guids],
    ],
  };
}

function bytesIn({ buffer, byteOffset, byteLength }: Uint16Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Returns the table of a snapshot. @throws {SnapshotFault} if its sections do not match */
export function storedProducts(
  sections: Sections,
  name: string,
  { from, count, files }: ProductsRef,
): ImportedProducts {
  const [fileOf, records, guids] = ['files', 'records', 'guids'].map((part) =>
    sections.bytes(`${name}.${part}`),
  );
  if (
    fileOf?.byteLength !== count * FILE_BYTES ||
    records?.byteLength !== count * RECORD_BYTES ||
    guids?.byteLength !== count * GUID_BYTES
  ) {
    throw new SnapshotFault('imported elements and their products do not match');
  }
  return new ImportedProducts({
    from,
    files,
    fileOf: new Uint16Array(fileOf.buffer, fileOf.byteOffset, count),
    records: new Float64Array(records.buffer, records.byteOffset, count),
    guids,
  });
}
