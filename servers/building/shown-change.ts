/** @module shown change: what a caller with a restricted READ scope sees of a change, and of why it is refused. */
import type { Change, Touch } from '../../governance/tool/domain.ts';
import type { Element } from '../../kernel/building/kinds/elements.ts';
import {
  blind,
  concealmentOf,
  isAboutHidden,
  type IsHidden,
} from '../../kernel/building/view/hidden.ts';
import {
  isKnown,
  referringParams,
  shownReference,
} from '../../kernel/building/view/shown-references.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';

/** The views of the caller before and after a change. */
type Seen = { readonly before: BuildingView; readonly after: BuildingView };

/** The change with null in place of each referenced id that the caller cannot see. */
export function shownChange(change: Change, seen: Seen): Change {
  const { id } = change;
  const view = seen.after.element(id) === undefined ? seen.before : seen.after;
  const { level_id } = change;
  const shown = { level_id: level_id === null || isKnown(level_id, view) ? level_id : null };
  if (change.change === 'deleted') return { ...change, ...shown };
  const element = view.element(id);
  const names = referringIn(id, seen);
  return change.change === 'created'
    ? { ...change, ...shown, params: created(change.params, names, element, view) }
    : { ...change, ...shown, params: modified(change.params, names, seen) };
}

/**
 * Parameters that reference other elements before or after the change: a parameter set to null has a reference only
 * before.
 */
function referringIn(id: string, { before, after }: Seen): readonly string[] {
  return [before, after].flatMap((view) => {
    const element = view.element(id);
    return element === undefined ? [] : referringParams(element, view);
  });
}

type Params = Readonly<Record<string, unknown>>;

function created(
  params: Params,
  names: readonly string[],
  element: Element | undefined,
  view: BuildingView,
): Params {
  if (element === undefined) return {};
  const known = names.filter((name) => Object.hasOwn(params, name));
  return {
    ...params,
    ...Object.fromEntries(known.map((name) => [name, shownReference(params[name], view)])),
  };
}

type Modified = Extract<Change, { readonly change: 'modified' }>['params'];

function modified(params: Modified, names: readonly string[], { before, after }: Seen): Modified {
  return Object.fromEntries(
    Object.entries(params).map(([name, { from, to }]) => [
      name,
      names.includes(name)
        ? { from: shownReference(from, before), to: shownReference(to, after) }
        : { from, to },
    ]),
  );
}

/** What a refusal says that a caller may not do. */
export const [ALIKE, UNPINNED] = [
  'change its copies elsewhere',
  'unpin the walls that meet it',
] as const;

/**
 * Runs `work`; a refusal because of a hidden group change does not reveal whether the change is impossible or only
 * hidden.
 */
export function withoutHiddenGroups<T>(work: () => T, isHidden: IsHidden): T {
  try {
    return work();
  } catch (error) {
    if (isAboutHidden(error, isHidden)) throw blind(ALIKE);
    throw concealmentOf(isHidden).refusal(error);
  }
}

/** Returns a predicate that is true for ids of existing elements that the caller cannot see. */
export function hiddenIn(whole: BuildingView, seen: BuildingView): IsHidden {
  return (id) => whole.element(id) !== undefined && seen.element(id) === undefined;
}

/** The touch without the names of levels that the caller cannot see. */
export function shownTouch(touch: Touch, isHidden: IsHidden): Touch {
  const levels = touch.levels.map((level) =>
    isHidden(level.id) ? { ...level, shown: null } : level,
  );
  return { ...touch, levels };
}
