/** @module branch view: the complete view of one branch: its model state and the events that led to it. */
import type { Buffer } from 'node:buffer';

import type { ImportRecord, PlannedEvent, StoredEvent } from '../../../schemas/events.ts';
import { branchSkeleton } from '../../base/text/branch-skeleton.ts';
import type { Merge } from '../model/branches/branches.ts';
import { diffViews, mergeBranches, mergedDifferences } from '../model/branches/branches.ts';
import type { Moment, Restoration } from '../model/branches/restoration.ts';
import { restorationOf } from '../model/branches/restoration.ts';
import type { RevisedImport, RevisionMerge } from '../model/branches/revision.ts';
import { mergeRevision } from '../model/branches/revision.ts';
import type { Inverse } from '../model/branches/undo.ts';
import { inverseEvents, wallsToAsk } from '../model/branches/undo.ts';
import type { BranchSummary } from '../model/model.ts';
import { StateView } from '../model/state-view.ts';
import { revisionAmong } from '../model/state/branch-imports.ts';
import type { BranchState } from '../model/state/state.ts';
import { HISTORY_WINDOW } from './event-source.ts';
import type {
  BranchHead,
  BuildingView,
  Comparison,
  HistoryQuery,
  ImportedFile,
  LikeBranch,
  ValidationRun,
  DrawingEvent,
  TopicEvent,
  TopicSource,
} from './view.ts';

/** Access to the other branches of the model and to the ledger. */
export type Surroundings = {
  readonly state: (branch: string) => StateView | null;
  readonly mergeBase: (source: string, target: string) => StateView | null;
  readonly branches: () => readonly BranchSummary[];
  readonly includes: (branch: string, event: StoredEvent) => boolean;
  readonly operationOf: (id: string) => Promise<readonly StoredEvent[] | null>;
  readonly history: (branch: string, query: HistoryQuery) => Promise<readonly StoredEvent[]>;
  /** The state of a branch after a ledger event; null if there is no such branch. */
  readonly stateAt: (branch: string, seq: number) => Promise<BranchState | null>;
  readonly drawing: (branch: string, id: string) => Promise<DrawingEvent | null>;
  /** Provides the manifests of imports. */
  readonly openImports: (records: readonly ImportRecord[]) => Promise<void>;
  /** The newest event of the import, preferably one of the branch. */
  readonly importedFile: (branch: string, import_id: string) => Promise<ImportedFile | null>;
  readonly importedBytes: (import_id: string) => Promise<Buffer | null>;
  readonly topicEvents: (branch: string) => AsyncIterable<TopicEvent>;
  readonly topicArchive: (source: TopicSource) => Promise<Buffer | null>;
};

/** The complete view of one branch at one moment, with its relatives and its history. */
export class BranchView extends StateView implements BuildingView {
  readonly #around: Surroundings;

  constructor(state: StateView, around: Surroundings) {
    super(state.source, state.regeneration);
    this.#around = around;
  }

