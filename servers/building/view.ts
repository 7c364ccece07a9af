/** @module view: what the building servers' tools see: one branch of the model, its relatives and its history. */
import type { ModelView } from '../../kernel/model/view.ts';
import type { PlannedEvent, StoredEvent } from '../../schemas/events.ts';

/** Which events to list. */
export type HistoryQuery = {
  /** Only events on this element; null for all. */
  readonly element_id: string | null;
  readonly limit: number;
};

/** One branch with what is around it. */
export interface BuildingView extends ModelView {
  apply(events: readonly PlannedEvent[]): BuildingView;
  /** Head of another branch, null when there is none of that name. */
  other(branch: string): ModelView | null;
  /** State that this branch and `branch` last had in common (at the fork or the last merge), null when they share none. */
  mergeBase(branch: string): ModelView | null;
  /** Open branches by name. */
  branchNames(): readonly string[];
  /** Branch this one was forked from, null for main. */
  parent(): string | null;
  /** All events of the operation that an event (or operation) id belongs to, in order; null when there is none. */
  operationOf(id: string): readonly StoredEvent[] | null;
  /** Events of this branch and, before its fork, of its parents; newest first. */
  history(query: HistoryQuery): readonly StoredEvent[];
}
