/** @module operations: the operations of a branch as a person sees them, newest first. */
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { StoredEvent } from '../../../schemas/events.ts';

/** The visible events of one operation on a branch, oldest first; at least one. */
export type SeenOperation = {
  readonly operation_id: string;
  readonly events: readonly StoredEvent[];
  readonly first: StoredEvent;
  readonly last: StoredEvent;
};

/** Number of events that are read at once. */
const PAGE = 500;

/**
 * The operations of a branch and its ancestors with events before ledger event `before`. The events of an operation are
 * consecutive in the log.
 */
export async function* operationsBefore(
  view: Pick<BuildingView, 'history'>,
  before: number,
): AsyncGenerator<SeenOperation> {
  let end = before;
  let newest: StoredEvent[] = [];
  for (;;) {
    const page = await view.history({ element_id: null, limit: PAGE, before: end });
    for (const event of page) {
      if (newest[0]?.operation_id !== event.operation_id) {
        yield* operationOf(newest);
        newest = [];
      }
      newest.push(event);
    }
    const oldest = page.at(-1);
    if (oldest === undefined || page.length < PAGE) break;
    end = oldest.seq;
  }
  yield* operationOf(newest);
}

function operationOf(newest: readonly StoredEvent[]): readonly SeenOperation[] {
  const events = newest.toReversed();
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [{ operation_id: first.operation_id, events, first, last }];
}

/** Whether an operation was undone, and its undo was not, as far as the person sees. */
export async function isUndone(
  view: Pick<BuildingView, 'history'>,
  operation_id: string,
  depth = 0,
): Promise<boolean> {
  const about = await view.history({ element_id: operation_id, limit: UNDOS_READ });
  const undo = about.find(
    ({ type, operation_id: own }) => type === 'event.reverted' && own !== operation_id,
  );
  if (undo === undefined) return false;
  return depth >= UNDOS_DEPTH || !(await isUndone(view, undo.operation_id, depth + 1));
}

/** Number of undos of one operation that are read, and of undos of undos that are followed. */
const [UNDOS_READ, UNDOS_DEPTH] = [3, 10];
