/** @module state view: ModelView over one state; a dry run is the view that `apply` gives. */
import type { Element, ElementKind, ElementOf } from '../../schemas/elements.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import type { BoxMm, PlanPoint } from '../../schemas/units.ts';
import type { Mesh } from '../geometry/mesh.ts';
import { boxIntersects } from '../geometry/vector.ts';
import { affectedWalls } from '../geometry/wall-joins.ts';
import type { WallFootprint } from '../geometry/wall-joins.ts';
import { compareText } from './deep-equal.ts';
import type { Derived } from './derived.ts';
import { evolve } from './evolve.ts';
import type { Cascade } from './lookup.ts';
import {
  cascadeIn,
  elementsOfKind,
  everyElement,
  hostedIn,
  levelIdOf,
  levelsOf,
  nearElements,
  standingOn,
} from './lookup.ts';
import { nearestIds } from './near-ids.ts';
import { newBatch } from './persistent-vector.ts';
import type { GridName } from './placement.ts';
import { widened } from './placement.ts';
import { reachOf } from './plan-grid.ts';
import type { Regeneration } from './regeneration.ts';
import { regenerate } from './regeneration.ts';
import { TrialSlots } from './slots.ts';
import type { BranchState } from './state.ts';
import { countIn, elementIn, entryOf, isKind } from './state.ts';
import type { HostedElement, Measures, ModelView } from './view.ts';
import { mitreMargin, straightWall } from './wall-plan.ts';

/** What a view stands on. */
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
const NO_MEASURES: Measures = {
  length_mm: null,
  area_mm2: null,
  perimeter_mm: null,
  volume_mm3: null,
};

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
 * One branch at one moment. In a view that `apply` gave, versions are provisional: event i of the plan
 * counts as ledger seq `seq + 1 + i`, as it would if nothing came between.
 */
export class StateView implements ModelView {
  readonly #source: ViewSource;
  readonly #regeneration: Regeneration;
  readonly #boxes = new Map<Element, BoxMm | null>();

  constructor(source: ViewSource, regeneration: Regeneration = NOTHING_REACHED) {
    this.#source = source;
    this.#regeneration = regeneration;
  }

  get branch(): string {
    return this.#source.branch;
  }
  get branch_seq(): number {
    return this.#source.state.branch_seq;
  }
  get seq(): number {
    return this.#source.seq;
  }
  /** The persistent state itself. */
  get state(): BranchState {
    return this.#source.state;
  }
  /** What `apply` had to make again to come to this view; nothing for a committed view. */
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
  count(kind?: ElementKind): number {
    return countIn(this.state, kind);
  }
  hostedBy(host_id: string): readonly HostedElement[] {
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
  /** Walls of its level whose reach meets that of the wall, itself included when it is there, by id. */
  wallsAround(wall: ElementOf<'wall'>): readonly ElementOf<'wall'>[] {
    return this.#source.derived.walls.neighbours(this.state, wall);
  }
  nearIds(id: string, limit: number): readonly string[] {
    return nearestIds(idsOf(this.state), id, limit);
  }
  branchesWith(id: string): readonly string[] {
    return this.element(id) === undefined ? this.#source.elsewhere(id) : [];
  }

  bounds(id: string): BoxMm | null {
    const element = this.element(id);
    return element === undefined ? null : this.#boundsOf(element);
  }
  #boundsOf(element: Element): BoxMm | null {
    const known = this.#boxes.get(element);
    if (known !== undefined) return known;
    const box = this.#source.derived.bounds(this.state, element);
    this.#boxes.set(element, box);
    return box;
  }
  footprint(wall_id: string): WallFootprint | null {
    const wall = this.elementOf(wall_id, 'wall');
    return wall === undefined ? null : this.#source.derived.footprint(this.state, wall);
  }
  /** Makes the outlines of these walls at once; ids of anything else are passed over. */
  prepareWalls(ids: readonly string[]): void {
    const walls = ids.flatMap((id) => this.elementOf(id, 'wall') ?? []);
    this.#source.derived.walls.prepare(this.state, walls);
  }
  outline(id: string): readonly PlanPoint[] | null {
    const element = this.element(id);
    return element === undefined ? null : this.#source.derived.outline(this.state, element);
  }
  mesh(id: string): Mesh | null {
    const element = this.element(id);
    return element === undefined ? null : this.#source.derived.mesh(this.state, element);
  }
  measures(id: string): Measures {
    const element = this.element(id);
    return element === undefined ? NO_MEASURES : this.#source.derived.measures(this.state, element);
  }
  /** False for a room that follows its walls and is not enclosed by them any more. */
  isEnclosed(room_id: string): boolean {
    const room = this.elementOf(room_id, 'room');
    return room !== undefined && this.#source.derived.roomOutline(this.state, room).enclosed;
  }

  inBox(box: BoxMm): readonly string[] {
    const found: string[] = [];
    const consider = (element: Element): void => {
      const own = this.#boundsOf(element);
      if (own !== null && boxIntersects(own, box)) found.push(element.id);
    };
    for (const host of this.#nearBox(box)) {
      consider(host);
      for (const hosted of hostedIn(this.state, host.id)) consider(hosted);
    }
    return found.toSorted(compareText);
  }

  /** Elements with a place of their own that may meet the box. */
  #nearBox(box: BoxMm): readonly Element[] {
    const { state } = this;
    const mitred = widened(box, mitreMargin(state));
    const found = [...nearElements(state, 'tall', '', box)];
    for (const level of this.levels()) {
      const slot = state.keys.elements.find(level.id) ?? 0;
      const { elevation, height } = level.params;
      const meets = (grid: GridName, zero: number): boolean => {
        const reach = reachOf(state.index.grids[grid], slot);
        return reach !== null && zero + reach.low <= box.max.z && zero + reach.high >= box.min.z;
      };
      if (meets('walls', elevation)) found.push(...nearElements(state, 'walls', level.id, mitred));
      if (meets('bodies', elevation)) found.push(...nearElements(state, 'bodies', level.id, box));
      if (meets('heads', elevation + height))
        found.push(...nearElements(state, 'heads', level.id, box));
    }
    return [...new Set(found)];
  }

  apply(events: readonly PlannedEvent[]): StateView {
    const { keys } = this.state;
    const trial = {
      elements: new TrialSlots(keys.elements),
      cells: new TrialSlots(keys.cells),
    };
    const batch = newBatch();
    let state: BranchState = { ...this.state, keys: trial };
    for (const [i, event] of events.entries())
      state = evolve(state, event, this.seq + 1 + i, batch);
    const step = { before: this.state, after: state };
    const regeneration = regenerate(step, events, this.#source.derived);
    return new StateView({ ...this.#source, state, seq: this.seq + events.length }, regeneration);
  }
}
