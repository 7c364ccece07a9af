/** @module branch view: the whole of one branch: one state of the model and the events behind it. */
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
import { diffViews, mergeBranches } from '../../kernel/model/branches/branches.ts';
import type { Inverse } from '../../kernel/model/branches/undo.ts';
import { inverseEvents } from '../../kernel/model/branches/undo.ts';
import type { BranchSummary } from '../../kernel/model/model.ts';
import type { StateView } from '../../kernel/model/state-view.ts';
import type { Measures } from '../../kernel/model/view.ts';
import { branchLook } from '../../kernel/text/branch-look.ts';
import type { PlannedEvent, StoredEvent } from '../../schemas/events.ts';
import type { BoxMm, PlanPoint } from '../../schemas/units.ts';
import type {
  BranchHead,
  BuildingView,
  Comparison,
  HistoryQuery,
  LikeBranch,
  ValidationRun,
  DrawingEvent,
} from './view.ts';

/** What a view asks of the model and the ledger around it. */
export type Surroundings = {
  readonly state: (branch: string) => StateView | null;
  readonly mergeBase: (source: string, target: string) => StateView | null;
  readonly branches: () => readonly BranchSummary[];
  readonly includes: (branch: string, event: StoredEvent) => boolean;
  readonly operationOf: (id: string) => Promise<readonly StoredEvent[] | null>;
  readonly history: (branch: string, query: HistoryQuery) => Promise<readonly StoredEvent[]>;
  readonly drawing: (branch: string, id: string) => Promise<DrawingEvent | null>;
  /** A view of another state, registered with the domain. */
  readonly viewOf: (state: StateView) => BuildingView;
};

/** One branch at one moment; everything about elements is answered by the model's own view. */
export class BranchView implements BuildingView {
  readonly #state: StateView;
  readonly #around: Surroundings;

  constructor(state: StateView, around: Surroundings) {
    this.#state = state;
    this.#around = around;
  }

  get branch(): string {
    return this.#state.branch;
  }
  get branch_seq(): number {
    return this.#state.branch_seq;
  }
  get seq(): number {
    return this.#state.seq;
  }
  position(seq: number): number | null {
    return this.#state.position(seq);
  }
  placeInLog(id: string): number | null {
    return this.#state.placeInLog(id);
  }
  get kinds(): Kinds {
    return this.#state.kinds;
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
  apply(events: readonly PlannedEvent[]): BuildingView {
    return finished(this.applying(events));
  }
  *applying(events: readonly PlannedEvent[]): Steps<BuildingView> {
    return this.#around.viewOf(yield* this.#state.applying(events));
  }
  #stateOf(branch: string): StateView | null {
    return branch === this.branch ? this.#state : this.#around.state(branch);
  }
  head(branch: string): BranchHead | null {
    const state = this.#stateOf(branch);
    return state === null ? null : { branch, seq: state.seq };
  }
  branches(): readonly BranchSummary[] {
    return this.#around.branches();
  }
  branchLike(name: string): LikeBranch | null {
    const look = branchLook(name);
    const all = this.#around.branches();
    const like =
      all.find((branch) => branch.name === name) ??
      all.find((branch) => branchLook(branch.name) === look);
    return like === undefined ? null : { name: like.name, discarded: like.status === 'discarded' };
  }
  compare(source: string, target: string): Comparison | null {
    const [from, into] = [this.#stateOf(source), this.#stateOf(target)];
    if (from === null || into === null) return null;
    return {
      changes: diffViews(into, from),
      conflicts: this.merge(source, target)?.conflicts ?? [],
    };
  }
  merge(source: string, target: string): Merge | null {
    const [from, into] = [this.#stateOf(source), this.#stateOf(target)];
    const base = this.#around.mergeBase(source, target);
    return from === null || into === null || base === null ? null : mergeBranches(base, from, into);
  }
  includes(event: StoredEvent): boolean {
    return this.#around.includes(this.branch, event);
  }
  async operationOf(id: string): Promise<readonly StoredEvent[] | null> {
    return await this.#around.operationOf(id);
  }
  inverse(operation: readonly StoredEvent[]): Inverse {
    return inverseEvents(operation, this.#state);
  }
  async history(query: HistoryQuery): Promise<readonly StoredEvent[]> {
    return await this.#around.history(this.branch, query);
  }
  async drawing(id: string): Promise<DrawingEvent | null> {
    return await this.#around.drawing(this.branch, id);
  }
  async validationRun(id: string): Promise<ValidationRun | null> {
    const events = (await this.#around.operationOf(id)) ?? [];
    return (
      events
        .filter((event) => event.type === 'validation.run')
        .find(({ event_id }) => event_id === id) ?? null
    );
  }

  element(id: string): Element | undefined {
    return this.#state.element(id);
  }
  elementOf<K extends ElementKind>(id: string, kind: K): ElementOf<K> | undefined {
    return this.#state.elementOf(id, kind);
  }
  version(id: string): number {
    return this.#state.version(id);
  }
  levels(): readonly ElementOf<'level'>[] {
    return this.#state.levels();
  }
  elements(): Iterable<Element> {
    return this.#state.elements();
  }
  elementsOf<K extends ElementKind>(kind: K): Iterable<ElementOf<K>> {
    return this.#state.elementsOf(kind);
  }
  elementsOnLevel(level_id: string): Iterable<Element> {
    return this.#state.elementsOnLevel(level_id);
  }
  count(kind?: string): number {
    return this.#state.count(kind);
  }
  hostedBy(host_id: string): readonly Element[] {
    return this.#state.hostedBy(host_id);
  }
  levelOf(id: string): string | null {
    return this.#state.levelOf(id);
  }
  cascadeOf(id: string): readonly { readonly id: string; readonly cascade_of: string | null }[] {
    return this.#state.cascadeOf(id);
  }
  joinedWalls(wall_id: string): readonly string[] {
    return this.#state.joinedWalls(wall_id);
  }
  wallsNear(level_id: string, box: Box2): readonly ElementOf<'wall'>[] {
    return this.#state.wallsNear(level_id, box);
  }
  named(name: string): readonly Element[] {
    return this.#state.named(name);
  }
  nearIds(id: string, limit: number): readonly string[] {
    return this.#state.nearIds(id, limit);
  }
  branchesWith(id: string): readonly string[] {
    return this.#state.branchesWith(id);
  }
  bounds(id: string): BoxMm | null {
    return this.#state.bounds(id);
  }
  footprint(wall_id: string): WallFootprint | null {
    return this.#state.footprint(wall_id);
  }
  outline(id: string): readonly PlanPoint[] | null {
    return this.#state.outline(id);
  }
  holes(id: string): readonly (readonly PlanPoint[])[] {
    return this.#state.holes(id);
  }
  marks(id: string): readonly Mark[] {
    return this.#state.marks(id);
  }
  mesh(id: string): Mesh | null {
    return this.#state.mesh(id);
  }
  fineMesh(id: string): Mesh | null {
    return this.#state.fineMesh(id);
  }
  uncutMesh(id: string): Mesh | null {
    return this.#state.uncutMesh(id);
  }
  pieces(id: string): readonly ConvexPiece[] | null {
    return this.#state.pieces(id);
  }
  workspace(id: string): readonly ConvexPiece[] {
    return this.#state.workspace(id);
  }
  measures(id: string): Measures {
    return this.#state.measures(id);
  }
  grossMeasures(id: string): Measures {
    return this.#state.grossMeasures(id);
  }
  inBox(box: BoxMm): readonly string[] {
    return this.#state.inBox(box);
  }
}
