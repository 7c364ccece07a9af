/** @module box index: finds the elements in a box, with one grid for all branches and dry runs of a model. */
import type { BoxMm } from '../../../../schemas/units.ts';
import { GRID_MM } from '../../../../schemas/units.ts';
import { compareText } from '../../../base/canonical/deep-equal.ts';
import type { Element } from '../../kinds/elements.ts';
import type { Site } from '../../kinds/kind.ts';
import { vectorDiffUpTo } from '../state/persistent-vector.ts';
import type { BranchState } from '../state/state.ts';
import { countIn, elementAt } from '../state/state.ts';
import type { SlotChange } from './box-followers.ts';
import { withFollowers } from './box-followers.ts';
import type { BoxGrid } from './box-grid.ts';
import { AROUND, BoxTable, EXACT } from './box-grid.ts';
import { gridOf, Surroundings, searchBox } from './box-surroundings.ts';
import type { WallPlan } from './wall-plan.ts';

/**
 * Maximum number of elements, including their followers, in which a state may differ from the grid that answers its
 * queries.
 */
const MAX_STALE = 1024;
/** Maximum number of elements in which two states may differ for the later one to be compared with the earlier one. */
const MAX_CHANGES = 128;
/** The number of grids kept, and of states kept for comparison with later ones. */
const GRIDS_KEPT = 2;
const STATES_KEPT = 6;

/** The derived results that the index uses. */
type Boxes = {
  readonly walls: WallPlan;
  bounds(state: BranchState, element: Element): BoxMm | null;
  site(state: BranchState): Site;
};

/** The differences between a state and the grid that answers its queries. */
type Overlay = {
  readonly state: BranchState;
  readonly grid: BoxGrid;
  /** Slots whose boxes in this state the grid does not know, with their places in the table. */
  readonly stale: ReadonlyMap<number, number>;
  readonly table: BoxTable;
  /** Boxes in this state that the grid does not keep, by the numbers that the grid assigns. */
  readonly rooms: BoxTable;
};

/** A slot with its place in a table. */
type Placed = { readonly place: number; readonly slot: number };

/**
 * Boxes of the elements of all states of one model.
 *
 * A grid is made from one state. It first holds enclosing boxes that elements cannot leave; exact boxes are computed
 * when a query first meets them. The grid also answers other states, except for the differing elements and their
 * followers, which are kept in a short separate list. A state too far from every grid is not answered until the
 * elements examined without a grid have cost as much as making one.
 */
export class BoxIndex {
  readonly #derived: Boxes;
  /** The most recently queried states, the latest first. */
  #recent: readonly Overlay[] = [];
  #scanned = 0;

  constructor(derived: Boxes) {
    this.#derived = derived;
  }

