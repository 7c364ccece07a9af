/** @module removal: removes the products of deleted elements. */
import type { ManifestRow } from '../../../../schemas/imports.ts';
import { PatchFault } from '../patch/patch-fault.ts';
import { type Editing, isLevel } from './editing.ts';
import { isBakedHole } from './parts.ts';

/** Removes what was deleted except storeys, groups, and the assemblies that have no parts then. */
export function removeDeleted(editing: Editing): void {
  const { changes, parts, patch } = editing;
  const products: [id: string, row: number][] = [];
  const gone = deletedProducts(editing);
  for (const row of changes.deleted) {
    // A hole in the body of its host is closed with the body, and a grid line is removed from its grid.
    const isOther = isLevel(row) || isBakedHole(row) || !isProduct(row, editing);
    if (isOther) continue;
    const { id } = row.element ?? { id: '' };
    editing.attempt(id, () => {
      const own = parts.rowOf(row);
      // A hole that several openings make is closed by the removal of all of them.
      const holes = row.element?.kind === 'opening' ? parts.openingsOf(row, id) : [];
      for (const product of new Set([own, ...holes])) {
        const kept = parts.keptPartOf(product, gone);
        if (kept !== null) {
          throw new PatchFault(
            `#${patch.idText(kept)} (${patch.typeName(kept)}) is a part of it and is kept`,
          );
        }
        products.push([id, product]);
      }
    });
  }
  editing.allOrEach(
    products,
    ([id]) => id,
    (some) => {
      const rows = some.map(([, row]) => row).filter((row) => !patch.isRemoved(row));
      if (rows.length > 0) patch.removeProducts(rows);
    },
  );
  const isRemoved = (row: number): boolean => patch.isRemoved(row);
  const removed = products.map(([, row]) => row).filter(isRemoved);
  for (const one of parts.emptiedBy(removed, isRemoved)) {
    editing.tryQuietly(() => patch.removeProduct(one));
  }
}

/** The products of all deleted elements. */
function deletedProducts({ changes, source: { model } }: Editing): ReadonlySet<number> {
  return new Set(
    changes.deleted.flatMap(({ record }) => (record === 0 ? [] : [model.file.rowOf(record)])),
  );
}

/** Removes the storeys of deleted levels, which are empty after all other edits. */
export function removeStoreys(editing: Editing): void {
  const { changes, parts, patch } = editing;
  for (const row of changes.deleted.filter(isLevel)) {
    editing.attempt(row.element?.id ?? '', () => {
      patch.removeProduct(parts.rowOf(row));
    });
  }
}

/** Whether a row is a product of the file, or of nothing in it. Grid lines, groups, types and materials are not. */
function isProduct({ element, record }: ManifestRow, { view }: Editing): boolean {
  if (element === null) return false;
  const { ifc } = view.kinds.of(element);
  return ifc === 'none' ? record === 0 : ifc.as !== 'grid_axis';
}
