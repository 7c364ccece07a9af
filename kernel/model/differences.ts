/** @module differences: elements that two states do not agree on, and the events that lead from one to the other. */
import type { Element } from '../../schemas/elements.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import { compareText, deepEqual } from './deep-equal.ts';
import { isHosted } from './lookup.ts';
import { vectorDiff } from './persistent-vector.ts';
import { compareElements } from './regeneration.ts';
import type { BranchState, Entry } from './state.ts';

/** One element as it was and as it is; null where there is none. */
export type Difference = {
  readonly id: string;
  readonly before: Element | null;
  readonly after: Element | null;
};

/** Hosts before what they hold: by kind, then id. */
function compareDifferences(a: Difference, b: Difference): number {
  const [first, second] = [a.after ?? a.before, b.after ?? b.before];
  if (first === null || second === null) return compareText(a.id, b.id);
  return compareElements(first, second);
}

function note(into: Map<string, Element>, entry: Entry | undefined): void {
  if (entry?.element !== undefined && entry.element !== null)
    into.set(entry.element.id, entry.element);
}

/** Elements that differ, by kind, then id. Costs what has changed since the states parted, not what they hold. */
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
  return found.toSorted(compareDifferences);
}

function creation(element: Element): readonly PlannedEvent[] {
  const type = element.kind === 'level' ? 'level.created' : 'element.created';
  return [{ type, aggregate_id: element.id, payload: { element } }, ...hosting(element)];
}

/** Marks the host, so that two fills of one wall conflict. */
function hosting(element: Element): readonly PlannedEvent[] {
  if (!isHosted(element)) return [];
  const { host_id } = element.params;
  const payload = { host_id, hosted_id: element.id };
  return [{ type: 'element.hosted', aggregate_id: host_id, payload }];
}

function modification(before: Element, after: Element): readonly PlannedEvent[] {
  const old = new Map<string, unknown>(Object.entries(before.params));
  const changed = Object.entries(after.params)
    .filter(([name, value]) => !deepEqual(old.get(name), value))
    .toSorted(([a], [b]) => compareText(a, b));
  if (changed.length === 0) return [];
  const updates = Object.fromEntries(changed);
  const previous = Object.fromEntries(changed.map(([name]) => [name, old.get(name)]));
  const event: PlannedEvent = {
    type: 'element.modified',
    aggregate_id: after.id,
    payload: { updates, previous },
  };
  return 'host_id' in updates ? [event, ...hosting(after)] : [event];
}

/** What took an element along when it goes together with others: its host or a level it stands or ends on. */
function causeOf(element: Element, gone: ReadonlyMap<string, Element>): string | null {
  if (element.kind === 'level') return null;
  const owners = isHosted(element)
    ? [element.params.host_id]
    : [
        element.params.level_id,
        element.kind === 'stair' || element.kind === 'column' ? element.params.top_level_id : null,
      ];
  return owners.find((owner) => owner !== null && gone.has(owner)) ?? null;
}

/** What goes along with a root goes before it, so that every prefix of the events holds together. */
function deletions(gone: readonly Element[]): readonly PlannedEvent[] {
  const all = new Map(gone.map((element) => [element.id, element]));
  const byCause = new Map<string | null, Element[]>();
  for (const element of gone) {
    const cause = causeOf(element, all);
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
 * Events that lead from each `before` to its `after`, in an order that does not depend on that of the
 * input: what appears (levels and hosts before what needs them), what changes, what goes (after what
 * it takes along).
 */
export function eventsFor(differences: readonly Difference[]): readonly PlannedEvent[] {
  const ordered = differences.toSorted(compareDifferences);
  const [appearing, changing]: [PlannedEvent[], PlannedEvent[]] = [[], []];
  const gone: Element[] = [];
  for (const { before, after } of ordered)
    if (after === null) {
      if (before !== null) gone.push(before);
    } else if (before === null) appearing.push(...creation(after));
    else changing.push(...modification(before, after));
  return [...appearing, ...changing, ...deletions(gone)];
}
