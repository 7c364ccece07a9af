/** @module together: edits in groups, so that a large file is returned and read again once for several edits. */
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import type { Read } from './returned.ts';

/** An edit of a branch; null if it has nothing to edit. */
export type Edit = (view: StateView, read: Read) => StateView | null;

/** Edits by name. */
export type Edits = readonly (readonly [string, Edit])[];

/**
 * One edit for each group, which makes the edits of the group one after the other, and is null if none has anything to
 * edit. @throws Error if the groups do not name each edit exactly once
 */
export function together(edits: Edits, groups: readonly (readonly string[])[]): Edits {
  const names = (list: readonly string[]): string => list.toSorted().join();
  if (names(groups.flat()) !== names(edits.map(([name]) => name))) {
    throw new Error('the groups do not name each edit once');
  }
  return groups.map((group) => {
    const members = edits.filter(([name]) => group.includes(name));
    const edit: Edit = (view, read) =>
      members.reduce<StateView | null>((now, [, one]) => one(now ?? view, read) ?? now, null);
    return [group.join(', '), edit];
  });
}
