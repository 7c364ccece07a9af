/** @module glass-items: the items of a file that are transparent. */
import type { ShapeItem } from '../../shape/shape-node.ts';
import type { FileColours } from '../file-colours.ts';

/** Transparency from which an item counts as glass: frosted glass and nets have more. */
const GLASS = 0.25;

/** Whether a product is glass by a style of its items, or of its material if they have none. */
export function isGlassProduct(
  row: number,
  items: readonly ShapeItem[],
  type: number | null,
  colours: FileColours,
): boolean {
  if (items.some((item) => isGlass(item.row, colours))) return true;
  return colours.materialTransparencyOf(row, items, type) >= GLASS;
}

/** Whether the item of this row is glass by its style. */
export function isGlass(row: number, colours: FileColours): boolean {
  return colours.transparencyOf(row) >= GLASS;
}
