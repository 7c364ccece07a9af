/** @module hosted: writes the places and sizes of what is in walls, floors and roofs. */
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import { PatchFault } from '../../patch/patch-fault.ts';
import { isShape } from '../aspects.ts';
import type { Changed } from '../changes.ts';
import type { Editing } from '../editing.ts';
import type { BakedHoles } from './baked.ts';
import { holeOf, isStretchedOutline } from './holes.ts';
import { followHole, type HoleEdit, resizeFilling, resizeOpening, stateSizes } from './openings.ts';

/** The host of an element: its holes, and whether it keeps the shape that it has in the file. */
type Host = { readonly baked: BakedHoles; readonly isKept: boolean };

/** Writes the hole of a door, window or opening, and what fills it; what cannot be written is noted. */
export function writeHosted(editing: Editing, one: Changed, { baked, isKept }: Host): void {
  const { row, before, after, params } = one;
  const isOpened = baked.isOpenedFor(row);
  if (row.record === 0 && isOpened) return;
  if (isKept) {
    editing.leave(after.id, 'its host keeps the shape that it has in the file');
    return;
  }
  const isEdited = params.some((param) => isShape(after, param));
  const [was, is] = [holeOf(before, editing.changes.base), holeOf(after, editing.view)];
  if (was === null || is === null) {
    if (isEdited) {
      editing.leave(after.id, 'it has no place in a wall, floor or roof');
    }
    return;
  }
  if (isOpened) {
    editing.attempt(after.id, () => {
      stateSizes(editing.target, editing.parts.rowOf(row), is);
    });
  }
  // A hole in the body of its host moves with it.
  if (deepEqual(was, is) || (row.record === 0 && !isEdited)) return;
  const edit: HoleEdit = { before: was, after: is };
  const { target } = editing;
  editing.attempt(after.id, () => {
    if (after.kind !== 'opening' && !isStretchedOutline(was, is)) {
      throw new PatchFault('the outline of a door or window can only be stretched');
    }
    const product = editing.parts.rowOf(row);
    const openings = editing.parts.openingsOf(row, after.id);
    for (const opening of openings) {
      followHole(target, opening, editing.shapes.place(opening), edit);
      resizeOpening(target, opening, edit);
    }
    if (openings.includes(product)) return;
    if (openings.length === 0 && isEdited && !isOpened) {
      throw new PatchFault('it fills no opening of the file');
    }
    followHole(target, product, editing.shapes.place(product), edit);
    resizeFilling(target, product, edit);
  });
}
