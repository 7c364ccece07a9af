/** @module meeting: the elements of some kinds that a box meets, looked for where there are any. */
import type { BoxMm } from '../../../../schemas/units.ts';
import { compareText } from '../../../canonical/deep-equal.ts';
import { boxIntersects } from '../../../geometry/vector.ts';
import type { Element, ElementKind } from '../../../kinds/elements.ts';
import type { ModelView } from '../../view.ts';

/** So many are asked one by one, which is faster than all that lies in the box. */
const FEW = 100;

/** By id. `kinds`: none of them `room`, which is found elsewhere than its box is. */
export function meeting(
  box: BoxMm,
  kinds: readonly Exclude<ElementKind, 'room'>[],
  view: ModelView,
): readonly Element[] {
  const count = kinds.reduce((sum, kind) => sum + view.count(kind), 0);
  if (count > FEW) {
    const wanted = new Set<ElementKind>(kinds);
    return view.inBox(box).flatMap((id) => {
      const element = view.element(id);
      return element !== undefined && wanted.has(element.kind) ? [element] : [];
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
