/** @module reference-shift: the shift of imported files, so that a building and its reference models fit together. */
import type { BuildingView } from '../../kernel/building/view/view.ts';

/** A shift to be added to coordinates of a file, whole mm. */
type Shift = { readonly x: number; readonly y: number; readonly z: number };

/**
 * The shift of a file on a branch. A reference model, and a building next to one, get that of the imported building of the
 * branch, else that of its first reference. Null for any other file, which is shifted by its own distance to the origin.
 */
export function shiftOn(
  view: Pick<BuildingView, 'imports' | 'references'>,
  isReference: boolean,
): Shift | null {
  if (!isReference && view.references().length === 0) return null;
  const imports = view.imports();
  const first = imports.find(({ reference }) => !reference) ?? imports[0];
  if (first === undefined) return null;
  const { x, y, z } = first.frame.origin;
  return { x: 0 - x, y: 0 - y, z: 0 - z };
}