  get whole(): boolean {
    return true;
  }
  get maker(): null {
    return null;
  }
  get sight(): null {
    return null;
  }
  override apply(events: readonly PlannedEvent[]): BranchView {
    return new BranchView(super.apply(events), this.#around);
  }
  #stateOf(branch: string): StateView | null {
    return branch === this.branch ? this : this.#around.state(branch);
  }
  head(branch: string): BranchHead | null {
    const state = this.#stateOf(branch);
    return state === null ? null : { branch, seq: state.seq };
  }
  branches(): readonly BranchSummary[] {
    return this.#around.branches();
  }
  branchLike(name: string): LikeBranch | null {
    const look = branchSkeleton(name);
    const all = this.#around.branches();
    const like =
      all.find((branch) => branch.name === name) ??
      all.find((branch) => branchSkeleton(branch.name) === look);
    return like === undefined ? null : { name: like.name, discarded: like.status === 'discarded' };
  }
  compare(source: string, target: string): Comparison | null {
    const [from, into] = [this.#stateOf(source), this.#stateOf(target)];
    if (from === null || into === null) return null;
    const base = this.#around.mergeBase(source, target);
    return {
      changes: diffViews(into, from),
      conflicts: base === null ? [] : mergedDifferences(base, from, into).conflicts,
    };
  }
  merge(source: string, target: string): Merge | null {
    const [from, into] = [this.#stateOf(source), this.#stateOf(target)];
    const base = this.#around.mergeBase(source, target);
    return from === null || into === null || base === null ? null : mergeBranches(base, from, into);
  }
  async openImports(...branches: readonly string[]): Promise<void> {
    const all = branches.flatMap((branch) => this.#stateOf(branch)?.state.imports ?? []);
    await this.#around.openImports(all.map(({ record }) => record));
  }
  imports(): readonly ImportRecord[] {
    return this.state.imports.flatMap(({ record, status }) =>
      status === 'active' ? [record] : [],
    );
  }
  supersedingImport(import_id: string): ImportRecord | null {
    return revisionAmong(this.state.imports, import_id);
  }
  includes(event: StoredEvent): boolean {
    return this.#around.includes(this.branch, event);
  }
  async operationOf(id: string): Promise<readonly StoredEvent[] | null> {
    return await this.#around.operationOf(id);
  }
  async inverse(operation: readonly StoredEvent[]): Promise<Inverse> {
    const last = Math.max(...operation.map(({ seq }) => seq));
    const later: StoredEvent[] = [];
    for (const element_id of wallsToAsk(operation, this)) {
      const events = await this.history({ element_id, limit: HISTORY_WINDOW });
      // A wall with more later events than that counts as changed.
      later.push(...events.filter(({ seq }) => seq > last && seq <= this.seq));
    }
    return inverseEvents(operation, this, later);
  }
  async restoration(seq: number): Promise<Restoration> {
    const moment = await this.#momentOf(seq);
    if (typeof moment === 'string') return { ok: false, code: 'INVALID_ARGUMENT', reason: moment };
    const past = await this.#around.stateAt(this.branch, moment.seq);
    if (past === null) throw new Error(`no branch ${this.branch}`);
    const imports = [...this.state.imports, ...past.imports];
    await this.#around.openImports(imports.map(({ record }) => record));
    return restorationOf(this, past, moment);
  }
  /** The last event of the operation of an event of this branch, or why the ledger seq is not that of such an event. */
  async #momentOf(seq: number): Promise<Moment | string> {
    if (seq > this.seq) return `the newest event is ${this.seq}, and event ${seq} is still to come`;
    const [event] = await this.history({ element_id: null, limit: 1, before: seq + 1 });
    if (event?.branch !== this.branch) return `\`${this.branch}\` began after event ${seq}`;
    if (event.seq !== seq) {
      return `event ${seq} is not one of \`${this.branch}\`; the last one before it is event ${event.seq}`;
    }
    const last = (await this.operationOf(event.event_id))?.at(-1) ?? event;
    return { seq: last.seq, at: last.at };
  }
  async history(query: HistoryQuery): Promise<readonly StoredEvent[]> {
    return await this.#around.history(this.branch, query);
  }
  async drawing(id: string): Promise<DrawingEvent | null> {
    return await this.#around.drawing(this.branch, id);
  }
  async importedFile(import_id: string): Promise<ImportedFile | null> {
    return await this.#around.importedFile(this.branch, import_id);
  }
  async importedBytes(import_id: string): Promise<Buffer | null> {
    return await this.#around.importedBytes(import_id);
  }
  topicEvents(): AsyncIterable<TopicEvent> {
    return this.#around.topicEvents(this.branch);
  }
  async topicArchive(source: TopicSource): Promise<Buffer | null> {
    return await this.#around.topicArchive(source);
  }
  mergeRevision(revised: RevisedImport): RevisionMerge {
    return mergeRevision(this, revised);
  }
  async validationRun(id: string): Promise<ValidationRun | null> {
    const events = (await this.#around.operationOf(id)) ?? [];
    return (
      events
        .filter((event) => event.type === 'validation.run')
        .find(({ event_id }) => event_id === id) ?? null
    );
  }
}
