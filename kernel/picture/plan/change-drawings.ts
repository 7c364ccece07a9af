/** @module change drawings: the elements of one level as a picture of a change draws them. */
import type { Mark } from '../../kinds/symbol.ts';
import type { Change } from './frame.ts';

/** An element as it is drawn. */
export type ChangeDrawing = { readonly change: Change; readonly marks: readonly Mark[] };

/** In the order of drawing; what changes comes last, so that nothing hides it. */
export function changeDrawings(
  view: { marks(id: string): readonly Mark[] },
  ids: readonly string[],
  changes: ReadonlyMap<string, Change>,
): readonly ChangeDrawing[] {
  return ids
    .map((id) => ({ change: changes.get(id) ?? 'same', marks: view.marks(id) }))
    .toSorted((a, b) => Number(a.change !== 'same') - Number(b.change !== 'same'));
}
