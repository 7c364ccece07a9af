/** @module lost members: groups of a merge lose the elements that one of its sides deleted. */
import type { ElementOf } from '../../kinds/elements.ts';
import { isPlacedSeveralTimes } from '../../kinds/group/membership.ts';
import { everyElement } from '../state/lookup.ts';
import type { BranchState } from '../state/state.ts';
import { elementIn } from '../state/state.ts';
import type { Difference } from './differences.ts';

type Group = ElementOf<'group'>;

/**
 * The changes of a merge with sets that keep the members which exist after it; a set without any is deleted. A group that is
 * placed several times and has lost a member is `broken`: it is returned as a change to it, or as it is.
 *
 * @param target the side to which the changes are applied
 */
export function withoutLostMembers(
  changes: readonly Difference[],
  target: BranchState,
): { readonly changes: readonly Difference[]; readonly broken: readonly Difference[] } {
  const isConcerned = changes.some(({ after }) => after === null || after.kind === 'group');
  if (!isConcerned) return { changes, broken: [] };
  const result = new Map(changes.map((change) => [change.id, change]));
  const isThere = (id: string): boolean => {
    const change = result.get(id);
    return change === undefined ? elementIn(target, id) !== undefined : change.after !== null;
  };
  const broken: Difference[] = [];
  for (const group of groupsAfter(changes, target)) {
    if (group.params.members.flat().every(isThere)) continue;
    const before = elementIn(target, group.id) ?? null;
    if (isPlacedSeveralTimes(group)) {
      broken.push(result.get(group.id) ?? { id: group.id, before, after: group });
    } else {
      result.set(group.id, { id: group.id, before, after: keptSet(group, isThere) });
    }
  }
  const kept = [...result.values()].filter(
    ({ before, after }) => before !== null || after !== null,
  );
  return { changes: kept, broken };
}

/** The groups that exist after the changes. */
function groupsAfter(changes: readonly Difference[], target: BranchState): readonly Group[] {
  const changed = new Set(changes.map(({ id }) => id));
  const groups = changes.flatMap(({ after }) => (after?.kind === 'group' ? [after] : []));
  for (const element of everyElement(target)) {
    if (element.kind === 'group' && !changed.has(element.id)) groups.push(element);
  }
  return groups;
}

function keptSet(group: Group, isThere: (id: string) => boolean): Group | null {
  const members = group.params.members.map((ids) => ids.filter(isThere));
  if (members.some((ids) => ids.length === 0)) return null;
  return { ...group, params: { ...group.params, members } };
}
