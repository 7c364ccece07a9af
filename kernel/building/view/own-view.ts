/** @module own view: a branch without its reference models, for everything that lists or counts the building itself. */
import type { Buffer } from 'node:buffer';

import type { ImportRecord, PlannedEvent, StoredEvent } from '../../../schemas/events.ts';
import type { Element, ElementKind, ElementOf } from '../kinds/elements.ts';
import type { Merge } from '../model/branches/branches.ts';
import type { Restoration } from '../model/branches/restoration.ts';
import type { RevisedImport, RevisionMerge } from '../model/branches/revision.ts';
import type { Inverse } from '../model/branches/undo.ts';
import { FilteredView, isKind } from '../model/filtered-view.ts';
import type { BranchSummary } from '../model/model.ts';
import type { CountedReference, ReferenceModel } from '../model/view.ts';
import type {
  BranchHead,
  BuildingView,
  Comparison,
  DrawingEvent,
  HistoryQuery,
  ImportedFile,
  LikeBranch,
  ValidationRun,
  TopicEvent,
  TopicSource,
} from './view.ts';

const KNOWN = new WeakMap<BuildingView, BuildingView>();

/**
 * The building of a view: its lists and counts leave out reference models. Everything else is that of the whole branch, so
 * that what is found by place, such as a column of a reference in a room, still is an obstacle.
 */
export function ownView(view: BuildingView): BuildingView {
  if (view.references().length === 0) return view;
  const known = KNOWN.get(view) ?? new OwnView(view);
  KNOWN.set(view, known);
  return known;
}

/** Warning for answers that use `ownView`, such as "1 reference model with 310 elements is left out"; none without one. */
export function leftOutReferences(view: Pick<BuildingView, 'references'>): readonly string[] {
  const references = view.references();
  const [first] = references;
  if (first === undefined) return [];
  const elements = references.reduce((sum, reference) => sum + reference.elements, 0);
  return references.length === 1
    ? [`reference model \`${first.name ?? first.import_id}\` with ${elements} elements is left out`]
    : [`${references.length} reference models with ${elements} elements are left out`];
}

/** Maximum number of ids that are similar to another one and may belong to reference models. */
const SIMILAR_MAX = 1000;

class OwnView extends FilteredView implements BuildingView {
  readonly #view: BuildingView;

  constructor(view: BuildingView) {
    super(view, (id) => view.element(id) !== undefined);
    this.#view = view;
  }

  #elements: readonly Element[] | null = null;

  #own<T extends { readonly id: string }>(elements: Iterable<T>): readonly T[] {
    return [...elements].filter(({ id }) => this.#view.referenceOf(id) === null);
  }
  override levels(): readonly ElementOf<'level'>[] {
    return this.#own(this.#view.levels());
  }
  override elements(): readonly Element[] {
    this.#elements ??= this.#own(this.#view.elements());
    return this.#elements;
  }
  override elementsOf<K extends ElementKind>(kind: K): readonly ElementOf<K>[] {
    return this.#own<ElementOf<K>>(this.#view.elementsOf(kind));
  }
  override elementsOnLevel(level_id: string): readonly Element[] {
    return this.#own(this.#view.elementsOnLevel(level_id));
  }
  override count(kind?: string): number {
    if (kind === undefined) return this.elements().length;
    return isKind(kind, this.kinds) ? this.elementsOf(kind).length : 0;
  }
  override named(name: string): readonly Element[] {
    return this.#own(this.#view.named(name));
  }
  override nearIds(id: string, limit: number): readonly string[] {
    const near = this.#view.nearIds(id, SIMILAR_MAX);
    return near.filter((one) => this.#view.referenceOf(one) === null).slice(0, limit);
  }
  override references(): readonly CountedReference[] {
    return this.#view.references();
  }
  override referenceOf(id: string): ReferenceModel | null {
    return this.#view.referenceOf(id);
  }
  override branchesWith(id: string): readonly string[] {
    return this.#view.branchesWith(id);
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
  async openImports(...branches: readonly string[]): Promise<void> {
    await this.#view.openImports(...branches);
  }
  imports(): readonly ImportRecord[] {
    return this.#view.imports().filter(({ reference }) => !reference);
  }
  supersedingImport(import_id: string): ImportRecord | null {
    return this.#view.supersedingImport(import_id);
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
  async inverse(operation: readonly StoredEvent[]): Promise<Inverse> {
    return await this.#view.inverse(operation);
  }
  async restoration(to_seq: number): Promise<Restoration> {
    return await this.#view.restoration(to_seq);
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
  topicEvents(): AsyncIterable<TopicEvent> {
    return this.#view.topicEvents();
  }
  async topicArchive(source: TopicSource): Promise<Buffer | null> {
    return await this.#view.topicArchive(source);
  }
  async importedBytes(import_id: string): Promise<Buffer | null> {
    return await this.#view.importedBytes(import_id);
  }
  async validationRun(id: string): Promise<ValidationRun | null> {
    return await this.#view.validationRun(id);
  }
}
