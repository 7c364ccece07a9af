/** @module one size: whether an element is certain to keep its measures, decided without making its body. */
import { type BoxMm, toGrid } from '../../../../schemas/units.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import type { ModelView } from '../view.ts';

/** Whether an element is certain to keep its size, so that its body need not be made. */
export function hasOneSize(
  { before, after }: { readonly before: ModelView; readonly after: ModelView },
  id: string,
): boolean {
  const [was, is] = [before.element(id), after.element(id)];
  if (was === undefined || is === undefined) return true;
  return (
    was === is &&
    deepEqual(extentsOf(before.bounds(id)), extentsOf(after.bounds(id))) &&
    deepEqual(before.outline(id), after.outline(id)) &&
    isSame(before.hostedBy(id), after.hostedBy(id))
  );
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}

/** Extents of a box, mm, rounded to the grid; null without a box. */
function extentsOf(box: BoxMm | null): readonly number[] | null {
  if (box === null) return null;
  const { min, max } = box;
  return [max.x - min.x, max.y - min.y, max.z - min.z].map(toGrid);
}