  /** Returns the sorted ids of the elements whose boxes meet the given box; null if there is no grid for the state. */
  inBox(state: BranchState, box: BoxMm): readonly string[] | null {
    const overlay = this.#overlayOf(state);
    if (overlay === null) return null;
    // Exact boxes are rounded to the grid of positions; enclosing boxes are not.
    const wide = grown(box, GRID_MM);
    const ids: string[] = [];
    const { grid, stale, table } = overlay;
    const near = grid.search(wide);
    for (let i = 0; i < near.length; i++) {
      const slot = near[i] ?? 0;
      if (stale.size > 0 && stale.has(slot)) continue;
      if (this.#meets(overlay, slot, box)) ids.push(grid.ids[slot] ?? '');
    }
    for (const [slot, place] of stale) {
      if (!table.meets(place, wide)) continue;
      if (table.known[place] !== EXACT) this.#settle(state, table, { place, slot });
      if (table.meets(place, box)) ids.push(elementAt(state, slot)?.id ?? '');
    }
    return sorted(ids);
  }

  /** Records how many elements were examined because there was no grid for the state. */
  countScan(state: BranchState, count: number): void {
    this.#scanned += count;
    if (this.#scanned < countIn(state)) return;
    this.#scanned = 0;
    const grid = gridOf(new Surroundings(state, this.#derived.site(state)));
    const [table, rooms] = [new BoxTable(0), unknownRooms(grid)];
    this.#keep({ state, grid, stale: new Map(), table, rooms });
  }

  /** Whether the box of the element in a slot meets the given box. The grid must know this element. */
  #meets({ state, grid, rooms }: Overlay, slot: number, box: BoxMm): boolean {
    const how = grid.table.known[slot];
    if (how === EXACT) return grid.table.meets(slot, box);
    if (how === AROUND) {
      const element = elementAt(state, slot);
      grid.settle(slot, element === undefined ? null : this.#derived.bounds(state, element));
      return grid.table.meets(slot, box);
    }
    const place = grid.numberOf(slot);
    if (rooms.known[place] !== EXACT) this.#settle(state, rooms, { place, slot });
    return rooms.meets(place, box);
  }

  /** Stores the box of an element in this state in a table. */
  #settle(state: BranchState, table: BoxTable, { place, slot }: Placed): void {
    const element = elementAt(state, slot);
    const own = element === undefined ? null : this.#derived.bounds(state, element);
    const found = element === undefined || own === null ? null : searchBox(element, own);
    table.set(place, found, EXACT);
  }

  #overlayOf(state: BranchState): Overlay | null {
    const [latest] = this.#recent;
    if (latest === undefined || latest.state === state) return latest ?? null;
    const known = this.#recent.find((other) => other.state === state);
    const overlay = known ?? this.#madeFor(state);
    if (overlay !== null) this.#keep(overlay);
    return overlay;
  }

  #keep(overlay: Overlay): void {
    const kept = [overlay];
    const grids = new Set([overlay.grid]);
    for (const other of this.#recent) {
      const isOneGridMore = !grids.has(other.grid) && grids.size === GRIDS_KEPT;
      if (other === overlay || isOneGridMore || kept.length === STATES_KEPT) continue;
      grids.add(other.grid);
      kept.push(other);
    }
    this.#recent = kept;
  }

  /** Makes the overlay from the kept state with the fewest differences. */
  #madeFor(state: BranchState): Overlay | null {
    let nearest: { readonly from: Overlay; readonly changes: readonly SlotChange[] } | null = null;
    for (const from of this.#recent) {
      const most = nearest === null ? MAX_CHANGES : nearest.changes.length - 1;
      const changes = changesUpTo(from.state, state, most);
      if (changes !== null) nearest = { from, changes };
    }
    if (nearest === null) return null;
    const { from, changes } = nearest;
    const fresh = withFollowers(state, changes, this.#derived.walls);
    if (fresh === null || from.stale.size + fresh.size > MAX_STALE) return null;
    this.#keep(from);
    const around = new Surroundings(state, this.#derived.site(state));
    return overlayWith(from, around, { fresh, hasWalls: changes.some(isOfWall) });
  }
}

/** Returns the differences between two states; null if there are more than `most` entries. */
function changesUpTo(
  before: BranchState,
  after: BranchState,
  most: number,
): readonly SlotChange[] | null {
  const changes: SlotChange[] = [];
  const all = vectorDiffUpTo(before.entries, after.entries, most, (slot, was, is) => {
    const change = { slot, before: was?.element ?? null, after: is?.element ?? null };
    if (change.before !== change.after) changes.push(change);
  });
  return all ? changes : null;
}

/** Whether rooms that follow their walls can follow this change. */
function isOfWall({ before, after }: SlotChange): boolean {
  return before?.kind === 'wall' || after?.kind === 'wall';
}

/** The overlay of a state in which the boxes in these slots can differ from those in the state of `from`. */
function overlayWith(
  from: Overlay,
  around: Surroundings,
  { fresh, hasWalls }: { readonly fresh: ReadonlySet<number>; readonly hasWalls: boolean },
): Overlay {
  const { state } = around;
  const slots = [...new Set([...from.stale.keys(), ...fresh])];
  const table = new BoxTable(slots.length);
  const stale = new Map<number, number>();
  for (const [place, slot] of slots.entries()) {
    stale.set(slot, place);
    const known = fresh.has(slot) ? undefined : from.stale.get(slot);
    if (known !== undefined && from.table.known[known] === EXACT) {
      table.copy(place, from.table, known);
      continue;
    }
    const element = elementAt(state, slot);
    if (element !== undefined) around.putInto(table, place, element);
  }
  return {
    state,
    grid: from.grid,
    stale,
    table,
    rooms: hasWalls ? unknownRooms(from.grid) : from.rooms,
  };
}

function unknownRooms({ numbers }: BoxGrid): BoxTable {
  const table = new BoxTable(numbers);
  table.known.fill(AROUND);
  return table;
}

/** Up to this many ids, insertion sort is the fastest. */
const FEW = 12;

function sorted(ids: string[]): readonly string[] {
  if (ids.length > FEW) return ids.toSorted(compareText);
  for (let i = 1; i < ids.length; i++) {
    const id = ids[i] ?? '';
    let place = i;
    for (; place > 0 && (ids[place - 1] ?? '') > id; place--) ids[place] = ids[place - 1] ?? '';
    ids[place] = id;
  }
  return ids;
}

function grown({ min, max }: BoxMm, by: number): BoxMm {
  return {
    min: { x: min.x - by, y: min.y - by, z: min.z - by },
    max: { x: max.x + by, y: max.y + by, z: max.z + by },
  };
}
