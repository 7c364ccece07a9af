/** @module reference-shift: the shift of a reference model, so that it is placed by its coordinates next to the building. */
import type { BuildingView } from '../../kernel/building/view/view.ts';

/** A shift to be added to coordinates of a file, whole mm. */
type Shift = { readonly x: number; readonly y: number; readonly z: number };

/**
 * The shift of the imported building of a branch, else that of its first reference model; null if the branch has no
 * import that the caller may see, so that the file is shifted by its own distance to the origin.
 */
export function referenceShift(view: Pick<BuildingView, 'imports'>): Shift | null {
  const imports = view.imports();
  const first = imports.find(({ reference }) => !reference) ?? imports[0];
  if (first === undefined) return null;
  const { x, y, z } = first.frame.origin;
  return { x: 0 - x, y: 0 - y, z: 0 - z };
}
