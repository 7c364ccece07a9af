/** @module state view: ModelView over one branch state; `apply` returns the view of a dry run. */
import type { ParamValues, PlannedEvent } from '../../../schemas/events.ts';
import type { PlaceLimits } from '../../../schemas/sight.ts';
import type { BoxMm, PlanPoint } from '../../../schemas/units.ts';
import { deepEqual } from '../../base/canonical/deep-equal.ts';
import { compareText } from '../../base/canonical/deep-equal.ts';
import type { ConvexPiece } from '../geometry/convex/convex-piece.ts';
import type { Mesh } from '../geometry/mesh/mesh.ts';
import { ringBounds } from '../geometry/plan/polygon.ts';
import type { Box2 } from '../geometry/vector.ts';
import { boxIntersects } from '../geometry/vector.ts';
import { outlinesOver } from '../geometry/walls/height-bands.ts';
import { affectedWalls } from '../geometry/walls/wall-joins.ts';
import type { WallFootprint } from '../geometry/walls/wall-joins.ts';
import type { Element, ElementKind, ElementOf } from '../kinds/elements.ts';
import type { FileMesh } from '../kinds/facets/file-mesh.ts';
import type { Mark } from '../kinds/facets/symbol.ts';
import type { Kinds } from '../kinds/kinds.ts';
import { widened } from '../kinds/shared/boxes.ts';
import type { PropertyValue } from '../kinds/shared/properties.ts';
import { straightWall } from '../kinds/wall/straight-wall.ts';
import { searchBox } from './derived/box-surroundings.ts';
import { candidatesIn } from './derived/candidates.ts';
import type { Derived } from './derived/derived.ts';
import { elementsNearBoxes } from './derived/near-box.ts';
import { marksOf } from './derived/plan-marks.ts';
import { assertKeepsReferences, assertModelsApart } from './derived/reference-integrity.ts';
import type { Regeneration } from './derived/regeneration.ts';
import { regenerate } from './derived/regeneration.ts';
import { mitreMargin } from './derived/wall-plan.ts';
import type { FileFacts } from './file-source.ts';
import { namedLike } from './name-search.ts';
import { nearestIds } from './near-ids.ts';
import { BranchProducts } from './state/branch-products.ts';
import { evolve } from './state/evolve.ts';
import { type ImportedProduct, PlannedProducts } from './state/imported-products.ts';
import type { Cascade } from './state/lookup.ts';
import {
  cascadeIn,
  elementsOfKind,
  everyElement,
  hostedIn,
  levelIdOf,
  levelsOf,
  standingOn,
  wallsNear,
} from './state/lookup.ts';
import { changedIds } from './state/manifests.ts';
import { newBatch } from './state/persistent-vector.ts';
import { referenceIn } from './state/references.ts';
import { TrialSlots } from './state/slots.ts';
import type { BranchState } from './state/state.ts';
import { countIn, elementIn, entryOf, isKind } from './state/state.ts';
import type { CountedReference, Measures, ModelView, ReferenceModel } from './view.ts';
import { NO_MEASURES } from './view.ts';

/** Data of which a view consists. */
export type ViewSource = {
  readonly branch: string;
  readonly state: BranchState;
  /** Ledger seq up to which the state is complete. */
  readonly seq: number;
  readonly derived: Derived;
  /** Other open branches that have an element of this id. */
  readonly elsewhere: (id: string) => readonly string[];
};

const NOTHING_REACHED: Regeneration = { regenerated: [], open_rooms: [] };

function* idsOf(state: BranchState): Generator<string> {
  for (const element of everyElement(state)) yield element.id;
}

function* withContents(state: BranchState, hosts: readonly Element[]): Generator<Element> {
  for (const host of hosts) {
    yield host;
    yield* hostedIn(state, host.id);
  }
}

