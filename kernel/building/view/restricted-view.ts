/** @module restricted view: one branch as seen by an agent with a restricted READ scope. */
import type { Buffer } from 'node:buffer';

import { Refusal } from '../../../schemas/errors.ts';
import type { ImportRecord, PlannedEvent, StoredEvent } from '../../../schemas/events.ts';
import type { Place, Sight } from '../../../schemas/sight.ts';
import type { BoxMm } from '../../../schemas/units.ts';
import type { Element } from '../kinds/elements.ts';
import type { PropertyValue } from '../kinds/shared/properties.ts';
import type { Merge } from '../model/branches/branches.ts';
import type { Inverse } from '../model/branches/undo.ts';
import type { FileFacts } from '../model/file-source.ts';
import { FilteredView } from '../model/filtered-view.ts';
import type { BranchSummary } from '../model/model.ts';
import { scopedLevelNames } from '../model/scoped-level-names.ts';
import { allEvents } from './all-events.ts';
import {
  type EventSight,
  type HiddenBy,
  hiddenBy,
  isShownAlone,
  judgedElements,
} from './hidden-by.ts';
import type { HiddenParts } from './hidden-parts.ts';
import { blind, isConcealed, namesHidden, withoutHidden } from './hidden.ts';
import { isUndone } from './imported-file.ts';
import { hasSameSight, shownRun } from './shown-run.ts';
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

/**
 * What an earlier moment of a branch hides in addition to what the scope hides at that moment. SECURITY: the scope can have
 * shown elements that it hides now, and names of levels can have referred to others.
 */
export type LaterSight = {
  /** Whether an element of the moment was hidden later: now, or when it was deleted. */
  readonly hides: (id: string) => boolean;
  /** The names by which scopes refer to levels now, by level id. */
  readonly level_names: ReadonlyMap<string, string>;
  /**
   * Finds out for `saw` whether elements with these ids, which the moment does not have, were visible when they were deleted.
   */
  readonly judge: (ids: readonly string[]) => Promise<void>;
  /** Whether an element that the moment does not have may be seen in its log; false until it was judged. */
  readonly saw: (id: string) => boolean;
};

/** Events of a view, with an upper and a lower limit (ledger seqs, exclusive); on one element, or all (null). */
type Span = {
  readonly element_id: string | null;
  readonly before: number;
  readonly after: number;
};

/**
 * Reads the events of a view that its caller may see, newest first, and some that it may not: of a whole branch none whose
 * number grows with what is hidden.
 */
export type SeenEvents = (
  whole: Pick<BuildingView, 'history' | 'includes'>,
  span: Span,
) => AsyncIterable<readonly StoredEvent[]>;

/** Views that restrict another one further. */
type Limits = {
  /**
   * The view before a plan, or null if this is that view: elements hidden there stay hidden after the events of the
   * plan.
   */
  readonly beginning?: RestrictedView | null;
  /** Null for a view of the present. */
  readonly later?: LaterSight | null;
  /** Null if all events are read. */
  readonly events?: SeenEvents | null;
  /** What hides operations of the same branch for the same sight. */
  readonly parts?: HiddenParts | null;
};

/**
 * The branch as if hidden elements were absent. SECURITY: `FilteredView` implements the model queries; this class
 * decides what is hidden and implements all other members. Neither class inherits a member of the complete view.
 */
export class RestrictedView extends FilteredView implements BuildingView {
  readonly #whole: BuildingView;
  readonly #sight: Sight;
  readonly #beginning: RestrictedView | null;
  readonly #later: LaterSight | null;
  readonly #events: SeenEvents | null;
  readonly #parts: HiddenParts | null;
  readonly #eventSight: EventSight;
  /** For events that another view of the branch may show. */
  readonly #logSight: EventSight;
  readonly #known = new Map<string, boolean>();
  #scoped_names: ReadonlyMap<string, string> | null = null;

