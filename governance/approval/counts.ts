/** @module counts: counts of the elements that a plan creates, modifies, deletes and changes indirectly; the same in lists and in the plan. */
import {
  countOfAffected,
  importedCount,
  isExchange,
  revertedCount,
} from '../../schemas/element-changes.ts';
import { type PlannedEvent } from '../../schemas/events.ts';
import type { PlanDocument } from '../../schemas/governance.ts';

/** Numbers of elements. */
export type Counts = {
  readonly created: number;
  /** Elements in the manifests that revisions of imports, and their undos, bring, whether or not they change. */
  readonly revised: number;
  readonly modified: number;
  readonly deleted: number;
  /** Deleted as a dependant of another deleted element. */
  readonly cascaded: number;
  /** Elements whose place or extent changes although no event names them. */
  readonly carried: number;
};

type Change = 'created' | 'modified' | 'deleted';

/** What happens to one element in a plan, by its events so far. */
type Fate = {
  readonly change: Change;
  /** Deleted, then created again under the same id. */
  readonly replaced: boolean;
  readonly cascade: boolean;
};

/** What happens to each element that the events name, in the order of the first of them. */
function fatesOf(events: readonly PlannedEvent[]): ReadonlyMap<string, Fate> {
  const fates = new Map<string, Fate>();
  for (const event of events) {
    const { aggregate_id } = event;
    const next = fateAfter(event, fates.get(aggregate_id));
    if (next !== null) fates.set(aggregate_id, next);
  }
  return fates;
}

/** Null for an event that changes no element. */
function fateAfter({ type, payload }: PlannedEvent, before: Fate | undefined): Fate | null {
  const replaced = before !== undefined && (before.replaced || before.change === 'deleted');
  const cascade = before?.cascade ?? false;
  if (type === 'level.created' || type === 'element.created') {
    return { change: 'created', replaced, cascade };
  }
  if (type === 'element.modified') {
    return before?.change === 'created' ? before : { change: 'modified', replaced, cascade };
  }
  if (type !== 'element.deleted') return null;
  return { change: 'deleted', replaced: false, cascade: payload.cascade_of !== null };
}

/** The numbers of a plan. */
export function countsOf({ events, affected }: Pick<PlanDocument, 'events' | 'affected'>): Counts {
  return { ...countsOfEvents(events), carried: Math.max(0, affected - countOfAffected(events)) };
}

/** The numbers of what events name. */
function countsOfEvents(events: readonly PlannedEvent[]): Omit<Counts, 'carried'> {
  const first = events.filter((event) => !isExchange(event));
  const fates = [...fatesOf(events).values()];
  const count = (matches: (fate: Fate) => boolean): number => fates.filter(matches).length;
  return {
    created: count(({ change }) => change === 'created') + importedCount(first),
    revised: importedCount(events) - importedCount(first),
    modified: count(({ change }) => change === 'modified'),
    deleted:
      count(({ change, replaced }) => change === 'deleted' || replaced) + revertedCount(events),
    cascaded: count(
      ({ change, replaced, cascade }) => (change === 'deleted' || replaced) && cascade,
    ),
  };
}

/** The non-zero counts as text; empty when nothing changes. */
export function countWords(counts: Counts): string {
  const { created, revised, modified, deleted, carried } = counts;
  const named = [
    [deleted, 'deleted'],
    [modified, 'modified'],
    [created, 'created'],
    [revised, revised === 1 ? 'element in a revision' : 'elements in a revision'],
    [carried, carried === 1 ? 'changes indirectly' : 'change indirectly'],
  ] as const;
  return named
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`)
    .join(', ');
}
