/** @module membership: which placement of which group an element belongs to. */
import { foldName } from '../text/fold-name.ts';
import type { Group } from './group.ts';
import { placementName } from './group.ts';

/** The place of an element in a group, counted from 0: `column` is the same for all that are alike. */
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

/** What finding groups asks of a view. */
type GroupView = { elementsOf(kind: 'group'): Iterable<Group> };

/** The groups of a view, in order of creation. */
export function groupsOf(view: GroupView): readonly Group[] {
  return [...view.elementsOf('group')];
}

/** Where an element belongs, null where it is in no group of the view. */
export function memberOf(id: string, groups: readonly Group[]): Member | null {
  for (const group of groups) {
    const member = membersOf(group).get(id);
    if (member !== undefined) return member;
  }
  return null;
}

/** What the placement is called to which an element belongs, null where it is in no group of the view. */
export function placementOf(id: string, view: GroupView): string | null {
  const member = memberOf(id, groupsOf(view));
  return member === null ? null : placementName(member.group, member.row);
}

/** Ids of the elements of a group that a person reads as this name, or of a placement (`Flat 2`). */
export function membersNamed(name: string, groups: readonly Group[]): readonly string[] {
  const wanted = foldName(name);
  return groups.flatMap((group) => {
    const isWhole = foldName(group.params.name) === wanted;
    return group.params.members
      .filter((_, row) => isWhole || foldName(placementName(group, row)) === wanted)
      .flat();
  });
}
