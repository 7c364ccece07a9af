/**
 * @module view: the view that tools of the building servers receive: one branch of the model, its relatives and its
 * history.
 */
import type { Buffer } from 'node:buffer';

import type {
  ImportRecord,
  PlannedEvent,
  StoredEvent,
  StoredEventOf,
} from '../../../schemas/events.ts';
import type { ManifestRow } from '../../../schemas/imports.ts';
import type { ImportedTopic } from '../../../schemas/topics/topics.ts';
import type { Merge, MergeConflict } from '../model/branches/branches.ts';
import type { Restoration } from '../model/branches/restoration.ts';
import type { RevisedImport, RevisionMerge } from '../model/branches/revision.ts';
import type { Inverse } from '../model/branches/undo.ts';
import type { ElementChange } from '../model/effect/effect.ts';
import type { BranchSummary } from '../model/model.ts';
import type { ModelView } from '../model/view.ts';

/** The event of a view or a sheet. */
export type DrawingEvent = StoredEventOf<'view.created' | 'sheet.created'>;

/** Selects the events to list. */
export type HistoryQuery = {
  /** Only events on this element; null for all. */
  readonly element_id: string | null;
  readonly limit: number;
  /** Only events before this ledger seq. */
  readonly before?: number;
  /** Only events after this ledger seq. */
  readonly after?: number;
};

/** Head of an open branch. */
export type BranchHead = {
  readonly branch: string;
  /** Ledger seq up to which the branch is known. */
  readonly seq: number;
};

/** A branch whose name prevents the use of a name for another branch; `name` is null if the caller may not see it. */
export type LikeBranch = { readonly name: string | null; readonly discarded: boolean };

/** One run of a check, without the parts that are hidden from the caller. */
export type ValidationRun = StoredEventOf<'validation.run'>;

/** Difference between two branches. */
export type Comparison = {
  readonly changes: readonly ElementChange[];
  /** Conflicts that a merge of the two branches must resolve. */
  readonly conflicts: readonly MergeConflict[];
};

/** An event that creates or changes a topic. */
export type TopicEvent = StoredEventOf<'topic.created' | 'topic.updated'>;

/** The archive of a topic: a blob. */
export type TopicSource = Pick<ImportedTopic['source'], 'sha256' | 'bytes'>;

/** An import and the rows of its manifest that the caller sees. */
export type ImportedFile = {
  readonly event: StoredEventOf<'model.imported'>;
  readonly rows: readonly ManifestRow[];
};

/**
 * One branch with its relatives and its history. Two classes implement it: `BranchView` for the whole branch and
 * `RestrictedView` for an agent with a restricted READ scope. A member added here does not compile until both decide
 * its answer; a member added to `ModelView` does not compile until `FilteredView` decides its filtered answer.
 * No member may return an object that answers more than the view itself.
 */
export interface BuildingView extends ModelView {
  /** True if nothing of the branch is hidden. */
  readonly whole: boolean;
  /** Key of the permission that restricts the view; runs made on it are marked with the key. Null for a whole view. */
  readonly sight: string | null;
  /** The same key combined with the principal, for runs that read the principal's own files; null for a whole view. */
  readonly maker: string | null;
  apply(events: readonly PlannedEvent[]): BuildingView;
  /** Head of an open branch, including this one; null if no open branch has that name. */
  head(branch: string): BranchHead | null;
  /** Every branch that ever existed, in order of creation. */
  branches(): readonly BranchSummary[];
  /** The branch, open or discarded, that has this name or a confusable one; null if the name is free. */
  branchLike(name: string): LikeBranch | null;
  /** Changes of `source` relative to `target`; null if one of them is not open. */
  compare(source: string, target: string): Comparison | null;
  /** The merge of `source` into `target`; null if they have no common ancestor. */
  merge(source: string, target: string): Merge | null;
  /** Provides the manifests that `merge` needs for branches with imports. */
  openImports(...branches: readonly string[]): Promise<void>;
  /** Whether an event happened on this branch, or on a parent before the fork. */
  includes(event: StoredEvent): boolean;
  /** All events of the operation to which an event id or operation id belongs, in order; null if there is none. */
  operationOf(id: string): Promise<readonly StoredEvent[] | null>;
  /** The events that undo an operation, or the reason why it cannot be undone. */
  inverse(operation: readonly StoredEvent[]): Promise<Inverse>;
  /**
   * The events that return the branch to its state after the operation of one of its own events, given by its ledger seq,
   * or the reason why it cannot be restored. Refuses SCOPE_DENIED for a caller with a restricted READ scope.
   */
  restoration(to_seq: number): Promise<Restoration>;
  /** Events of this branch and, before its fork, of its parents; newest first. */
  history(query: HistoryQuery): Promise<readonly StoredEvent[]>;
  /** The view or sheet with this id that belongs to the branch; null if there is none. */
  drawing(id: string): Promise<DrawingEvent | null>;
  /**
   * The import with this id, whose event is on this branch or on a branch that the caller may read; null if there is
   * none, or if it has nothing that the caller sees.
   */
  importedFile(import_id: string): Promise<ImportedFile | null>;
  /** Imports of the branch that were neither undone nor revised; none for a caller with a restricted READ scope. */
  imports(): readonly ImportRecord[];
  /** The import that replaces another one on the branch as its revision; null without one, and for a restricted READ scope. */
  supersedingImport(import_id: string): ImportRecord | null;
  /** The file of an import as it was read; null if there is none, and for a caller with a restricted READ scope. */
  importedBytes(import_id: string): Promise<Buffer | null>;
  /**
   * All events about topics of the branch, oldest first. A caller with a restricted READ scope gets those of topics of which
   * it sees every event, and none of the others.
   */
  topicEvents(): AsyncIterable<TopicEvent>;
  /** The BCF archive from which a topic was read; null if its content is missing, and for a restricted READ scope. */
  topicArchive(source: TopicSource): Promise<Buffer | null>;
  /** The merge of a revision of an import into the branch; null for a caller with a restricted READ scope. */
  mergeRevision(revised: RevisedImport): RevisionMerge | null;
  /** The run of a check with this event id, on any branch; null if there is none. */
  validationRun(id: string): Promise<ValidationRun | null>;
}