/**
 * One branch at one moment. In a view returned by `apply`, versions are provisional: event i of the plan has ledger
 * seq `seq + 1 + i`, which is correct if no other event is committed first.
 */
export class StateView implements ModelView {
  readonly source: ViewSource;
  readonly #regeneration: Regeneration;
  readonly #products: BranchProducts;
  readonly #boxes = new Map<Element, BoxMm | null>();

  constructor(source: ViewSource, regeneration: Regeneration = NOTHING_REACHED) {
    this.source = source;
    this.#regeneration = regeneration;
    this.#products = new BranchProducts(source.state);
  }

  get branch(): string {
    return this.source.branch;
  }
  get branch_seq(): number {
    return this.source.state.branch_seq;
  }
  get seq(): number {
    return this.source.seq;
  }
  position(seq: number): number | null {
    return seq;
  }
  placeInLog(id: string): number | null {
    return this.state.keys.elements.find(id) ?? null;
  }
  importedAs(id: string): ImportedProduct | null {
    return this.#products.importedAs(id);
  }
  productOf(id: string): ImportedProduct | null {
    return this.#products.productOf(id);
  }
  withImportedGuid(guid: string): string | null {
    return this.#products.withGuid(guid);
  }
  idsWithGuid(guid: string): readonly string[] {
    return this.#products.idsWithGuid(guid);
  }
  fileFacts(id: string): FileFacts | null {
    const product = this.productOf(id);
    if (product === null) return null;
    return this.source.derived.files?.facts(product.file, product.record) ?? null;
  }
  fileProperty(id: string, name: string): PropertyValue | null {
    const product = this.productOf(id);
    if (product === null) return null;
    return this.source.derived.files?.property(product.file, product.record, name) ?? null;
  }
  /** The kinds of its elements. */
  get kinds(): Kinds {
    return this.state.keys.kinds;
  }
  /** The persistent state itself. */
  get state(): BranchState {
    return this.source.state;
  }
  /** Derived data that `apply` re-created for this view; empty for a committed view. */
  get regeneration(): Regeneration {
    return this.#regeneration;
  }

  element(id: string): Element | undefined {
    return elementIn(this.state, id);
  }
  elementOf<K extends ElementKind>(id: string, kind: K): ElementOf<K> | undefined {
    const element = this.element(id);
    return isKind(element, kind) ? element : undefined;
  }
  version(id: string): number {
    return entryOf(this.state, id)?.version ?? 0;
  }
  levels(): readonly ElementOf<'level'>[] {
    return levelsOf(this.state);
  }
  elements(): Iterable<Element> {
    return everyElement(this.state);
  }
  elementsOf<K extends ElementKind>(kind: K): readonly ElementOf<K>[] {
    return elementsOfKind(this.state, kind);
  }
  elementsOnLevel(level_id: string): Iterable<Element> {
    return withContents(this.state, standingOn(this.state, level_id));
  }
  candidates(limits: PlaceLimits): Iterable<Element> {
    return candidatesIn(this.state, limits);
  }
  count(kind?: string): number {
    return countIn(this.state, kind);
  }
  hostedBy(host_id: string): readonly Element[] {
    return hostedIn(this.state, host_id);
  }
  levelOf(id: string): string | null {
    const element = this.element(id);
    return element === undefined ? null : levelIdOf(this.state, element);
  }
  cascadeOf(id: string): readonly Cascade[] {
    return cascadeIn(this.state, id);
  }
  joinedWalls(wall_id: string): readonly string[] {
    const wall = this.elementOf(wall_id, 'wall');
    if (wall === undefined) return [];
    const near = this.wallsAround(wall).map(straightWall);
    return affectedWalls([straightWall(wall)], near).filter((id) => id !== wall_id);
  }
  /** Walls of its level whose reach meets the reach of the wall, by id; includes the wall itself if the view has it. */
  wallsAround(wall: ElementOf<'wall'>): readonly ElementOf<'wall'>[] {
    return this.source.derived.walls.neighbours(this.state, wall);
  }
  wallsNear(level_id: string, box: Box2): readonly ElementOf<'wall'>[] {
    return wallsNear(this.state, level_id, box);
  }
  /** Walls of its level whose outline may meet the outline of the wall: sharp corners extend beyond the reach of their walls. */
  wallsAtFootprint(wall: ElementOf<'wall'>): readonly ElementOf<'wall'>[] {
    const outlines = outlinesOver(this.source.derived.walls.footprint(this.state, wall));
    const box = widened(ringBounds(outlines.flat()), mitreMargin(this.state));
    return wallsNear(this.state, wall.params.level_id, box);
  }
  references(): readonly CountedReference[] {
    return this.state.references.map(({ import_id, name, elements }) => {
      return { import_id, name, elements };
    });
  }
  referenceOf(id: string): ReferenceModel | null {
    const found = referenceIn(this.state, id);
    return found === null ? null : { import_id: found.import_id, name: found.name };
  }
  named(name: string): readonly Element[] {
    return namedLike(everyElement(this.state), name);
  }
  nearIds(id: string, limit: number): readonly string[] {
    return nearestIds(idsOf(this.state), id, limit);
  }
  branchesWith(id: string): readonly string[] {
    return this.element(id) === undefined ? this.source.elsewhere(id) : [];
  }

