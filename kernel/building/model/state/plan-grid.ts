/** @module plan grid: a persistent loose grid in plan per level, using boxes derived from parameters alone. */
import type { Box2 } from '../../geometry/vector.ts';
import { planBoxAround, planBoxContains, planBoxIntersects } from '../../geometry/vector.ts';
import type { Batch, Vector } from './persistent-vector.ts';
import { emptyVector, vectorGet, vectorSet } from './persistent-vector.ts';
import type { SlotList } from './slot-set.ts';
import { listWith, listWithout } from './slot-set.ts';
import type { Interner } from './slots.ts';

/** Side of the smallest cells, mm; each size is twice the previous one. */
const MIN_CELL_MM = 4000;
const SIZES = 14;
/**
 * Bits per axis in a cell key. Beyond ± 32 km of the origin (for the smallest cells), the outermost
 * cell holds everything.
 */
const AXIS_BITS = 14;
const CELLS_PER_AXIS = 1 << AXIS_BITS;
/** Maximum number of cells per query; above it, all elements of the level are returned instead. */
const MAX_CELLS = 2048;

/**
 * Summary of a level: used cell sizes as bits, the extent of its elements in plan, and their vertical extent relative to its
 * elevation, mm.
 */
export type LevelReach = {
  readonly sizes: number;
  readonly box: Box2;
  readonly low: number;
  readonly high: number;
};

/**
 * Every element is in exactly one cell: the one at the lower left corner of its box, of the smallest
 * size that is not smaller than the box. An edit therefore changes at most two cells, and a query
 * extends its box by one cell. Extents and sizes only grow; they are an optimization.
 */
export type PlanGrid = {
  readonly cells: Vector<SlotList>;
  readonly levels: Vector<LevelReach>;
};

/**
 * Position of an element: slot of its level, box in plan, and vertical extent relative to the level's
 * elevation, mm.
 */
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
 * Packs a cell into a 32-bit integer, which a Map looks up much faster than a larger number: 4 bits
 * for the size, 28 for the position, XORed with a hash of the level.
 *
 * INVARIANT: cells of one level have different keys; otherwise a query would return an element twice.
 * Cells of different levels may share a key; this is harmless, because every hit is checked.
 */
function keyOf(level: number, size: number, x: number, y: number): number {
  const turn = Math.imul(level, 0x9e37_79b1) >>> 4;
  return (size << (2 * AXIS_BITS)) | (((x << AXIS_BITS) | y) ^ turn);
}

function sizeFor(box: Box2): number {
  const extent = Math.max(box.max.x - box.min.x, box.max.y - box.min.y);
  let size = 0;
  while (size < SIZES - 1 && MIN_CELL_MM * 2 ** size < extent) size += 1;
  return size;
}

/** Key of the cell that contains `place`. */
export function cellOf({ level, box }: GridPlace): number {
  const size = sizeFor(box);
  const cell = MIN_CELL_MM * 2 ** size;
  return keyOf(level, size, column(box.min.x, cell), column(box.min.y, cell));
}

/** Returns the grid with `slot` at `place`. */
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
    known.high >= place.high &&
    planBoxContains(known.box, place.box);
  const reach = covered
    ? known
    : {
        sizes: (known?.sizes ?? 0) | size,
        box: known === undefined ? place.box : planBoxAround(known.box, place.box),
        low: Math.min(known?.low ?? Infinity, place.low),
        high: Math.max(known?.high ?? -Infinity, place.high),
      };
  const cells = vectorSet(grid.cells, cell, listWith(vectorGet(grid.cells, cell), slot), batch);
  const levels = vectorSet(grid.levels, place.level, reach, batch);
  return cells === grid.cells && levels === grid.levels ? grid : { cells, levels };
}

/** Returns the grid without `slot` in a cell; the cell is given by its slot in the interner of cells. */
export function withoutPlaced(
  grid: PlanGrid,
  cell: number,
  slot: number,
  batch: Batch | null,
): PlanGrid {
  const rest = listWithout(vectorGet(grid.cells, cell), slot);
  return { cells: vectorSet(grid.cells, cell, rest, batch), levels: grid.levels };
}

/** Vertical extent of the elements on a level relative to its elevation, mm; null for an empty level. */
export function reachOf(
  grid: PlanGrid,
  level: number,
): { readonly low: number; readonly high: number } | null {
  return vectorGet(grid.levels, level) ?? null;
}

/**
 * Slots on one level whose boxes may intersect `box`: all that do, and some that do not. Null if the
 * box is so large that scanning the whole level is cheaper.
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
  if (!planBoxIntersects(box, known.box)) return [];
  const { min, max } = commonBox(box, known.box);
  const found: number[] = [];
  let cells_visited = 0;
  for (let size = 0; size < SIZES; size++) {
    if ((sizes & (1 << size)) === 0) continue;
    const cell = MIN_CELL_MM * 2 ** size;
    // A cell contains boxes that begin in it and are not larger, so the query includes one more cell to the lower left.
    const [west, east] = [column(min.x - cell, cell), column(max.x, cell)];
    const [south, north] = [column(min.y - cell, cell), column(max.y, cell)];
    cells_visited += (east - west + 1) * (north - south + 1);
    if (cells_visited > MAX_CELLS) return null;
    for (let x = west; x <= east; x++) {
      for (let y = south; y <= north; y++) {
        const slot = cells.find(keyOf(level, size, x, y));
        if (slot !== undefined) addAll(found, vectorGet(grid.cells, slot));
      }
    }
  }
  return found;
}

/** The common part of two boxes that meet. */
function commonBox(a: Box2, b: Box2): Box2 {
  return {
    min: { x: Math.max(a.min.x, b.min.x), y: Math.max(a.min.y, b.min.y) },
    max: { x: Math.min(a.max.x, b.max.x), y: Math.min(a.max.y, b.max.y) },
  };
}

function addAll(found: number[], list: SlotList | undefined): void {
  if (list !== undefined) for (let i = 0; i < list.length; i++) found.push(list[i] ?? 0);
}
