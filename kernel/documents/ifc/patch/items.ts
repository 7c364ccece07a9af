/** @module items: new items of a representation of one product, in the styles and layers of the old ones. */
import { followTo } from './followers.ts';
import { own, pathTo } from './own.ts';
import { PatchFault } from './patch-fault.ts';
import { refs, text } from './patch-value.ts';
import type { Records } from './records.ts';

/** The items of a representation, and its RepresentationType, such as `SweptSolid`. */
export type ItemsEdit = { readonly items: readonly number[]; readonly type: string };

/**
 * Replaces the items of a representation of a product. The new ones get the styles and layers of the first old one.
 * @throws {PatchFault} if the product has no such representation, or without items
 */
export function setItems(
  records: Records,
  { product, item }: { readonly product: number; readonly item: number },
  { items, type }: ItemsEdit,
): void {
  if (items.length === 0) throw new PatchFault('got no items, expected at least one');
  const row = own(records, pathTo(records, product, item)).at(-1) ?? -1;
  const [old] = records.refs(row, 'Items');
  if (old !== undefined) {
    for (const one of items) if (one !== old) followTo(records, old, one);
  }
  records.set(row, 'Items', refs(items));
  records.set(row, 'RepresentationType', text(type));
}
