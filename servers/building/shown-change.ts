/** @module shown change: a change as a preview shows it to a caller with a restricted READ scope. */
import type { Change } from '../../governance/tool/domain.ts';
import type { Element } from '../../kernel/building/kinds/elements.ts';
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
