/** @module view: what the building servers' tools see: one branch of the model, its relatives and its history. */
import type { BranchSummary } from '../../kernel/model/model.ts';
import type { StateView } from '../../kernel/model/state-view.ts';
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
  /** The model's own view, for the functions of the kernel that need its state. */
  readonly model: StateView;
  apply(events: readonly PlannedEvent[]): BuildingView;
  /** Head of another branch, null when there is none of that name. */
  other(branch: string): StateView | null;
  /** State that two branches last had in common (at the fork or the last merge), null when one is not there. */
  mergeBase(source: string, target: string): StateView | null;
  /** Every branch there has been, in order of creation. */
  branches(): readonly BranchSummary[];
  /** Whether an event happened on this branch, or on a parent before the fork. */
  includes(event: StoredEvent): boolean;
  /** All events of the operation that an event (or operation) id belongs to, in order; null when there is none. */
  operationOf(id: string): readonly StoredEvent[] | null;
  /** Events of this branch and, before its fork, of its parents; newest first. */
  history(query: HistoryQuery): readonly StoredEvent[];
}
