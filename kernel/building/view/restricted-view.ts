/** @module restricted view: what an agent has of a branch whose READ permission does not hold for the whole of it. */
import type { Place, Sight } from '../../governance/tool/domain.ts';
import type { Steps } from '../../kernel/findings/steps.ts';
import { finished } from '../../kernel/findings/steps.ts';
import type { ConvexPiece } from '../../kernel/geometry/convex/convex-piece.ts';
import type { Mesh } from '../../kernel/geometry/mesh/mesh.ts';
import type { Box2 } from '../../kernel/geometry/vector.ts';
import type { WallFootprint } from '../../kernel/geometry/walls/wall-joins.ts';
import type { Element, ElementKind, ElementOf } from '../../kernel/kinds/elements.ts';
import type { Kinds } from '../../kernel/kinds/kinds.ts';
import type { Mark } from '../../kernel/kinds/symbol.ts';
import type { Merge } from '../../kernel/model/branches/branches.ts';
import type { Inverse } from '../../kernel/model/branches/undo.ts';
import type { BranchSummary } from '../../kernel/model/model.ts';
import type { Measures } from '../../kernel/model/view.ts';
import { Refusal } from '../../schemas/errors.ts';
import {
  affectedIds,
  isRunRecord,
  touchedIds,
  type PlannedEvent,
  type StoredEvent,
} from '../../schemas/events.ts';
import type { BoxMm, PlanPoint } from '../../schemas/units.ts';
import { HISTORY_WINDOW } from './event-source.ts';
import { blind, isConcealed, namesHidden, withoutHidden } from './hidden.ts';
import { meantNames } from './names/meant-names.ts';
import { isOwnRun, lookedBy, shownRun } from './shown-run.ts';
import type {
  BranchHead,
  BuildingView,
  Comparison,
  HistoryQuery,
  LikeBranch,
  ValidationRun,
  DrawingEvent,
} from './view.ts';

const NOTHING: Measures = { length_mm: null, area_mm2: null, perimeter_mm: null, volume_mm3: null };

/**
 * The branch with everything out of sight left out, as if it were not there. A whitelist: it has the whole view to
 * itself, and every answer is decided here; it inherits none.
 */
export class RestrictedView implements BuildingView {
  readonly #whole: BuildingView;
  readonly #sight: Sight;
  /** What a plan began on, null before its first events: none of them brings into sight what was hidden there. */
  readonly #beginning: RestrictedView | null;
  readonly #known = new Map<string, boolean>();
  #meant: ReadonlyMap<string, string> | null = null;

  constructor(whole: BuildingView, sight: Sight, beginning: RestrictedView | null = null) {
    this.#whole = whole;
    this.#sight = sight;
    this.#beginning = beginning;
  }

  get branch(): string {
    return this.#whole.branch;
  }
  get branch_seq(): number {
    return this.#whole.branch_seq;
  }
  get seq(): number {
    return this.#whole.seq;
  }

  /** Versions and positions count what is hidden, too. */
  position(): null {
    return null;
  }
  placeInLog(): null {
    return null;
  }
  get kinds(): Kinds {
    return this.#whole.kinds;
  }

