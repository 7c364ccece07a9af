/** @module branch view: the building view over one state of the model and the events behind it. */
import type { Mesh } from '../../kernel/geometry/mesh.ts';
import type { WallFootprint } from '../../kernel/geometry/wall-joins.ts';
import type { BranchSummary } from '../../kernel/model/model.ts';
import type { StateView } from '../../kernel/model/state-view.ts';
import type { HostedElement, Measures } from '../../kernel/model/view.ts';
import type { Element, ElementKind, ElementOf } from '../../schemas/elements.ts';
import type { PlannedEvent, StoredEvent } from '../../schemas/events.ts';
import type { BoxMm, PlanPoint } from '../../schemas/units.ts';
import type { BuildingView, HistoryQuery } from './view.ts';

/** What a view asks of the model and the ledger around it. */
export type Surroundings = {
  readonly other: (branch: string) => StateView | null;
  readonly mergeBase: (source: string, target: string) => StateView | null;
  readonly branches: () => readonly BranchSummary[];
  readonly includes: (branch: string, event: StoredEvent) => boolean;
  readonly operationOf: (id: string) => readonly StoredEvent[] | null;
  readonly history: (branch: string, query: HistoryQuery) => readonly StoredEvent[];
};

/** One branch at one moment; everything about elements is answered by the model's own view. */
export class BranchView implements BuildingView {
  readonly model: StateView;
  readonly around: Surroundings;

  constructor(model: StateView, around: Surroundings) {
    this.model = model;
    this.around = around;
  }

  get branch(): string {
    return this.model.branch;
  }
  get branch_seq(): number {
    return this.model.branch_seq;
  }
  get seq(): number {
    return this.model.seq;
  }

  apply(events: readonly PlannedEvent[]): BranchView {
    return new BranchView(this.model.apply(events), this.around);
  }
  other(branch: string): StateView | null {
    return branch === this.branch ? this.model : this.around.other(branch);
  }
  mergeBase(source: string, target: string): StateView | null {
    return this.around.mergeBase(source, target);
  }
  branches(): readonly BranchSummary[] {
    return this.around.branches();
  }
  includes(event: StoredEvent): boolean {
    return this.around.includes(this.branch, event);
  }
  operationOf(id: string): readonly StoredEvent[] | null {
    return this.around.operationOf(id);
  }
  history(query: HistoryQuery): readonly StoredEvent[] {
    return this.around.history(this.branch, query);
  }

  element(id: string): Element | undefined {
    return this.model.element(id);
  }
  elementOf<K extends ElementKind>(id: string, kind: K): ElementOf<K> | undefined {
    return this.model.elementOf(id, kind);
  }
  version(id: string): number {
    return this.model.version(id);
  }
  levels(): readonly ElementOf<'level'>[] {
    return this.model.levels();
  }
  elements(): Iterable<Element> {
    return this.model.elements();
  }
  elementsOf<K extends ElementKind>(kind: K): Iterable<ElementOf<K>> {
    return this.model.elementsOf(kind);
  }
  elementsOnLevel(level_id: string): Iterable<Element> {
    return this.model.elementsOnLevel(level_id);
  }
  count(kind?: ElementKind): number {
    return this.model.count(kind);
  }
  hostedBy(host_id: string): readonly HostedElement[] {
    return this.model.hostedBy(host_id);
  }
  levelOf(id: string): string | null {
    return this.model.levelOf(id);
  }
  cascadeOf(id: string): readonly { readonly id: string; readonly cascade_of: string | null }[] {
    return this.model.cascadeOf(id);
  }
  joinedWalls(wall_id: string): readonly string[] {
    return this.model.joinedWalls(wall_id);
  }
  nearIds(id: string, limit: number): readonly string[] {
    return this.model.nearIds(id, limit);
  }
  branchesWith(id: string): readonly string[] {
    return this.model.branchesWith(id);
  }
  bounds(id: string): BoxMm | null {
    return this.model.bounds(id);
  }
  footprint(wall_id: string): WallFootprint | null {
    return this.model.footprint(wall_id);
  }
  outline(id: string): readonly PlanPoint[] | null {
    return this.model.outline(id);
  }
  mesh(id: string): Mesh | null {
    return this.model.mesh(id);
  }
  measures(id: string): Measures {
    return this.model.measures(id);
  }
  inBox(box: BoxMm): readonly string[] {
    return this.model.inBox(box);
  }
}
