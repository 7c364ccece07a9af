/** @module net-members: the members that the events of a plan add to sets and remove from them, whatever the events are. */
import type { Json, PlannedEvent, PlannedEventOf } from '../../schemas/events.ts';

/** Ids of members that a set has only after the events, and of those that it has only before them. */
export type NetMembers = { readonly added: readonly string[]; readonly removed: readonly string[] };

type Modification = PlannedEventOf<'element.modified'>;

/** Whether an element was a member before the events, and whether it is one after them. */
type Membership = { readonly was: boolean; readonly is: boolean };

/**
 * The net changes of the members of sets by the id of the set, in the order in which the events name them; ids that a set has
 * before and after the events are in neither list. Several events, or a whole list instead of a difference, make no
 * difference. Groups that are placed several times are not included: the order of their members matters.
 */
export function netMembers(events: readonly PlannedEvent[]): ReadonlyMap<string, NetMembers> {
  const sets = new Map<string, Map<string, Membership>>();
  for (const event of events) {
    if (event.type !== 'element.modified') continue;
    const change = memberLists(event);
    if (change === null) continue;
    const members = sets.get(event.aggregate_id) ?? new Map<string, Membership>();
    sets.set(event.aggregate_id, members);
    for (const id of change.before) {
      members.set(id, { was: members.get(id)?.was ?? true, is: false });
    }
    for (const id of change.after) {
      members.set(id, { was: members.get(id)?.was ?? false, is: true });
    }
  }
  return new Map(
    [...sets].map(([id, members]) => [
      id,
      { added: only(members, 'is', 'was'), removed: only(members, 'was', 'is') },
    ]),
  );
}

/** The updates of an event without members of a set, which `netMembers` has. */
export function otherUpdates(event: Modification): Modification['payload']['updates'] {
  if (memberLists(event) === null) return event.payload.updates;
  const { members: _members, ...others } = event.payload.updates;
  return others;
}

/** The members that an event names, before and after it; null if it changes no members of a set. */
function memberLists({ payload }: Modification): {
  readonly before: readonly string[];
  readonly after: readonly string[];
} | null {
  const { updates, previous, members } = payload;
  if (members !== undefined) {
    const [before, after] = [members.removed, members.added].map((list) =>
      list.map(({ id }) => id),
    );
    return { before: before ?? [], after: after ?? [] };
  }
  const [before, after] = [onlyRow(previous['members']), onlyRow(updates['members'])];
  return before === null || after === null ? null : { before, after };
}

/** The members of a group with one placement; null for any other value. */
function onlyRow(value: Json | undefined): readonly string[] | null {
  if (!Array.isArray(value) || value.length !== 1) return null;
  const [row]: readonly unknown[] = value;
  if (!Array.isArray(row)) return null;
  const ids = row.filter((id) => typeof id === 'string');
  return ids.length === row.length ? ids : null;
}

function only(
  members: ReadonlyMap<string, Membership>,
  at: keyof Membership,
  notAt: keyof Membership,
): readonly string[] {
  return [...members].flatMap(([id, member]) => (member[at] && !member[notAt] ? [id] : []));
}
