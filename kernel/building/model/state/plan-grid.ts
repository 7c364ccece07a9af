/** @module plan grid: a persistent loose grid in plan, level by level, over boxes known from parameters alone. */
import type { Box2 } from '../../geometry/vector.ts';
import type { Batch, Vector } from './persistent-vector.ts';
import { emptyVector, vectorGet, vectorSet } from './persistent-vector.ts';
import type { SlotList } from './slot-set.ts';
import { listWith, listWithout } from './slot-set.ts';
import type { Interner } from './slots.ts';

/** Side of the smallest cells, mm; each size is twice the one before. */
const SMALLEST_CELL_MM = 4000;
const SIZES = 14;
/** Cells per axis that a key can tell apart; beyond ± 32 km of the origin the outermost cell holds all. */
const AXIS_BITS = 14;
const CELLS_PER_AXIS = 1 << AXIS_BITS;
/** A query that would look at more cells than this takes all of the level instead. */
const MOST_CELLS = 2048;

/** What is known of one level: sizes of cell in use (as bits) and how far its elements reach from its elevation, mm. */
export type LevelReach = { readonly sizes: number; readonly low: number; readonly high: number };

/**
 * Every element lies in exactly one cell: that of the lower left corner of its box, of the smallest
 * size that is no smaller than the box. So an edit changes at most two cells, and a query widens its
 * box by one cell. Reach and sizes only ever grow; they merely save looking.
 */
export type PlanGrid = {
  readonly cells: Vector<SlotList>;
  readonly levels: Vector<LevelReach>;
};

/** Where an element lies: its level's slot, its box in plan and its reach from the level's elevation, mm. */
export type GridPlace = {
  readonly level: number;
  readonly box: Box2;
  readonly low: number;
  readonly high: number;
};

/** A grid without elements. */
export function emptyGrid(): PlanGrid {
  return { cells: emptyVector(), levels: emptyVector() };
}

function column(mm: number, cell: number): number {
  const index = Math.floor(mm / cell) + CELLS_PER_AXIS / 2;
  return Math.min(CELLS_PER_AXIS - 1, Math.max(0, index));
}

/**
 * A number of 32 bits, which a Map finds much faster than a larger one: 4 bits for the size, 28 for the place, turned by
 * the level.
 *
 * INVARIANT: cells of one level have different keys, or a query would find an element twice. A cell of another level may
 * have the same key; every hit is checked, so that is harmless.
 */
function keyOf(level: number, size: number, x: number, y: number): number {
  const turn = Math.imul(level, 0x9e37_79b1) >>> 4;
  return (size << (2 * AXIS_BITS)) | (((x << AXIS_BITS) | y) ^ turn);
}

function sizeFor(box: Box2): number {
  const extent = Math.max(box.max.x - box.min.x, box.max.y - box.min.y);
  let size = 0;
  while (size < SIZES - 1 && SMALLEST_CELL_MM * 2 ** size < extent) size += 1;
  return size;
}

/** Key of the cell that holds `place`. */
export function cellOf({ level, box }: GridPlace): number {
  const size = sizeFor(box);
  const cell = SMALLEST_CELL_MM * 2 ** size;
  return keyOf(level, size, column(box.min.x, cell), column(box.min.y, cell));
}

/** The grid with `slot` at `place`. */
export function withPlaced(
  grid: PlanGrid,
  cell: number,
  { slot, place }: { readonly slot: number; readonly place: GridPlace },
  batch: Batch | null,
): PlanGrid {
  const known = vectorGet(grid.levels, place.level);
  const size = 1 << sizeFor(place.box);
  const covered =
    known !== undefined &&
    (known.sizes & size) !== 0 &&
    known.low <= place.low &&
    known.high >= place.high;
  const reach = covered
    ? known
    : {
        sizes: (known?.sizes ?? 0) | size,
        low: Math.min(known?.low ?? Infinity, place.low),
        high: Math.max(known?.high ?? -Infinity, place.high),
      };
  const cells = vectorSet(grid.cells, cell, listWith(vectorGet(grid.cells, cell), slot), batch);
  const levels = vectorSet(grid.levels, place.level, reach, batch);
  return cells === grid.cells && levels === grid.levels ? grid : { cells, levels };
}

/** The grid without `slot` in the cell (its slot in the interner of cells). */
export function withoutPlaced(
  grid: PlanGrid,
  cell: number,
  slot: number,
  batch: Batch | null,
): PlanGrid {
  const rest = listWithout(vectorGet(grid.cells, cell), slot);
  return { cells: vectorSet(grid.cells, cell, rest, batch), levels: grid.levels };
}

/** Reach of what stands on a level from its elevation, mm; null when nothing does. */
export function reachOf(
  grid: PlanGrid,
  level: number,
): { readonly low: number; readonly high: number } | null {
  return vectorGet(grid.levels, level) ?? null;
}

/**
 * Slots on one level whose boxes may meet `box`: all that do, and some that do not. Null when the box
 * is so large that looking at the whole level is cheaper.
 */
export function nearIn(
  grid: PlanGrid,
  cells: Interner<number>,
  level: number,
  box: Box2,
): readonly number[] | null {
  const known = vectorGet(grid.levels, level);
  if (known === undefined) return [];
  const { sizes } = known;
  const found: number[] = [];
  let looked = 0;
  for (let size = 0; size < SIZES; size++) {
    if ((sizes & (1 << size)) === 0) continue;
    const cell = SMALLEST_CELL_MM * 2 ** size;
    // A cell holds what begins in it and is no larger, so one more cell to the lower left counts.
    const [west, east] = [column(box.min.x - cell, cell), column(box.max.x, cell)];
    const [south, north] = [column(box.min.y - cell, cell), column(box.max.y, cell)];
    looked += (east - west + 1) * (north - south + 1);
    if (looked > MOST_CELLS) return null;
    for (let x = west; x <= east; x++) {
      for (let y = south; y <= north; y++) {
        const slot = cells.find(keyOf(level, size, x, y));
        if (slot !== undefined) addAll(found, vectorGet(grid.cells, slot));
      }
    }
  }
  return found;
}

function addAll(found: number[], list: SlotList | undefined): void {
  if (list !== undefined) for (let i = 0; i < list.length; i++) found.push(list[i] ?? 0);
}
