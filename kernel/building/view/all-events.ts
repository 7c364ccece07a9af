/** @module all-events: all events of a span of a view, window by window. */
import type { StoredEvent } from '../../../schemas/events.ts';
import { HISTORY_WINDOW } from './event-source.ts';
import type { BuildingView, HistoryQuery } from './view.ts';

/** The events, newest first, hidden ones included. */
export async function* allEvents(
  whole: Pick<BuildingView, 'history'>,
  span: Required<Omit<HistoryQuery, 'limit'>>,
): AsyncGenerator<readonly StoredEvent[]> {
  for (let { before } = span; ;) {
    const events = await whole.history({ ...span, limit: HISTORY_WINDOW, before });
    yield events;
    if (events.length < HISTORY_WINDOW) return;
    before = events.at(-1)?.seq ?? 0;
    // Most of the ledger may be hidden: let other calls run between windows.
    await nextTurn();
  }
}

/** Resolves when other work of the thread had a turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
