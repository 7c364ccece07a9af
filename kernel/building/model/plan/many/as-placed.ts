/** @module as placed: a view in which elements that move or are copied together already are at their new places. */
import type { AnyElement, KindView } from '../../../kinds/kind.ts';

/**
 * Returns the view with some elements replaced, by id. The rules of an element that references another
 * moved element (a wall that ends under a roof) thereby use the new place of that element. The rest of
 * the view is unchanged.
 */
export function asPlaced(view: KindView, placed: ReadonlyMap<string, AnyElement>): KindView {
  return {
    branch: view.branch,
    kinds: view.kinds,
    element: (id) => placed.get(id) ?? view.element(id),
    version: (id) => view.version(id),
    levels: () => view.levels(),
    elementsOnLevel: (level_id) => view.elementsOnLevel(level_id),
    hostedBy: (host_id) => view.hostedBy(host_id),
    named: (name) => view.named(name),
    nearIds: (id, limit) => view.nearIds(id, limit),
    branchesWith: (id) => view.branchesWith(id),
    outline: (id) => view.outline(id),
    footprint: (id) => view.footprint(id),
    inBox: (box) => view.inBox(box),
  };
}