  bounds(id: string): BoxMm | null {
    const element = this.element(id);
    return element === undefined ? null : this.#boundsOf(element);
  }
  #boundsOf(element: Element): BoxMm | null {
    const known = this.#boxes.get(element);
    if (known !== undefined) return known;
    const box = this.source.derived.bounds(this.state, element);
    this.#boxes.set(element, box);
    return box;
  }
  footprint(wall_id: string): WallFootprint | null {
    const wall = this.elementOf(wall_id, 'wall');
    return wall === undefined ? null : this.source.derived.footprint(this.state, wall);
  }
  /** Computes the outlines of these walls together; ignores ids of other elements. */
  prepareWalls(ids: readonly string[]): void {
    const walls = ids.flatMap((id) => this.elementOf(id, 'wall') ?? []);
    this.source.derived.walls.prepare(this.state, walls);
  }
  outline(id: string): readonly PlanPoint[] | null {
    const element = this.element(id);
    return element === undefined ? null : this.source.derived.outline(this.state, element);
  }
  holes(id: string): readonly (readonly PlanPoint[])[] {
    const element = this.element(id);
    if (element?.kind !== 'room') return [];
    return this.source.derived.roomOutline(this.state, element).holes;
  }
  marks(id: string): readonly Mark[] {
    const element = this.element(id);
    return element === undefined ? [] : marksOf(element, this.state, this.source.derived);
  }
  mesh(id: string): Mesh | null {
    const element = this.element(id);
    return element === undefined ? null : this.source.derived.mesh(this.state, element);
  }
  bodyKey(id: string): object | null {
    const element = this.element(id);
    return element === undefined ? null : this.source.derived.bodyKey(this.state, element);
  }
  fileMesh(id: string): FileMesh | null {
    const element = this.element(id);
    return element === undefined ? null : this.source.derived.fileMesh(this.state, element);
  }
  fineMesh(id: string): Mesh | null {
    const element = this.element(id);
    return element === undefined ? null : this.source.derived.fineMesh(this.state, element);
  }
  uncutMesh(id: string): Mesh | null {
    const element = this.element(id);
    return element === undefined ? null : this.source.derived.uncutMesh(this.state, element);
  }
  pieces(id: string): readonly ConvexPiece[] | null {
    const element = this.element(id);
    return element === undefined ? null : this.source.derived.pieces(this.state, element);
  }
  workspace(id: string): readonly ConvexPiece[] {
    const element = this.element(id);
    return element === undefined ? [] : this.source.derived.workspace(this.state, element);
  }
  measures(id: string): Measures {
    const element = this.element(id);
    return element === undefined ? NO_MEASURES : this.source.derived.measures(this.state, element);
  }
  grossMeasures(id: string): Measures {
    return this.hostedBy(id).length === 0 ? this.measures(id) : this.measuresAs(id, new Map());
  }
  /** False for a room that follows its walls and is no longer enclosed by them. */
  isEnclosed(room_id: string): boolean {
    const room = this.elementOf(room_id, 'room');
    return room !== undefined && this.source.derived.roomOutline(this.state, room).enclosed;
  }

  inBox(box: BoxMm): readonly string[] {
    const { boxes } = this.source.derived;
    const indexed = boxes.inBox(this.state, box);
    if (indexed !== null) return indexed;
    const found: string[] = [];
    let scanned = 0;
    const consider = (element: Element): void => {
      scanned += 1;
      const own = this.#boundsOf(element);
      const found_at = own === null ? null : searchBox(element, own);
      if (found_at !== null && boxIntersects(found_at, box)) found.push(element.id);
    };
    for (const host of elementsNearBoxes(this.state, [box])) {
      consider(host);
      for (const hosted of hostedIn(this.state, host.id)) consider(hosted);
    }
    boxes.countScan(this.state, scanned);
    // If the box is so large that all elements are visited, hosted elements are found twice.
    return [...new Set(found)].toSorted(compareText);
  }

  /**
   * Measures that an element of this view would have without hosted elements and with these parameters of elements
   * (of itself and its levels).
   * @throws `RangeError` or `ModelFault` if no such element is possible.
   */
  measuresAs(id: string, params: ReadonlyMap<string, ParamValues>): Measures {
    if (this.element(id) === undefined) return NO_MEASURES;
    const emptied = this.hostedBy(id).map((content): PlannedEvent => {
      return {
        type: 'element.deleted',
        aggregate_id: content.id,
        payload: { element: content, cascade_of: id },
      };
    });
    const changed = [...params].flatMap(([aggregate_id, updates]): readonly PlannedEvent[] => {
      const previous = this.element(aggregate_id)?.params;
      if (previous === undefined || deepEqual(previous, updates)) return [];
      return [{ type: 'element.modified', aggregate_id, payload: { updates, previous } }];
    });
    const state = this.#evolved([...emptied, ...changed]);
    const supposed = elementIn(state, id);
    return supposed === undefined ? NO_MEASURES : this.source.derived.measures(state, supposed);
  }

  /** Distinct elements that the events create, import, modify or delete. */
  changedBy(events: readonly PlannedEvent[]): ReadonlySet<string> {
    return changedIds(events, this.state.keys);
  }

  /** The state after events that the keeper has not checked yet. @throws {ModelFault} for an event that does not fit */
  evolved(events: readonly PlannedEvent[]): BranchState {
    return this.#evolved(events);
  }

  apply(events: readonly PlannedEvent[]): StateView {
    assertKeepsReferences(this.state, events);
    const state = this.#evolved(events);
    assertModelsApart(state, events);
    const step = { before: this.state, after: state };
    const regeneration = regenerate(step, events, this.source.derived);
    return new StateView({ ...this.source, state, seq: this.seq + events.length }, regeneration);
  }

  /** The state after the events; the state of the view is not changed. */
  #evolved(events: readonly PlannedEvent[]): BranchState {
    const { keys } = this.state;
    const trial = {
      kinds: keys.kinds,
      elements: new TrialSlots(keys.elements),
      cells: new TrialSlots(keys.cells),
      manifests: keys.manifests,
      products: new PlannedProducts(keys.products, keys.elements.size),
    };
    const batch = newBatch();
    let state: BranchState = { ...this.state, keys: trial };
    for (const [i, event] of events.entries()) {
      state = evolve(state, event, this.seq + 1 + i, batch);
    }
    return state;
  }
}
