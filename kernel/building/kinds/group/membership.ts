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

/** Whether a group has placements that must stay equal. Other groups are sets, which may overlap. */
export function isPlacedSeveralTimes({ params: { placements } }: Group): boolean {
  return placements.length > 1;
}

/**
 * The members of a set after a three-way merge: those that no side removed, and those that one side added; undefined if one
 * of the groups is placed several times, or if no member is left.
 */
export function mergedMembers(base: Group, source: Group, target: Group): string[][] | undefined {
  if ([base, source, target].some(isPlacedSeveralTimes)) return undefined;
  const [before, theirs, ours] = [base, source, target].map(
    (one) => new Set(membersOf(one).keys()),
  );
  if (before === undefined || theirs === undefined || ours === undefined) return undefined;
  const kept = [...ours].filter((id) => theirs.has(id) || !before.has(id));
  const added = [...theirs].filter((id) => !before.has(id) && !ours.has(id));
  return kept.length + added.length === 0 ? undefined : [[...kept, ...added]];
}

/** The group and placement of an element; null without a group in the view. */
export function memberOf(id: string, groups: readonly Group[]): Member | null {
  for (const group of groups) {
    const member = membersOf(group).get(id);
    if (member !== undefined) return member;
  }
  return null;
}

const OF_VIEWS = new WeakMap<GroupView, ReadonlyMap<string, readonly Member[]>>();

/**
 * The groups and placements of an element in a view: first the group that is placed several times, then the others in
 * order of creation. Computed once for each view.
 */
export function membershipsOf(id: string, view: GroupView): readonly Member[] {
  const known = OF_VIEWS.get(view);
  if (known !== undefined) return known.get(id) ?? [];
  const all = new Map<string, Member[]>();
  const groups = groupsOf(view);
  const sets = groups.filter((group) => !isPlacedSeveralTimes(group));
  for (const group of [...groups.filter(isPlacedSeveralTimes), ...sets]) {
    for (const [member, place] of membersOf(group)) {
      const others = all.get(member);
      if (others === undefined) all.set(member, [place]);
      else others.push(place);
    }
  }
  OF_VIEWS.set(view, all);
  return all.get(id) ?? [];
}

/** The names of the groups of an element, separated by commas; null without a group in the view. */
export function groupNamesOf(id: string, view: GroupView): string | null {
  const members = membershipsOf(id, view);
  return members.length === 0 ? null : members.map(({ group }) => group.params.name).join(', ');
}

/** The name of the placement of an element; null without a group in the view. */
export function placementOf(id: string, view: GroupView): string | null {
  const [member] = membershipsOf(id, view);
  return member === undefined ? null : placementName(member.group, member.row);
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
