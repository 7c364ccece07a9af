/** @module authors: who changed elements between two moments, and why. */
import { affectedIds, manifestSwap } from '../../../schemas/element-changes.ts';
import type { StoredEvent } from '../../../schemas/events.ts';
import { HISTORY_WINDOW } from '../view/event-source.ts';
import type { BuildingView } from '../view/view.ts';

/** The last operation that changed an element between two moments. */
export type Authorship = {
  readonly element_id: string;
  readonly event_id: string;
  readonly operation_id: string;
  /** Position in the log; null for a caller with a restricted READ scope. */
  readonly seq: number | null;
  readonly at: string;
  readonly user_id: string;
  readonly agent_id: string | null;
  readonly approval_id: string | null;
  /** Untrusted text of the author; null if there is none, or if the caller does not see all of the operation. */
  readonly reasoning: string | null;
  /** Number of operations that changed the element between the moments. */
  readonly operations: number;
};

/** The views that answer questions about authors. */
type HistoryView = Pick<BuildingView, 'history' | 'position' | 'importedFile'>;

/** From the first moment (exclusive) to the second (inclusive), ledger seqs. */
export type Stretch = { readonly from_seq: number; readonly to_seq: number };

/**
 * The last change of each of these elements in a stretch of the history of a branch, by element id. An element that no
 * event of the stretch names, because it only follows others, has no entry. The history is read once, window by window,
 * whatever the number of elements. An import and its undo count for the elements of the manifest.
 */
export async function authorsOf(
  view: HistoryView,
  { from_seq, to_seq }: Stretch,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, Authorship>> {
  const wanted = new Set(ids);
  const found = new Map<string, { last: StoredEvent; operations: Set<string> }>();
  let before = to_seq + 1;
  while (wanted.size > 0) {
    const events = await view.history({
      element_id: null,
      limit: HISTORY_WINDOW,
      before,
      after: from_seq,
    });
    for (const event of events) {
      for (const id of await changedIn(event, view)) {
        if (!wanted.has(id)) continue;
        const known = found.get(id);
        if (known === undefined) {
          found.set(id, { last: event, operations: new Set([event.operation_id]) });
        } else {
          known.operations.add(event.operation_id);
        }
      }
    }
    const oldest = events.at(-1);
    if (oldest === undefined || events.length < HISTORY_WINDOW) break;
    before = oldest.seq;
  }
  return new Map(
    [...found].map(([element_id, { last, operations }]) => [
      element_id,
      authorship(element_id, last, { operations: operations.size, seq: view.position(last.seq) }),
    ]),
  );
}

function authorship(
  element_id: string,
  event: StoredEvent,
  numbers: Pick<Authorship, 'operations' | 'seq'>,
): Authorship {
  const { event_id, operation_id, at, user_id, agent_id, approval_id, reasoning } = event;
  return {
    element_id,
    event_id,
    operation_id,
    seq: numbers.seq,
    at,
    user_id,
    agent_id,
    approval_id,
    reasoning,
    operations: numbers.operations,
  };
}

/** Ids of the elements that an event changes: those that it names, and those of the manifests that it exchanges. */
async function changedIn(event: StoredEvent, view: HistoryView): Promise<readonly string[]> {
  const ids = [...affectedIds([event])];
  const { brought, ended } = manifestSwap(event);
  for (const swapped of [brought, ended]) {
    if (swapped === null) continue;
    const file = await view.importedFile(swapped.import_id);
    for (const { element } of file?.rows ?? []) if (element !== null) ids.push(element.id);
  }
  return ids;
}