  constructor(whole: BuildingView, sight: Sight, limits: Limits = {}) {
    super(whole, (id) => this.#sees(id), {
      candidates: () => whole.candidates(sight.limits ?? {}),
      by_id: sight.hides_branches === true,
    });
    this.#whole = whole;
    this.#sight = sight;
    this.#beginning = limits.beginning ?? null;
    this.#later = limits.later ?? null;
    this.#events = limits.events ?? null;
    this.#parts = limits.parts ?? null;
    this.#eventSight = {
      sight,
      sees: (id) => this.#sees(id),
      sees_in_log: (id) => this.#seesInLog(id),
    };
    const sees = this.#eventSight.sees_in_log;
    this.#logSight = { ...this.#eventSight, sees };
  }

  #sees(id: string): boolean {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const element = this.#whole.element(id);
    const seen =
      element !== undefined &&
      !this.#wasHidden(id) &&
      this.#later?.hides(id) !== true &&
      // A group names all of its elements and is located where they are.
      (element.kind !== 'group' || element.params.members.flat().every((one) => this.#sees(one))) &&
      this.#isInScope(element);
    this.#known.set(id, seen);
    return seen;
  }
  #isInScope(element: Element): boolean {
    const { place } = this.#sight;
    if (place === null) return true;
    if (!place(this.#placeOf(element, this.#scopedLevelNames()))) return false;
    return this.#later === null || place(this.#placeOf(element, this.#later.level_names));
  }
  #placeOf(element: Element, level_names: ReadonlyMap<string, string>): Place {
    const whole = this.#whole;
    const by = { level_names, boxes: this.#hasRegions };
    if (element.kind !== 'group') return placeOf(whole, element, by);
    const places = element.params.members.flat().flatMap((id) => {
      const one = whole.element(id);
      return one === undefined ? [] : [placeOf(whole, one, by)];
    });
    return {
      category: whole.kinds.of(element).category,
      levels: places.flatMap(({ levels }) => levels),
      boxes: places.flatMap(({ boxes }) => boxes),
    };
  }
  /** Whether the sight judges boxes, which take the most time. */
  get #hasRegions(): boolean {
    const { limits } = this.#sight;
    return limits === undefined || limits.regions !== undefined;
  }
  #scopedLevelNames(): ReadonlyMap<string, string> {
    return (this.#scoped_names ??= scopedLevelNames(this.#whole.elementsOf('level')));
  }
  #wasHidden(id: string): boolean {
    return this.#beginning !== null && this.#beginning.#hides(id);
  }
  #hides(id: string): boolean {
    return this.#whole.element(id) !== undefined && !this.#sees(id);
  }

  /** Without groups that the caller does not see as elements: a file names them also for their visible members. */
  override fileFacts(id: string): FileFacts | null {
    const facts = super.fileFacts(id);
    if (facts === null || this.#sight.place === null) return facts;
    const names = new Set<string | null>();
    for (const { params } of this.elementsOf('group')) {
      if (params.members.flat().includes(id)) names.add(params.name);
    }
    return { ...facts, groups: facts.groups.filter(({ name }) => names.has(name)) };
  }
  /** `Ifc.Group` is null if the caller does not see one of the groups. */
  override fileProperty(id: string, name: string): PropertyValue | null {
    const value = super.fileProperty(id, name);
    if (value === null || name !== 'Ifc.Group' || this.#sight.place === null) return value;
    const [all, seen] = [super.fileFacts(id)?.groups, this.fileFacts(id)?.groups];
    return all?.length === seen?.length ? value : null;
  }

  get whole(): boolean {
    return false;
  }
  get sight(): string {
    return this.#sight.key;
  }
  get maker(): string {
    return this.#sight.maker;
  }
  apply(events: readonly PlannedEvent[]): BuildingView {
    const after = withoutHidden(
      () => this.#whole.apply(events),
      isConcealed(this.#whole, (id) => this.#hides(id)),
    );
    // All events are read: planned events can restore an element that was hidden when it was deleted.
    return new RestrictedView(after, this.#sight, {
      beginning: this.#beginning ?? this,
      later: this.#later,
      parts: this.#parts,
    });
  }

  /** @throws SCOPE_DENIED for a branch name outside READ, even if no branch has that name. */
  head(branch: string): BranchHead | null {
    if (this.#sight.branch(branch)) return this.#whole.head(branch);
    throw unreadable(`look at branch \`${branch}\``, [branch]);
  }
  branches(): readonly BranchSummary[] {
    return this.#whole.branches().filter(({ name }) => this.#sight.branch(name));
  }
  branchLike(name: string): LikeBranch | null {
    const like = this.#whole.branchLike(name);
    return like?.name == null || this.#sight.branch(like.name)
      ? like
      : { name: null, discarded: false };
  }
  compare(source: string, target: string): Comparison | null {
    this.#assertReads(`compare with branch \`${source}\``, source, target);
    return this.#whole.compare(source, target);
  }
  merge(source: string, target: string): Merge | null {
    this.#assertReads(`compare \`${source}\` with \`${target}\``, source, target);
    return this.#whole.merge(source, target);
  }
  async openImports(...branches: readonly string[]): Promise<void> {
    await this.#whole.openImports(...branches);
  }
  /** @throws SCOPE_DENIED unless the caller may read these branches completely: a difference shows hidden elements. */
  #assertReads(what: string, ...branches: readonly string[]): void {
    const unread = branches.filter((branch) => !this.#sight.branch(branch));
    if (this.#sight.place === null && unread.length === 0) return;
    throw unreadable(what, unread);
  }

  /** Events of deleted elements are included only after `judge`. */
  includes(event: StoredEvent): boolean {
    return this.#seesEvent(event) && this.#whole.includes(event);
  }
  /** Finds out whether deleted elements that these events name were visible when they were deleted; only for earlier moments. */
  async judge(events: readonly StoredEvent[]): Promise<void> {
    if (this.#later === null) return;
    const named = events.flatMap(judgedElements);
    const gone = new Set(named.filter((id) => this.#whole.element(id) === undefined));
    if (gone.size > 0) await this.#later.judge([...gone]);
  }
  /** Whether an element is visible, or was when it was deleted. */
  #seesInLog(id: string): boolean {
    if (this.#sees(id)) return true;
    return this.#whole.element(id) === undefined && this.#later?.saw(id) === true;
  }
  /** The ids of those elements that are visible, or were when they were deleted. */
  async seenInLog(ids: readonly string[]): Promise<readonly string[]> {
    const gone = ids.filter((id) => this.#whole.element(id) === undefined);
    if (gone.length > 0) await this.#later?.judge(gone);
    return ids.filter((id) => this.#seesInLog(id));
  }
  /**
   * What hides an event from every view of the branch up to this moment; null if one of them may show it. Its elements must be
   * judged.
   */
  hiddenInLog(event: StoredEvent): HiddenBy | null {
    return hiddenBy(event, this.#logSight);
  }
  /** What hides a part of an operation as `hiddenInLog`; null without such a part. */
  async hiddenPart(operation_id: string): Promise<HiddenBy | null> {
    const known = await this.#knownPart(operation_id);
    return known ?? this.#hiddenPartOf(await this.#operation(operation_id));
  }
  /** The known reason why an operation is partly hidden, if it still exists. */
  async #knownPart(operation_id: string): Promise<HiddenBy | null> {
    const known = this.#parts?.get(operation_id);
    if (known === undefined || known.id === null) return known ?? null;
    return (await this.seenInLog([known.id])).length === 0 ? known : null;
  }
  #hiddenPartOf(events: readonly StoredEvent[]): HiddenBy | null {
    for (const event of events) {
      const by = this.hiddenInLog(event);
      if (by === null) continue;
      this.#parts?.set(event.operation_id, by);
      return by;
    }
    return null;
  }
  async #operation(id: string): Promise<readonly StoredEvent[]> {
    const events = (await this.#whole.operationOf(id)) ?? [];
    await this.judge(events);
    return events;
  }
  /** An operation is visible completely or not at all: an undo of half of it would be a different change. */
  async operationOf(id: string): Promise<readonly StoredEvent[] | null> {
    if ((await this.#knownPart(id)) !== null) return null;
    const events = await this.#operation(id);
    if (events.length === 0 || !events.every((event) => this.#seesEvent(event))) {
      this.#hiddenPartOf(events);
      return null;
    }
    return events.map((event) => (event.type === 'validation.run' ? this.#shownRun(event) : event));
  }
  async inverse(operation: readonly StoredEvent[]): Promise<Inverse> {
    if (!operation.every((event) => this.#seesEvent(event))) throw blind('undo this');
    const inverse = await this.#whole.inverse(operation);
    if (inverse.ok) {
      return {
        ...inverse,
        relies_on: inverse.relies_on.filter((id) => this.#sees(id)),
        warnings: inverse.warnings.filter((one) => !namesHidden([one], (id) => this.#hides(id))),
      };
    }
    return namesHidden([inverse.reason, inverse.element_ids], (id) => this.#hides(id))
      ? { ok: false, reason: 'something that you may not see does not allow it', element_ids: [] }
      : inverse;
  }
  /** A restore changes elements and imports that the caller does not see, and seqs reveal how much is hidden. */
  async restoration(): Promise<never> {
    throw await Promise.resolve(
      unreadable(`restore an earlier state of branch \`${this.#whole.branch}\``, []),
    );
  }
  /** SECURITY: `before` must not be a number that the caller chose: numbers count hidden events too. */
  async history(query: HistoryQuery): Promise<readonly StoredEvent[]> {
    const { element_id, limit, before = Infinity, after = 0 } = query;
    const pages =
      this.#events === null
        ? allEvents(this.#whole, { element_id, before, after })
        : this.#events(this.#whole, { element_id, before, after });
    const seen: StoredEvent[] = [];
    const operation: LastOperation = { id: null, isWhole: false };
    for await (const events of pages) {
      await this.judge(events);
      for (const event of events) {
        const shown = await this.#shownEvent(event, operation);
        if (shown !== null) seen.push(shown);
        if (seen.length === limit) return seen;
      }
    }
    return seen;
  }
  /**
   * The event as the caller may see it. The reasoning describes the whole operation, so it is removed from events of a
   * partly hidden operation; events of such an operation that are about no element are hidden.
   */
  async #shownEvent(event: StoredEvent, operation: LastOperation): Promise<StoredEvent | null> {
    if (!this.#seesEvent(event)) return null;
    if (event.type === 'validation.run') return this.#shownRun(event);
    if (operation.id !== event.operation_id) {
      operation.id = event.operation_id;
      operation.isWhole = (await this.operationOf(event.operation_id)) !== null;
    }
    if (operation.isWhole) return event;
    return isShownAlone(event) ? { ...event, reasoning: null } : null;
  }
  #seesEvent(event: StoredEvent): boolean {
    return hiddenBy(event, this.#eventSight) === null;
  }
  /**
   * SECURITY: a topic is shown as a whole or not at all. An agent that saw only its earlier events could change it without
   * knowing what it is about now. Comments and changes name what the topic named before, which its other events decide.
   */
  async *topicEvents(): AsyncGenerator<TopicEvent> {
    const hidden = new Set<string>();
    let last = 0;
    for await (const event of this.#whole.topicEvents()) {
      const { topic_id, imported } = event.payload;
      const names = event.type === 'topic.created' || imported !== null;
      const seen = names ? this.#seesEvent(event) : this.#sight.branch(event.branch);
      if (!seen) hidden.add(topic_id);
      last = Math.max(last, event.seq);
    }
    for await (const event of this.#whole.topicEvents()) {
      // A topic that was not judged may have come meanwhile.
      const judged = event.seq <= last && !hidden.has(event.payload.topic_id);
      if (judged) yield { ...event, reasoning: null };
    }
  }
  /** An archive can show all of the building. */
  async topicArchive(source: TopicSource): Promise<Buffer | null> {
    return this.#sight.place === null ? await this.#whole.topicArchive(source) : null;
  }

  async drawing(id: string): Promise<DrawingEvent | null> {
    const event = await this.#whole.drawing(id);
    return event !== null && this.#seesEvent(event) ? { ...event, reasoning: null } : null;
  }
  /**
   * Only products whose elements are on this branch and visible; their digests would cover everything. None of an import
   * on a hidden branch that this one was not forked from: another branch may have imported the same file. None of an import
   * that was undone: elements with its ids are those of another import.
   */
  async importedFile(import_id: string): Promise<ImportedFile | null> {
    const found = await this.#whole.importedFile(import_id);
    if (found === null) return null;
    const { event } = found;
    if (!this.#sight.branch(event.branch) && !this.#whole.includes(event)) return null;
    if (this.#sight.place === null) return found;
    if (isUndone(found, this.#whole)) return null;
    const rows = found.rows.filter(({ element, part_of }) => {
      const id = element?.id ?? part_of;
      return id !== null && this.#sees(id);
    });
    return rows.length === 0 ? null : { event, rows };
  }
  /** Their counts cover everything. */
  imports(): readonly ImportRecord[] {
    return this.#sight.place === null ? this.#whole.imports() : [];
  }
  supersedingImport(import_id: string): ImportRecord | null {
    return this.#sight.place === null ? this.#whole.supersedingImport(import_id) : null;
  }
  /** A file shows the whole building. */
  async importedBytes(): Promise<null> {
    return await Promise.resolve(null);
  }
  /** A revision changes elements that the caller does not see. */
  mergeRevision(): null {
    return null;
  }
  async validationRun(id: string): Promise<ValidationRun | null> {
    const run = await this.#whole.validationRun(id);
    if (run === null || !this.#sight.branch(run.branch) || !hasSameSight(run, this)) return null;
    return this.#shownRun(run);
  }
  #shownRun(run: ValidationRun): ValidationRun {
    return shownRun(run, this, (id) => this.#sees(id));
  }
}

/** The operation of the last event that was read: its other events follow. */
type LastOperation = { id: string | null; isWhole: boolean };

function unreadable(what: string, branches: readonly string[]): Refusal {
  const because = 'your READ permission does not cover the whole model';
  return new Refusal(
    'SCOPE_DENIED',
    `you may not ${what}: ${because}`,
    'ask about single elements, or ask the operator to widen READ',
    branches.length === 0
      ? {}
      : { faults: branches.map((id) => ({ id, action: 'READ', because })) },
  );
}

/** What places are needed for: the names of levels, and whether boxes are judged. */
type JudgedBy = { readonly level_names: ReadonlyMap<string, string>; readonly boxes: boolean };

function placeOf(view: BuildingView, element: Element, { level_names, boxes }: JudgedBy): Place {
  const { id, kind } = element;
  const category = view.kinds.of(element).category;
  const level_id = kind === 'level' ? id : view.levelOf(id);
  const levels =
    level_id === null
      ? []
      : [{ id: level_id, meant: level_names.get(level_id) ?? null, shown: null }];
  if (kind !== 'level') {
    const box = boxes ? boundsOf(view, id) : null;
    return { category, levels, boxes: box === null ? [] : [box] };
  }
  const { elevation, height } = element.params;
  return { category, levels, boxes: [], heights: { low: elevation, high: elevation + height } };
}

/** The box of an element; null without a body, and for one that cannot be built. */
function boundsOf(view: BuildingView, id: string): BoxMm | null {
  try {
    return view.bounds(id);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
