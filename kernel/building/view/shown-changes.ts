/** @module shown changes: the elements that look different to a caller in two states of one branch. */
import { compareText } from '../../base/canonical/deep-equal.ts';
import { type ChangedElements, changedBetween } from '../model/effect/changed-between.ts';
import { scopedLevelNames } from '../model/scoped-level-names.ts';
import { dependentsOf, standingOn } from '../model/state/lookup.ts';
import type { BranchView } from './branch-view.ts';
import type { BuildingView } from './view.ts';

/** One state of a branch: the whole, and what the caller sees of it. */
export type SeenState = { readonly whole: BranchView; readonly view: BuildingView };

/**
 * The elements that look different to the caller. One that comes into sight counts as created, one that leaves it as deleted,
 * and one that is visible in neither state is in no list. The cost grows with the differences, for a restricted caller also with
 * the members of groups.
 */
export function shownChanges({
  before,
  after,
}: {
  readonly before: SeenState;
  readonly after: SeenState;
}): ChangedElements {
  const all = changedBetween({ before: before.whole, after: after.whole });
  if (before.view === before.whole && after.view === after.whole) return all;
  const modified = new Set(all.modified);
  const followed = new Set(all.followed);
  const changed = new Set([...all.created, ...all.deleted, ...modified, ...followed]);
  const candidates = new Set([...changed, ...onRenamedLevels(before.whole, after.whole)]);
  for (const id of groupsOf([before.whole, after.whole], candidates)) candidates.add(id);
  const shown: Record<keyof ChangedElements, string[]> = {
    created: [],
    deleted: [],
    modified: [],
    followed: [],
  };
  for (const id of [...candidates].toSorted(compareText)) {
    const [was, is] = [before, after].map(({ view }) => view.element(id) !== undefined);
    if (was !== is) shown[is === true ? 'created' : 'deleted'].push(id);
    else if (was === true && modified.has(id)) shown.modified.push(id);
    else if (was === true && followed.has(id)) shown.followed.push(id);
  }
  return shown;
}

/** Elements on levels to which a scope refers by another name than before; such a change shows or hides them. */
function onRenamedLevels(before: BranchView, after: BranchView): ReadonlySet<string> {
  const [was, is] = [before, after].map((view) => scopedLevelNames(view.elementsOf('level')));
  const levels = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]);
  const renamed = [...levels].filter((id) => was?.get(id) !== is?.get(id));
  const ids = new Set(renamed);
  for (const level_id of renamed) {
    for (const { state } of [before, after]) {
      for (const element of standingOn(state, level_id)) {
        ids.add(element.id);
        for (const { id } of dependentsOf(state, element)) ids.add(id);
      }
    }
  }
  return ids;
}

/** Groups with one of these elements: a group is visible where all of its elements are. */
function groupsOf(views: readonly BranchView[], ids: ReadonlySet<string>): readonly string[] {
  return views.flatMap((view) =>
    view.elementsOf('group').flatMap(({ id, params }) => {
      const has = params.members.some((members) => members.some((member) => ids.has(member)));
      return has ? [id] : [];
    }),
  );
}
