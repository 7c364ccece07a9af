/** @module as placed: a view in which what is moved or copied together is already where it goes. */
import type { AnyElement, KindView } from '../../../kinds/kind.ts';

/**
 * The view in which some elements, by id, are others: the rules of an element that refers to what goes along (a wall that
 * ends under a roof) ask for it where it comes to lie. All else is as it is.
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
