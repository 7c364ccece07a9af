/** @module own view: a branch without its reference models, for everything that lists or counts the building itself. */
import type { Buffer } from 'node:buffer';

import type { PlannedEvent, StoredEvent } from '../../../schemas/events.ts';
import type { Merge } from '../model/branches/branches.ts';
import type { RevisedImport, RevisionMerge } from '../model/branches/revision.ts';
import type { Inverse } from '../model/branches/undo.ts';
import { FilteredView } from '../model/filtered-view.ts';
import type { BranchSummary } from '../model/model.ts';
import type {
  BranchHead,
  BuildingView,
  Comparison,
  DrawingEvent,
  HistoryQuery,
  ImportedFile,
  LikeBranch,
  ValidationRun,
} from './view.ts';

/**
 * The building of a view without the elements of reference models. Geometry stays that of the whole branch: a column of a
 * reference still is an obstacle in a room.
 */
export function ownView(view: BuildingView): BuildingView {
  return view.references().length === 0 ? view : new OwnView(view);
}

/** "2 reference models with 310 elements are left out" for answers that use `ownView`; none without a reference. */
export function leftOutReferences(view: Pick<BuildingView, 'references'>): readonly string[] {
  const references = view.references();
  if (references.length === 0) return [];
  const elements = references.reduce((sum, reference) => sum + reference.elements, 0);
  const [models, are] =
    references.length === 1
      ? ['1 reference model', 'is']
      : [`${references.length} reference models`, 'are'];
  return [`${models} with ${elements} elements ${are} left out`];
}

class OwnView extends FilteredView implements BuildingView {
  readonly #view: BuildingView;

  constructor(view: BuildingView) {
    super(view, (id) => view.element(id) !== undefined && view.referenceOf(id) === null);
    this.#view = view;
  }

  get whole(): boolean {
    return this.#view.whole;
  }
  get sight(): string | null {
    return this.#view.sight;
  }
  get maker(): string | null {
    return this.#view.maker;
  }
  override position(seq: number): number | null {
    return this.#view.position(seq);
  }
  override placeInLog(id: string): number | null {
    return this.#view.placeInLog(id);
  }
  apply(events: readonly PlannedEvent[]): BuildingView {
    return ownView(this.#view.apply(events));
  }
  head(branch: string): BranchHead | null {
    return this.#view.head(branch);
  }
  branches(): readonly BranchSummary[] {
    return this.#view.branches();
  }
  branchLike(name: string): LikeBranch | null {
    return this.#view.branchLike(name);
  }
  compare(source: string, target: string): Comparison | null {
    return this.#view.compare(source, target);
  }
  merge(source: string, target: string): Merge | null {
    return this.#view.merge(source, target);
  }
  mergeRevision(revised: RevisedImport): RevisionMerge | null {
    return this.#view.mergeRevision(revised);
  }
  includes(event: StoredEvent): boolean {
    return this.#view.includes(event);
  }
  async operationOf(id: string): Promise<readonly StoredEvent[] | null> {
    return await this.#view.operationOf(id);
  }
  inverse(operation: readonly StoredEvent[]): Inverse {
    return this.#view.inverse(operation);
  }
  async history(query: HistoryQuery): Promise<readonly StoredEvent[]> {
    return await this.#view.history(query);
  }
  async drawing(id: string): Promise<DrawingEvent | null> {
    return await this.#view.drawing(id);
  }
  async importedFile(import_id: string): Promise<ImportedFile | null> {
    return await this.#view.importedFile(import_id);
  }
  async importedBytes(import_id: string): Promise<Buffer | null> {
    return await this.#view.importedBytes(import_id);
  }
  async validationRun(id: string): Promise<ValidationRun | null> {
    return await this.#view.validationRun(id);
  }
}
