/** @module members change: how the members of a set differ, so that events of large sets state only the difference. */
import type { MembersChange, ParamValues } from '../../../../schemas/events.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import type { AnyElement } from '../kind.ts';

/** A set with fewer members is stated as a whole. */
const LARGE_SET = 100;

type Members = readonly (readonly string[])[];

/**
 * How the members of a large set differ; null for other elements, for a set of which most members differ or some are in
 * another order, and without a difference.
 */
export function membersChangeOf(before: AnyElement, after: AnyElement): MembersChange | null {
  if (before.kind !== 'group' || after.kind !== 'group') return null;
  const [was, is] = [setOf(before.params), setOf(after.params)];
  if (was === null || is === null || was.length < LARGE_SET) return null;
  const [known, wanted] = [new Set(was), new Set(is)];
  const removed = was.flatMap((id, at) => (wanted.has(id) ? [] : [{ at, id }]));
  const added = is.flatMap((id, at) => (known.has(id) ? [] : [{ at, id }]));
  const count = removed.length + added.length;
  if (count === 0 || 4 * count > was.length) return null;
  const change = { added, removed };
  return deepEqual(changedMembers([was], change), [is]) ? change : null;
}

/** The members of the only placement of a group; null if it is placed several times, or is no group. */
function setOf({ members }: ParamValues): readonly string[] | null {
  if (!Array.isArray(members) || members.length !== 1) return null;
  const [only]: readonly unknown[] = members;
  if (!Array.isArray(only)) return null;
  const ids = only.filter((id: unknown) => typeof id === 'string');
  return ids.length === only.length ? ids : null;
}

/** The members after a change; null if it does not fit them: `removed` has places before it, `added` places after it. */
export function changedMembers(
  members: Members,
  { added, removed }: MembersChange,
): string[][] | null {
  const [only] = members;
  if (only === undefined || members.length > 1) return null;
  const gone = new Set<number>();
  for (const { at, id } of removed) {
    if (only[at] !== id || gone.has(at)) return null;
    gone.add(at);
  }
  const kept = only.filter((_, at) => !gone.has(at));
  const known = new Set(kept);
  const next: string[] = [];
  let from = 0;
  for (const { at, id } of added) {
    const until = from + at - next.length;
    if (known.has(id) || until < from || until > kept.length) return null;
    known.add(id);
    next.push(...kept.slice(from, until), id);
    from = until;
  }
  return [[...next, ...kept.slice(from)]];
}

/** The members before a change of which these are the result; null if it does not fit them. */
export function membersBefore(
  members: Members,
  { added, removed }: MembersChange,
): string[][] | null {
  return changedMembers(members, { added: removed, removed: added });
}
