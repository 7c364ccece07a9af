/** @module view: what the building servers' tools see: one branch of the model, its relatives and its history. */
import type { Steps } from '../../kernel/findings/steps.ts';
import type { Merge, MergeConflict } from '../../kernel/model/branches/branches.ts';
import type { Inverse } from '../../kernel/model/branches/undo.ts';
import type { ElementChange } from '../../kernel/model/effect/effect.ts';
import type { BranchSummary } from '../../kernel/model/model.ts';
import type { ModelView } from '../../kernel/model/view.ts';
import type { PlannedEvent, StoredEvent, StoredEventOf } from '../../schemas/events.ts';

/** The event of a view or a sheet. */
export type DrawingEvent = StoredEventOf<'view.created' | 'sheet.created'>;

/** Which events to list. */
export type HistoryQuery = {
  /** Only events on this element; null for all. */
  readonly element_id: string | null;
  readonly limit: number;
  /** Only events before this ledger seq. */
  readonly before?: number;
};

/** Where an open branch stands. */
export type BranchHead = {
  readonly branch: string;
  /** Ledger seq up to which it is known. */
  readonly seq: number;
};

/** A branch that keeps another from a name; `name` is null where it may not be seen. */
export type LikeBranch = { readonly name: string | null; readonly discarded: boolean };

/** One run of a check, as far as it may be seen. */
export type ValidationRun = StoredEventOf<'validation.run'>;

/** What one branch has other than another. */
export type Comparison = {
  readonly changes: readonly ElementChange[];
  /** What a merge of the two would have to settle first. */
  readonly conflicts: readonly MergeConflict[];
};

/**
 * One branch with what is around it. There is one class that answers for the whole branch and one for who may see a
 * part of it: what is added here is decided in both, or neither compiles. Nothing may hang off a view that answers
 * more than the view itself.
 */
export interface BuildingView extends ModelView {
  /** Whether it answers for all of the branch. */
  readonly whole: boolean;
  /** By which permission it shows a part, as runs that looked through it are marked; null where it shows the whole. */
  readonly sight: string | null;
  /** The same with the principal, for runs that look at files of its own; null where it shows the whole. */
  readonly maker: string | null;
  apply(events: readonly PlannedEvent[]): BuildingView;
  applying(events: readonly PlannedEvent[]): Steps<BuildingView>;
  /** Head of a branch, this one included; null when there is no open one of that name. */
  head(branch: string): BranchHead | null;
  /** Every branch there has been, in order of creation. */
  branches(): readonly BranchSummary[];
  /** The branch that has this name or one that reads like it, discarded ones too; null when the name is free. */
  branchLike(name: string): LikeBranch | null;
  /** What `source` has other than `target`; null when one of them is not open. */
  compare(source: string, target: string): Comparison | null;
  /** What a merge of `source` into `target` would do; null when they have nothing in common. */
  merge(source: string, target: string): Merge | null;
  /** Whether an event happened on this branch, or on a parent before the fork. */
  includes(event: StoredEvent): boolean;
  /** All events of the operation that an event (or operation) id belongs to, in order; null when there is none. */
  operationOf(id: string): Promise<readonly StoredEvent[] | null>;
  /** The events that would take an operation back, or what stands in the way. */
  inverse(operation: readonly StoredEvent[]): Inverse;
  /** Events of this branch and, before its fork, of its parents; newest first. */
  history(query: HistoryQuery): Promise<readonly StoredEvent[]>;
  /** The view or sheet of an id that belongs to this branch; null when there is none. */
  drawing(id: string): Promise<DrawingEvent | null>;
  /** The run of a check by the id of its event, on whatever branch; null when there is none. */
  validationRun(id: string): Promise<ValidationRun | null>;
}
