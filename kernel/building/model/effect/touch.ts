/** @module touch: elements that planned events create, change or delete, with the data by which a scope judges them. */
import type { BoxMm } from '../../../../schemas/units.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { boxUnion } from '../../geometry/vector.ts';
import type { Element } from '../../kinds/elements.ts';
import type { Group } from '../../kinds/group/group.ts';
import { group } from '../../kinds/group/group.ts';
import { type AnyElement, isOf } from '../../kinds/kind.ts';
import type { StateView } from '../state-view.ts';
import type { Views } from './effect-warnings.ts';

/** One element that planned events create, change or delete. The gate declares an identical type. */
export type ElementTouch = {
  readonly id: string;
  readonly action: 'CREATE' | 'MODIFY' | 'DELETE';
  readonly kind: string;
  readonly category: string;
  /** Ids of every level the element stands on or reaches, before and after; for a group the levels of its elements. */
  readonly levels: readonly string[];
  /**
   * Boxes in mm; empty without a body. A group has the boxes of its elements, a moved level one box around all elements
   * that move with it.
   */
  readonly before: readonly BoxMm[];
  readonly after: readonly BoxMm[];
  /** False for a group that changes only with its elements, which are judged themselves. */
  readonly scoped: boolean;
};

/** The touch of an element; null if it is in neither view. */
export function touchOf(views: Views, id: string): ElementTouch | null {
  const [before, after] = [views.before.element(id), views.after.element(id)];
  const element = after ?? before;
  if (element === undefined) return null;
  const about = {
    id,
    action: before === undefined ? 'CREATE' : after === undefined ? 'DELETE' : 'MODIFY',
    kind: element.kind,
    category: views.after.kinds.of(element).category,
  } as const;
  if (isOf(group, before) && isOf(group, after) && goesWithElements(views, before, after)) {
    return { ...about, levels: [], before: [], after: [], scoped: false };
  }
  const moved =
    before?.kind === 'level' && after?.kind === 'level' ? views.after.regeneration.regenerated : [];
  return {
    ...about,
    levels: [...new Set([...levelIds(views.before, before), ...levelIds(views.after, after)])],
    before: boxesOf(views.before, before, moved),
    after: boxesOf(views.after, after, moved),
    scoped: true,
  };
}

function levelIds(view: StateView, element: Element | undefined): readonly string[] {
  if (element === undefined) return [];
  if (element.kind === 'group') {
    return element.params.members.flat().flatMap((id) => levelIds(view, view.element(id)));
  }
  const own = element.kind === 'level' ? element.id : view.levelOf(element.id);
  const { top, rise } = view.kinds.references(element);
  return [own, top, rise].filter((id) => id !== null);
}

/** Boxes of an element; for a level the box around all elements that its change moves. */
function boxesOf(
  view: StateView,
  element: Element | undefined,
  moved: readonly string[],
): readonly BoxMm[] {
  if (element === undefined) return [];
  if (element.kind === 'group') {
    return element.params.members.flat().flatMap((id) => view.bounds(id) ?? []);
  }
  if (element.kind !== 'level') return listOf(view.bounds(element.id));
  let around: BoxMm | null = null;
  for (const id of moved) {
    const box = view.bounds(id);
    if (box !== null) around = around === null ? box : boxUnion(around, box);
  }
  return listOf(around);
}

function listOf(box: BoxMm | null): readonly BoxMm[] {
  return box === null ? [] : [box];
}

/** Looks up the elements of a state. */
type Lookup = { element(id: string): AnyElement | undefined };

/**
 * Whether a group changes only by elements that are created or deleted and by placements that move with their elements.
 */
export function goesWithElements(
  { before, after }: { readonly before: Lookup; readonly after: Lookup },
  was: Group,
  is: Group,
): boolean {
  const { members: had, placements: lay, ...stated } = was.params;
  const { members: has, placements: lie, ...states } = is.params;
  if (!deepEqual(stated, states)) return false;
  const numbers = new Set([...lay, ...lie].map(({ number }) => number));
  return [...numbers].every((number) => {
    const [from, to] = [lay, lie].map((all) => all.findIndex((one) => one.number === number));
    const [ids, now] = [new Set(had[from ?? -1]), new Set(has[to ?? -1])];
    const isSame = from !== undefined && to !== undefined && deepEqual(lay[from], lie[to]);
    return (
      [...ids].every((id) => now.has(id) || after.element(id) === undefined) &&
      [...now].every((id) => ids.has(id) || before.element(id) === undefined) &&
      (isSame ||
        ids.size === 0 ||
        now.size === 0 ||
        [...now].some((id) => before.element(id) !== after.element(id)))
    );
  });
}