  #sees(id: string): boolean {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const element = this.#whole.element(id);
    const { place } = this.#sight;
    const seen =
      element !== undefined &&
      !this.#wasHidden(id) &&
      // A group names all of its elements, and is where they are.
      (element.kind !== 'group' || element.params.members.flat().every((one) => this.#sees(one))) &&
      (place?.(this.#placeOf(element)) ?? true);
    this.#known.set(id, seen);
    return seen;
  }
  #placeOf(element: Element): Place {
    const [whole, meant] = [this.#whole, this.#meantNames()];
    if (element.kind !== 'group') return placeOf(whole, element, meant);
    const places = element.params.members.flat().flatMap((id) => {
      const one = whole.element(id);
      return one === undefined ? [] : [placeOf(whole, one, meant)];
    });
    return {
      category: whole.kinds.of(element).category,
      levels: places.flatMap(({ levels }) => levels),
      boxes: places.flatMap(({ boxes }) => boxes),
    };
  }
  #meantNames(): ReadonlyMap<string, string> {
    return (this.#meant ??= meantNames(this.#whole.elementsOf('level')));
  }
  #wasHidden(id: string): boolean {
    return this.#beginning !== null && this.#beginning.#hides(id);
  }
  #hides(id: string): boolean {
    return this.#whole.element(id) !== undefined && !this.#sees(id);
  }
  #seen<T extends { readonly id: string }>(items: Iterable<T>): readonly T[] {
    return [...items].filter(({ id }) => this.#sees(id));
  }
  #when<T>(id: string, answer: () => T, none: T): T {
    return this.#sees(id) ? answer() : none;
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
    return finished(this.applying(events));
  }
  *applying(events: readonly PlannedEvent[]): Steps<BuildingView> {
    const after = yield* withoutHidden(
      this.#whole.applying(events),
      isConcealed(this.#whole, (id) => this.#hides(id)),
    );
    return new RestrictedView(after, this.#sight, this.#beginning ?? this);
  }

  /** Refuses SCOPE_DENIED for a branch that may not be read, whether there is one of that name or not. */
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
  /** Refuses SCOPE_DENIED unless the whole of these branches may be read: a difference shows what is hidden. */
  #assertReads(what: string, ...branches: readonly string[]): void {
    const unread = branches.filter((branch) => !this.#sight.branch(branch));
    if (this.#sight.place === null && unread.length === 0) return;
    throw unreadable(what, unread);
  }

  includes(event: StoredEvent): boolean {
    return this.#seesEvent(event) && this.#whole.includes(event);
  }
  /** An operation is seen whole or not at all: half of one taken back would be another change. */
  async operationOf(id: string): Promise<readonly StoredEvent[] | null> {
    const events = await this.#whole.operationOf(id);
    if (events?.every((event) => this.#seesEvent(event)) !== true) return null;
    return events.map((event) => (event.type === 'validation.run' ? this.#shownRun(event) : event));
  }
  inverse(operation: readonly StoredEvent[]): Inverse {
    if (!operation.every((event) => this.#seesEvent(event))) throw blind('take this back');
    const inverse = this.#whole.inverse(operation);
    if (inverse.ok) {
      return { ...inverse, relies_on: inverse.relies_on.filter((id) => this.#sees(id)) };
    }
    return namesHidden([inverse.reason, inverse.element_ids], (id) => this.#hides(id))
      ? { ok: false, reason: 'something that you may not see does not allow it', element_ids: [] }
      : inverse;
  }
  async history({ element_id, limit }: HistoryQuery): Promise<readonly StoredEvent[]> {
    const seen: StoredEvent[] = [];
    let before = Infinity;
    for (;;) {
      const events = await this.#whole.history({ element_id, limit: HISTORY_WINDOW, before });
      for (const event of events) {
        const shown = await this.#shownEvent(event);
        if (shown !== null) seen.push(shown);
        if (seen.length === limit) return seen;
      }
      if (events.length < HISTORY_WINDOW) return seen;
      before = events.at(-1)?.seq ?? 0;
      // What is hidden may be most of the ledger: other calls come in between.
      await nextTurn();
    }
  }
  /** The reason is that of the whole operation, and an event about no element tells of nothing else. */
  async #shownEvent(event: StoredEvent): Promise<StoredEvent | null> {
    if (!this.#seesEvent(event)) return null;
    if (event.type === 'validation.run') return this.#shownRun(event);
    if ((await this.operationOf(event.operation_id)) !== null) return event;
    const isAboutElements = affectedIds([event]).size > 0 || event.type === 'element.hosted';
    return isAboutElements ? { ...event, reasoning: null } : null;
  }
  #seesEvent(event: StoredEvent): boolean {
    if (!this.#sight.branch(event.branch)) return false;
    if (event.type === 'element.hosted') {
      return this.#sees(event.payload.host_id) && this.#sees(event.payload.hosted_id);
    }
    if (event.type === 'view.created' || event.type === 'sheet.created') {
      return event.payload.level_ids.every((id) => this.#sees(id));
    }
    // What they count and their digest is of all that their maker saw, perhaps in other files.
    if (event.type === 'export.created' || event.type === 'schedule.generated') {
      const { of_files = false } = event.payload;
      return this.#sight.place === null && (!of_files || this.#sight.own(event));
    }
    // It names an event by its position, and says why it was taken out.
    if (event.type === 'event.voided') return false;
    // What others run, look for and why is no part of the model.
    if (event.type === 'validation.run') return lookedBy(event, this) || this.#sight.own(event);
    if (isRunRecord(event)) return isOwnRun(event, this.#sight);
    if (event.type === 'clash.excluded') {
      return event.payload.element_ids.every((id) => this.#sees(id));
    }
    // Events that are about no element (branches) name no place.
    return affectedIds([event]).size === 0 || touchedIds(event).every((id) => this.#sees(id));
  }

  async drawing(id: string): Promise<DrawingEvent | null> {
    const event = await this.#whole.drawing(id);
    return event !== null && this.#seesEvent(event) ? { ...event, reasoning: null } : null;
  }
  async validationRun(id: string): Promise<ValidationRun | null> {
    const run = await this.#whole.validationRun(id);
    if (run === null || !this.#sight.branch(run.branch) || !lookedBy(run, this)) return null;
    return this.#shownRun(run);
  }
  #shownRun(run: ValidationRun): ValidationRun {
    return shownRun(run, this, (id) => this.#sees(id));
  }

  element(id: string): Element | undefined {
    return this.#when(id, () => this.#whole.element(id), undefined);
  }
  elementOf<K extends ElementKind>(id: string, kind: K): ElementOf<K> | undefined {
    return this.#when(id, () => this.#whole.elementOf(id, kind), undefined);
  }
  version(id: string): number {
    return this.#when(id, () => this.#whole.version(id), 0);
  }
  levels(): readonly ElementOf<'level'>[] {
    return this.#seen(this.#whole.levels());
  }
  elements(): Iterable<Element> {
    return this.#seen(this.#whole.elements());
  }
  elementsOf<K extends ElementKind>(kind: K): Iterable<ElementOf<K>> {
    return this.#seen<ElementOf<K>>(this.#whole.elementsOf(kind));
  }
  elementsOnLevel(level_id: string): Iterable<Element> {
    return this.#when(level_id, () => this.#seen(this.#whole.elementsOnLevel(level_id)), []);
  }
  count(kind?: string): number {
    if (kind === undefined) return this.#seen(this.#whole.elements()).length;
    return isKind(kind, this.kinds) ? this.#seen<Element>(this.#whole.elementsOf(kind)).length : 0;
  }
  hostedBy(host_id: string): readonly Element[] {
    return this.#when(host_id, () => this.#seen(this.#whole.hostedBy(host_id)), []);
  }
  levelOf(id: string): string | null {
    const level = this.#when(id, () => this.#whole.levelOf(id), null);
    return level !== null && this.#sees(level) ? level : null;
  }
  cascadeOf(id: string): readonly { readonly id: string; readonly cascade_of: string | null }[] {
    if (!this.#sees(id)) return [];
    const cascade = this.#whole.cascadeOf(id);
    const causes = new Map(cascade.map((gone) => [gone.id, gone.cascade_of]));
    const seenCause = (cause: string | null): string | null =>
      cause === null || this.#sees(cause) ? cause : seenCause(causes.get(cause) ?? null);
    return this.#seen(cascade).map((gone) => ({
      id: gone.id,
      cascade_of: seenCause(gone.cascade_of),
    }));
  }
  joinedWalls(wall_id: string): readonly string[] {
    return this.#when(
      wall_id,
      () => this.#whole.joinedWalls(wall_id).filter((id) => this.#sees(id)),
      [],
    );
  }
  wallsNear(level_id: string, box: Box2): readonly ElementOf<'wall'>[] {
    return this.#when(level_id, () => this.#seen(this.#whole.wallsNear(level_id, box)), []);
  }
  named(name: string): readonly Element[] {
    return this.#seen(this.#whole.named(name));
  }
  nearIds(id: string, limit: number): readonly string[] {
    const near = this.#whole.nearIds(id, Infinity);
    return near.filter((one) => this.#sees(one)).slice(0, limit);
  }
  /** That an id is on another branch is withheld: it may be hidden there. */
  branchesWith(): readonly string[] {
    return [];
  }
  bounds(id: string): BoxMm | null {
    return this.#when(id, () => this.#whole.bounds(id), null);
  }
  footprint(wall_id: string): WallFootprint | null {
    return this.#when(wall_id, () => this.#whole.footprint(wall_id), null);
  }
  outline(id: string): readonly PlanPoint[] | null {
    return this.#when(id, () => this.#whole.outline(id), null);
  }
  holes(id: string): readonly (readonly PlanPoint[])[] {
    return this.#when(id, () => this.#whole.holes(id), []);
  }
  marks(id: string): readonly Mark[] {
    return this.#when(id, () => this.#whole.marks(id), []);
  }
  mesh(id: string): Mesh | null {
    return this.#when(id, () => this.#whole.mesh(id), null);
  }
  fineMesh(id: string): Mesh | null {
    return this.#when(id, () => this.#whole.fineMesh(id), null);
  }
  uncutMesh(id: string): Mesh | null {
    return this.#when(id, () => this.#whole.uncutMesh(id), null);
  }
  pieces(id: string): readonly ConvexPiece[] | null {
    return this.#when(id, () => this.#whole.pieces(id), null);
  }
  workspace(id: string): readonly ConvexPiece[] {
    return this.#when(id, () => this.#whole.workspace(id), []);
  }
  measures(id: string): Measures {
    return this.#when(id, () => this.#whole.measures(id), NOTHING);
  }
  grossMeasures(id: string): Measures {
    return this.#when(id, () => this.#whole.grossMeasures(id), NOTHING);
  }
  inBox(box: BoxMm): readonly string[] {
    return this.#whole.inBox(box).filter((id) => this.#sees(id));
  }
}

function unreadable(what: string, branches: readonly string[]): Refusal {
  const because = 'your READ permission does not hold for the whole model';
  return new Refusal(
    'SCOPE_DENIED',
    `you may not ${what}: ${because}`,
    'ask about single elements, or ask the operator to widen READ',
    branches.length === 0
      ? {}
      : { faults: branches.map((id) => ({ id, action: 'READ', because })) },
  );
}

function placeOf(view: BuildingView, element: Element, meant: ReadonlyMap<string, string>): Place {
  const { id, kind } = element;
  const category = view.kinds.of(element).category;
  const level_id = kind === 'level' ? id : view.levelOf(id);
  const levels =
    level_id === null ? [] : [{ id: level_id, meant: meant.get(level_id) ?? null, shown: null }];
  if (kind !== 'level') {
    const box = view.bounds(id);
    return { category, levels, boxes: box === null ? [] : [box] };
  }
  const { elevation, height } = element.params;
  return { category, levels, boxes: [], heights: { low: elevation, high: elevation + height } };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function isKind(name: string, kinds: Kinds): name is ElementKind {
  return kinds.find(name) !== undefined;
}
