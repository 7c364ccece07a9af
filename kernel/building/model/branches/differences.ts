/**
 * @module differences: elements that differ between two states, and the events that lead from one state to the other.
 */
import type { ParamValues, PlannedEvent } from '../../../../schemas/events.ts';
import { compareText, deepEqual } from '../../../base/canonical/deep-equal.ts';
import type { Element } from '../../kinds/elements.ts';
import { membersChangeOf } from '../../kinds/group/members-change.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import { elementOrder } from '../derived/regeneration.ts';
import { vectorDiff } from '../state/persistent-vector.ts';
import type { BranchState, Entry } from '../state/state.ts';

/** One element before and after; null where it does not exist. */
export type Difference = {
  readonly id: string;
  readonly before: Element | null;
  readonly after: Element | null;
};

/** Orders by kind, then id, so that hosts precede their contents. */
function differenceOrder(kinds: Kinds): (a: Difference, b: Difference) => number {
  const order = elementOrder(kinds);
  return (a, b) => {
    const [first, second] = [a.after ?? a.before, b.after ?? b.before];
    if (first === null || second === null) return compareText(a.id, b.id);
    return order(first, second);
  };
}

function note(into: Map<string, Element>, entry: Entry | undefined): void {
  if (entry?.element !== undefined && entry.element !== null) {
    into.set(entry.element.id, entry.element);
  }
}

/**
 * Elements that differ, ordered by kind, then id. The cost depends on the changes since the states diverged, not on
 * their size.
 */
export function differencesBetween(a: BranchState, b: BranchState): readonly Difference[] {
  const before = new Map<string, Element>();
  const after = new Map<string, Element>();
  vectorDiff(a.entries, b.entries, (_slot, was, is) => {
    if (was?.element === is?.element) return;
    note(before, was);
    note(after, is);
  });
  const found: Difference[] = [];
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const difference = { id, before: before.get(id) ?? null, after: after.get(id) ?? null };
    if (!deepEqual(difference.before, difference.after)) found.push(difference);
  }
  return found.toSorted(differenceOrder(a.keys.kinds));
}

function creation(element: Element, kinds: Kinds): readonly PlannedEvent[] {
  const type = element.kind === 'level' ? 'level.created' : 'element.created';
  return [{ type, aggregate_id: element.id, payload: { element } }, ...hosting(element, kinds)];
}

/** Events that mark the host, so that two fills of one wall conflict. */
function hosting(element: Element, kinds: Kinds): readonly PlannedEvent[] {
  const { host: host_id } = kinds.references(element);
  if (host_id === null) return [];
  const payload = { host_id, hosted_id: element.id };
  return [{ type: 'element.hosted', aggregate_id: host_id, payload }];
}

function modification(before: Element, after: Element, kinds: Kinds): readonly PlannedEvent[] {
  const old: ParamValues = before.params;
  const params: ParamValues = after.params;
  const members = membersChangeOf(before, after);
  const changed = Object.entries(params)
    .filter(([name, value]) => !deepEqual(old[name], value))
    .filter(([name]) => name !== 'members' || members === null)
    .toSorted(([a], [b]) => compareText(a, b));
  if (changed.length === 0 && members === null) return [];
  const updates = Object.fromEntries(changed);
  const previous = Object.fromEntries(changed.map(([name]) => [name, old[name] ?? null]));
  const event: PlannedEvent = {
    type: 'element.modified',
    aggregate_id: after.id,
    payload: { updates, previous, ...(members === null ? {} : { members }) },
  };
  const rehosted = kinds.references(before).host !== kinds.references(after).host;
  return rehosted ? [event, ...hosting(after, kinds)] : [event];
}

/** The element whose deletion also deletes this one: its host, or a level it stands or ends on. */
function causeOf(
  element: Element,
  deleted: ReadonlyMap<string, Element>,
  kinds: Kinds,
): string | null {
  const { level, top, host } = kinds.references(element);
  return [host, level, top].find((owner) => owner !== null && deleted.has(owner)) ?? null;
}

/** Deletes dependants before their root, so that every prefix of the events leaves a consistent state. */
function deletions(deleted: readonly Element[], kinds: Kinds): readonly PlannedEvent[] {
  const all = new Map(deleted.map((element) => [element.id, element]));
  const byCause = new Map<string | null, Element[]>();
  for (const element of deleted) {
    const cause = causeOf(element, all, kinds);
    const taken = byCause.get(cause);
    if (taken === undefined) byCause.set(cause, [element]);
    else taken.push(element);
  }
  const events: PlannedEvent[] = [];
  const visit = (element: Element, cascade_of: string | null): void => {
    for (const dependent of byCause.get(element.id) ?? []) visit(dependent, element.id);
    const payload = { element, cascade_of };
    events.push({ type: 'element.deleted', aggregate_id: element.id, payload });
  };
  for (const root of byCause.get(null) ?? []) visit(root, null);
  return events;
}

/**
 * Returns the events that lead from each `before` to its `after`, in an order that is independent of the order of the
 * input: first created elements (levels and hosts before the elements that need them), then modified elements, then
 * deleted elements (each after its dependants).
 */
export function eventsFor(
  differences: readonly Difference[],
  kinds: Kinds,
): readonly PlannedEvent[] {
  const ordered = differences.toSorted(differenceOrder(kinds));
  const [appearing, changing]: [PlannedEvent[], PlannedEvent[]] = [[], []];
  const deleted: Element[] = [];
  for (const { before, after } of ordered) {
    if (after === null) {
      if (before !== null) deleted.push(before);
    } else if (before === null) {
      appearing.push(...creation(after, kinds));
    } else {
      changing.push(...modification(before, after, kinds));
    }
  }
  return [...appearing, ...changing, ...deletions(deleted, kinds)];
}
