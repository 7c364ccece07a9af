/** @module pinned among: the pins of a wall that its copy has. */
import type { AnyElement } from '../../../kinds/kind.ts';
import { isOf } from '../../../kinds/kind.ts';
import { pinnedEnds, unpinnedAt } from '../../../kinds/wall/pins/kept-pins.ts';
import { wall } from '../../../kinds/wall/wall.ts';
import type { ModelView } from '../../view.ts';

/**
 * Returns a wall with the pins of those ends at which it meets only walls of `ids`, because they were formed by the
 * walls at their node. Other elements are returned unchanged.
 */
export function pinnedAmong(
  element: AnyElement,
  ids: ReadonlySet<string>,
  view: ModelView,
): AnyElement {
  if (!isOf(wall, element)) return element;
  const pinned = pinnedEnds(element.params);
  if (pinned.length === 0) return element;
  const joins = view.footprint(element.id)?.joins ?? [];
  const loose = pinned.filter((end) =>
    joins.some((join) => join.end === end && join.with.some((id) => !ids.has(id))),
  );
  return { ...element, params: unpinnedAt(element.params, loose) };
}
