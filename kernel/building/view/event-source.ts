/** @module event source: the read access of the building servers to the ledger, independent of where the store is. */
import type { StoredEvent } from '../../../schemas/events.ts';
import { TOPICS } from '../../../schemas/topics/topics.ts';
import type { LedgerRead } from '../../ledger/ledger.ts';
import type { HistoryQuery, TopicEvent } from './view.ts';

/** Methods return a value or a promise, as the store does. */
export type EventSource = Pick<
  LedgerRead,
  | 'eventsAfter'
  | 'eventTextsAfter'
  | 'eventsOfBranch'
  | 'eventsOfOperation'
  | 'eventById'
  | 'eventsOfAggregate'
  | 'eventsTouching'
  | 'pageTouching'
  | 'blobPart'
>;

/** Largest window of the ledger that one step of a history search reads. */
export const HISTORY_WINDOW = 1000;

/** A branch and its ancestors, each with the last ledger seq that belongs to the history of the branch. */
export type Line = ReadonlyMap<string, number>;

/**
 * Whether an event is part of the history of a branch. Names given by a caller are private to that caller and not part of an
 * operation's effect.
 */
export function isReported({ type }: StoredEvent): boolean {
  return type !== 'name.given';
}

/** Whether an event happened on a line of branches. */
export function liesOn(line: Line, { branch, seq }: StoredEvent): boolean {
  return seq <= (line.get(branch) ?? 0);
}

/** All events of the operation to which an event id or operation id belongs; null if there is none. */
export async function operationOf(
  events: EventSource,
  id: string,
): Promise<readonly StoredEvent[] | null> {
  const event = await events.eventById(id);
  const all = await events.eventsOfOperation(event?.operation_id ?? id);
  const found = all.filter(isReported);
  return found.length === 0 ? null : found;
}

/**
 * Events of a line of branches up to ledger event `last`, newest first; reads at most one window of the ledger at a
 * time.
 */
export async function historyOf(
  events: EventSource,
  { line, last }: { readonly line: Line; readonly last: number },
  { element_id, limit, before = Infinity, after = 0 }: HistoryQuery,
): Promise<readonly StoredEvent[]> {
  const newest = Math.min(last, before - 1);
  if (element_id !== null) {
    const own: StoredEvent[] = [];
    for (const branch of line.keys()) {
      own.push(...(await events.eventsOfAggregate(element_id, branch, limit, newest + 1)));
      // Events of an import have the import as their aggregate.
      const touching = await events.eventsTouching(element_id, branch, newest, limit);
      own.push(
        ...touching.filter(
          (event) =>
            (event.type === 'model.imported' ||
              event.type === 'import.reverted' ||
              isAboutTopic(event)) &&
            event.aggregate_id !== element_id,
        ),
      );
    }
    return own
      .filter((event) => event.seq > after && isReported(event) && liesOn(line, event))
      .toSorted((a, b) => b.seq - a.seq)
      .slice(0, limit);
  }
  const found: StoredEvent[] = [];
  for (let end = newest; end > after && found.length < limit; end -= HISTORY_WINDOW) {
    const from = Math.max(after, end - HISTORY_WINDOW);
    const window = await events.eventsAfter(from, end - from);
    for (const event of window.toReversed()) {
      if (isReported(event) && liesOn(line, event)) found.push(event);
    }
  }
  return found.slice(0, limit);
}

/** All events about topics of a line of branches up to ledger event `last`, oldest first; reads one page at a time. */
export async function* topicEventsOf(
  events: Pick<EventSource, 'pageTouching'>,
  line: Line,
  last: number,
): AsyncGenerator<TopicEvent> {
  // Events of a branch come after those of its parent up to the fork.
  for (const [branch, end] of [...line].toSorted(([, a], [, b]) => a - b)) {
    const until = Math.min(end, last);
    for (let after = 0; ;) {
      const page = await events.pageTouching(TOPICS, branch, { after, until });
      const newest = page.at(-1);
      if (newest === undefined) break;
      yield* page.filter(isAboutTopic);
      after = newest.seq;
    }
  }
}

/** Whether an event creates or changes a topic. */
function isAboutTopic(event: StoredEvent): event is TopicEvent {
  return event.type === 'topic.created' || event.type === 'topic.updated';
}
