/** @module meeting: finds the elements of given kinds that meet a box. */
import type { BoxMm } from '../../../../../schemas/units.ts';
import { compareText } from '../../../../base/canonical/deep-equal.ts';
import { boxIntersects } from '../../../geometry/vector.ts';
import type { Element, ElementKind } from '../../../kinds/elements.ts';
import type { ModelView } from '../../view.ts';

/** Up to this many elements are tested one by one, which is faster than a query for everything in the box. */
const FEW = 100;

/**
 * Returns the elements ordered by id. `kinds` must not contain `room`, because a room can be found outside its own box.
 */
export function meeting(
  box: BoxMm,
  kinds: readonly Exclude<ElementKind, 'room'>[],
  view: ModelView,
): readonly Element[] {
  const count = kinds.reduce((sum, kind) => sum + view.count(kind), 0);
  if (count > FEW) {
    const searched = new Set<ElementKind>(kinds);
    return view.inBox(box).flatMap((id) => {
      const element = view.element(id);
      return element !== undefined && searched.has(element.kind) ? [element] : [];
    });
  }
  const found = kinds.flatMap((kind) =>
    [...view.elementsOf(kind)].filter(({ id }) => {
      const own = view.bounds(id);
      return own !== null && boxIntersects(own, box);
    }),
  );
  return found.toSorted((a, b) => compareText(a.id, b.id));
}
