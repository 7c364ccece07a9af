/** @module stored products: the products of imported elements in a snapshot, which are read in place. */
import * as z from 'zod';

import { ImportedProducts, type ProductTable } from '../state/imported-products.ts';
import type { Sections } from './sections.ts';
import { SnapshotFault } from './snapshot-fault.ts';

/** The tables of files in the header of a snapshot. */
export const ProductsRef = z.array(
  z.strictObject({
    file: z.string(),
    from: z.number().int().min(0),
    count: z.number().int().min(0),
  }),
);
export type ProductsRef = z.output<typeof ProductsRef>;

/** Bytes of a record and of a GlobalId. */
const [RECORD_BYTES, GUID_BYTES] = [8, 22];

/** Returns the sections that `storedProducts` reads under the same name. */
export function productSections(
  table: ProductTable,
  name: string,
): {
  readonly about: ProductsRef;
  readonly sections: readonly (readonly [name: string, bytes: Uint8Array])[];
} {
  const stored = table instanceof ImportedProducts ? table.stored : [];
  return {
    about: stored.map(({ file, from, records }) => ({ file, from, count: records.length })),
    sections: stored.flatMap(({ records, guids }, i) => [
      [
        `${name}.${i}.records`,
        new Uint8Array(records.buffer, records.byteOffset, records.byteLength),
      ] as const,
      [`${name}.${i}.guids`, guids] as const,
    ]),
  };
}

/** Returns the table of a snapshot. @throws {SnapshotFault} if its sections do not match */
export function storedProducts(
  sections: Sections,
  name: string,
  about: ProductsRef,
): ImportedProducts {
  const stored = about.map(({ file, from, count }, i) => {
    const records = sections.bytes(`${name}.${i}.records`);
    const guids = sections.bytes(`${name}.${i}.guids`);
    if (records.byteLength !== count * RECORD_BYTES || guids.byteLength !== count * GUID_BYTES) {
      throw new SnapshotFault('imported elements and their products do not match');
    }
    const numbers = new Float64Array(records.buffer, records.byteOffset, count);
    return { file, from, records: numbers, guids };
  });
  return new ImportedProducts(stored);
}
