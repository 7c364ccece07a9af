/** @module glass-items: the items of a file that are transparent. */
import type { FileColours } from '../file-colours.ts';

/** Transparency from which an item counts as glass: frosted glass and nets have more. */
const GLASS = 0.25;

/** Whether the item of this row is glass by its style. */
export function isGlass(row: number, colours: FileColours): boolean {
  return colours.transparencyOf(row) >= GLASS;
}
