/** @module event source: what the building servers read of the ledger, wherever the store is. */
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import type { StoredEvent } from '../../schemas/events.ts';
import type { HistoryQuery } from './view.ts';

/** Answers now or later, as the store does. */
export type EventSource = Pick<
  LedgerRead,
  | 'eventsAfter'
  | 'eventTextsAfter'
  | 'eventsOfBranch'
  | 'eventsOfOperation'
  | 'eventById'
  | 'eventsOfAggregate'
>;

/** Largest window of the ledger that one step of a history search reads. */
export const HISTORY_WINDOW = 1000;

/** A branch and its ancestors, each with the last ledger seq that counts for the branch. */
export type Line = ReadonlyMap<string, number>;

/** What somebody calls things is told to nobody, and is no part of what an operation does. */
function isTold({ type }: StoredEvent): boolean {
  return type !== 'name.given';
}

/** Whether an event happened on a line of branches. */
export function liesOn(line: Line, { branch, seq }: StoredEvent): boolean {
  return seq <= (line.get(branch) ?? 0);
}

/** All events of the operation that an event (or operation) id belongs to; null when there is none. */
export async function operationOf(
  events: EventSource,
  id: string,
): Promise<readonly StoredEvent[] | null> {
  const event = await events.eventById(id);
  const all = await events.eventsOfOperation(event?.operation_id ?? id);
  const found = all.filter(isTold);
  return found.length === 0 ? null : found;
}

/** Events of a line of branches up to ledger event `last`, newest first; of the ledger at most a window is read at once. */
export async function historyOf(
  events: EventSource,
  { line, last }: { readonly line: Line; readonly last: number },
  { element_id, limit, before = Infinity }: HistoryQuery,
): Promise<readonly StoredEvent[]> {
  const newest = Math.min(last, before - 1);
  if (element_id !== null) {
    const own: StoredEvent[] = [];
    for (const branch of line.keys()) {
      own.push(...(await events.eventsOfAggregate(element_id, branch, limit, newest + 1)));
    }
    return own
      .filter((event) => isTold(event) && liesOn(line, event))
      .toSorted((a, b) => b.seq - a.seq)
      .slice(0, limit);
  }
  const found: StoredEvent[] = [];
  for (let end = newest; end > 0 && found.length < limit; end -= HISTORY_WINDOW) {
    const from = Math.max(0, end - HISTORY_WINDOW);
    const window = await events.eventsAfter(from, end - from);
    for (const event of window.toReversed()) {
      if (isTold(event) && liesOn(line, event)) found.push(event);
    }
  }
  return found.slice(0, limit);
}
