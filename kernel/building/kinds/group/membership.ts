/** @module membership: which placement of which group an element belongs to. */
import { foldName } from '../../../base/text/fold-name.ts';
import { type Group, placementName } from './group.ts';

/** The position of an element in a group, from 0: corresponding elements have the same `column`. */
export type Member = { readonly group: Group; readonly row: number; readonly column: number };

const MEMBERS = new WeakMap<Group, ReadonlyMap<string, Member>>();

/** The elements of a group by their ids. */
export function membersOf(group: Group): ReadonlyMap<string, Member> {
  const known = MEMBERS.get(group);
  if (known !== undefined) return known;
  const members = new Map(
    group.params.members.flatMap((ids, row) =>
      ids.map((id, column) => [id, { group, row, column }] as const),
    ),
  );
  MEMBERS.set(group, members);
  return members;
}

/** The part of a view that finding groups needs. */
type GroupView = { elementsOf(kind: 'group'): Iterable<Group> };

/** The groups of a view, in order of creation. */
export function groupsOf(view: GroupView): readonly Group[] {
  return [...view.elementsOf('group')];
}

/** The group and placement of an element; null without a group in the view. */
export function memberOf(id: string, groups: readonly Group[]): Member | null {
  for (const group of groups) {
    const member = membersOf(group).get(id);
    if (member !== undefined) return member;
  }
  return null;
}

/** The name of the placement of an element; null without a group in the view. */
export function placementOf(id: string, view: GroupView): string | null {
  const member = memberOf(id, groupsOf(view));
  return member === null ? null : placementName(member.group, member.row);
}

/** Ids of the elements of the group or placement (`Flat 2`) with this name. */
export function membersNamed(name: string, groups: readonly Group[]): readonly string[] {
  const folded = foldName(name);
  return groups.flatMap((group) => {
    const isWhole = foldName(group.params.name) === folded;
    return group.params.members
      .filter((_, row) => isWhole || foldName(placementName(group, row)) === folded)
      .flat();
  });
}
