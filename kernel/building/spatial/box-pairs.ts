/**
 * @module box pairs: finds all pairs of boxes that share a point, with a grid over y and z and a sweep along x in each
 * cell.
 */
import { checkpoint } from '../../base/work/checkpoint.ts';

/** Six values per box, mm: min x, y, z, max x, y, z. Boxes are numbered in the order of the list. */
export type BoxList = Float64Array;

const BOX_NUMBERS = 6;

/** Width and height of a cell in mean box sizes: larger cells make sweeps longer, smaller cells need more copies. */
const CELL_IN_BOXES = 2;
/** Maximum number of cells per box. */
const CELLS_PER_BOX = 2;
/** Number of comparisons between two checkpoints: a few milliseconds. */
const STOP_AFTER = 300_000;
/** Number of key bits that one pass of the radix sort handles. */
const RADIX_BITS = 11;
const KEY_BITS = 32;

/**
 * Returns the pairs of boxes that overlap, touch, or are within `gap` mm of each other in each direction. The result
 * lists the numbers of the two boxes of each pair, the smaller number first. Each pair occurs once, in an order that
 * depends only on the boxes. Throws `RangeError` for a box that is not finite or has a min greater than its max.
 */
export function boxPairs(list: BoxList, gap = 0): Int32Array {
  const count = Math.floor(list.length / BOX_NUMBERS);
  const pairs = new PairList(count);
  if (count < 2) return pairs.finish();
  const extent = extentOf(list);
  const sorted = sortedByX(list, extent, gap);
  const cells = cellsOf(sorted, yzGrid(extent, count, gap));
  const boxes = cellBuffer(largestCell(cells));
  const { columns, first } = cells;
  let work = 0;
  for (let cell = 0; cell + 1 < first.length; cell++) {
    const in_cell = copyCell(boxes, cell, cells, sorted);
    work += in_cell;
    for (let a = 0; a < in_cell; a++) {
      work += sweep(a, cell, { boxes, count: in_cell, columns }, pairs);
      if (work < STOP_AFTER) continue;
      work = 0;
      checkpoint({ done: cell, total: first.length - 1, doing: 'finding boxes that meet' });
    }
  }
  return pairs.finish();
}

type Extent = {
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
  /** Sums of the sizes of all boxes along y and z. */
  readonly size_y: number;
  readonly size_z: number;
};

function extentOf(boxes: BoxList): Extent {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  let [size_y, size_z] = [0, 0];
  for (let o = 0; o + BOX_NUMBERS <= boxes.length; o += BOX_NUMBERS) {
    const [x0, y0, z0] = [real(boxes, o), real(boxes, o + 1), real(boxes, o + 2)];
    const [x1, y1, z1] = [real(boxes, o + 3), real(boxes, o + 4), real(boxes, o + 5)];
    if (!(x0 <= x1 && y0 <= y1 && z0 <= z1 && Number.isFinite(x1 - x0 + y1 - y0 + z1 - z0))) {
      throw new RangeError(`box ${o / BOX_NUMBERS} is not a finite box`);
    }
    if (x0 < low[0]) low[0] = x0;
    if (y0 < low[1]) low[1] = y0;
    if (z0 < low[2]) low[2] = z0;
    if (x1 > high[0]) high[0] = x1;
    if (y1 > high[1]) high[1] = y1;
    if (z1 > high[2]) high[2] = z1;
    size_y += y1 - y0;
    size_z += z1 - z0;
  }
  return { low, high, size_y, size_z };
}

/**
 * The value at an index that exists. Each array type has its own function, because a shared function is five times
 * slower.
 */
function real(list: Float64Array, place: number): number {
  return list[place] ?? 0;
}

function whole(list: Uint32Array, place: number): number {
  return list[place] ?? 0;
}

/** The boxes sorted by their lower x, with one array per coordinate. The gap is added to the upper coordinates. */
type Sorted = {
  readonly number: Uint32Array;
  readonly x0: Float64Array;
  readonly x1: Float64Array;
  readonly y0: Float64Array;
  readonly y1: Float64Array;
  readonly z0: Float64Array;
  readonly z1: Float64Array;
  /** Lower and upper x as integers with the same order; the sweep compares these to find its end. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
};

function sortedByX(boxes: BoxList, { low, high }: Extent, gap: number): Sorted {
  const count = Math.floor(boxes.length / BOX_NUMBERS);
  const zero = low[0];
  const scale = (2 ** KEY_BITS - 2) / Math.max(high[0] + gap - zero, 1e-9);
  const keys = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    keys[i] = Math.floor((real(boxes, i * BOX_NUMBERS) - zero) * scale);
  }
  const number = orderOf(keys);
  const sorted = emptySorted(count);
  const { x0, x1, y0, y1, z0, z1, from, to } = sorted;
  sorted.number.set(number);
  for (let i = 0; i < count; i++) {
    const box = whole(number, i);
    const o = box * BOX_NUMBERS;
    const end = real(boxes, o + 3) + gap;
    x0[i] = real(boxes, o);
    y0[i] = real(boxes, o + 1);
    z0[i] = real(boxes, o + 2);
    x1[i] = end;
    y1[i] = real(boxes, o + 4) + gap;
    z1[i] = real(boxes, o + 5) + gap;
    from[i] = whole(keys, box);
    to[i] = Math.floor((end - zero) * scale);
  }
  return sorted;
}

function emptySorted(count: number): Sorted {
  const reals = (): Float64Array => new Float64Array(count);
  const wholes = (): Uint32Array => new Uint32Array(count);
  return {
    number: wholes(),
    x0: reals(),
    x1: reals(),
    y0: reals(),
    y1: reals(),
    z0: reals(),
    z1: reals(),
    from: wholes(),
    to: wholes(),
  };
}

/**
 * Returns the indexes of the keys in ascending order; the sort is stable (radix sort, least significant digit first).
 */
function orderOf(keys: Uint32Array): Uint32Array {
  let order = Uint32Array.from(keys, (_, i) => i);
  let next = new Uint32Array(keys.length);
  const size = 2 ** RADIX_BITS;
  for (let shift = 0; shift < KEY_BITS; shift += RADIX_BITS) {
    checkpoint({ done: 0, total: keys.length, doing: 'sorting boxes' });
    const starts = new Uint32Array(size + 1);
    for (const key of keys) {
      const digit = (key >>> shift) & (size - 1);
      starts[digit + 1] = whole(starts, digit + 1) + 1;
    }
    for (let digit = 0; digit < size; digit++) {
      starts[digit + 1] = whole(starts, digit + 1) + whole(starts, digit);
    }
    for (let i = 0; i < order.length; i++) {
      const place = whole(order, i);
      const digit = (whole(keys, place) >>> shift) & (size - 1);
      const start = whole(starts, digit);
      next[start] = place;
      starts[digit] = start + 1;
    }
    [order, next] = [next, order];
  }
  return order;
}

/** A grid over y and z: its origin (mm), cells per mm, and size in cells. */
type YzGrid = {
  readonly y: number;
  readonly z: number;
  readonly perY: number;
  readonly perZ: number;
  readonly rows: number;
  readonly columns: number;
};

/** Chooses cells about as large as two mean boxes; their number never greatly exceeds the number of boxes. */
function yzGrid({ low, high, size_y, size_z }: Extent, count: number, gap: number): YzGrid {
  const [width, height] = [high[1] - low[1] + gap, high[2] - low[2] + gap];
  const least = 1e-9;
  let cell_y = Math.max((CELL_IN_BOXES * size_y) / count + gap, least);
  let cell_z = Math.max((CELL_IN_BOXES * size_z) / count + gap, least);
  const most = count * CELLS_PER_BOX;
  let cells = Math.ceil(width / cell_y + 1) * Math.ceil(height / cell_z + 1);
  while (cells > most && cells > 4) {
    if (width / cell_y > height / cell_z) cell_y *= 2;
    else cell_z *= 2;
    cells = Math.ceil(width / cell_y + 1) * Math.ceil(height / cell_z + 1);
  }
  const rows = Math.floor(width / cell_y) + 1;
  const columns = Math.floor(height / cell_z) + 1;
  return { y: low[1], z: low[2], perY: 1 / cell_y, perZ: 1 / cell_z, rows, columns };
}

/** Number of the row or column that contains a coordinate. */
function placeOf(value: number, zero: number, per: number, most: number): number {
  return Math.min(Math.floor((value - zero) * per), most - 1);
}

/**
 * For each cell c the boxes that intersect it, sorted by their lower x: `members[first[c]]` to `members[first[c + 1] -
 * 1]`.
 */
type Cells = {
  readonly first: Uint32Array;
  readonly members: Uint32Array;
  /** Row and column of the cell in which each box begins. */
  readonly row: Uint32Array;
  readonly column: Uint32Array;
  readonly columns: number;
};

function cellsOf(sorted: Sorted, grid: YzGrid): Cells {
  const { y0, y1, z0, z1 } = sorted;
  const count = y0.length;
  const stop = { done: 0, total: count, doing: 'laying boxes out' };
  checkpoint(stop);
  const { rows, columns } = grid;
  const [row, column] = [new Uint32Array(count), new Uint32Array(count)];
  const [last_row, last_column] = [new Uint32Array(count), new Uint32Array(count)];
  const first = new Uint32Array(rows * columns + 1);
  for (let i = 0; i < count; i++) {
    const r0 = placeOf(real(y0, i), grid.y, grid.perY, rows);
    const r1 = placeOf(real(y1, i), grid.y, grid.perY, rows);
    const c0 = placeOf(real(z0, i), grid.z, grid.perZ, columns);
    const c1 = placeOf(real(z1, i), grid.z, grid.perZ, columns);
    row[i] = r0;
    column[i] = c0;
    last_row[i] = r1;
    last_column[i] = c1;
    for (let r = r0; r <= r1; r++) {
      for (let c = c0; c <= c1; c++) {
        const cell = r * columns + c + 1;
        first[cell] = whole(first, cell) + 1;
      }
    }
  }
  for (let cell = 0; cell + 1 < first.length; cell++) {
    first[cell + 1] = whole(first, cell + 1) + whole(first, cell);
  }
  checkpoint(stop);
  const members = new Uint32Array(whole(first, rows * columns));
  const next = first.slice();
  for (let i = 0; i < count; i++) {
    for (let r = whole(row, i); r <= whole(last_row, i); r++) {
      for (let c = whole(column, i); c <= whole(last_column, i); c++) {
        const cell = r * columns + c;
        const at = whole(next, cell);
        members[at] = i;
        next[cell] = at + 1;
      }
    }
  }
  checkpoint(stop);
  return { first, members, row, column, columns };
}

/** Contiguous copies of the boxes of one cell, so that a sweep reads memory in order. */
type CellBoxes = Sorted & { readonly row: Uint32Array; readonly column: Uint32Array };

/** Buffers for up to `most` boxes of a cell. */
function cellBuffer(most: number): CellBoxes {
  const wholes = (): Uint32Array => new Uint32Array(most);
  return { ...emptySorted(most), row: wholes(), column: wholes() };
}

/** The number of boxes in the cell with the most boxes. */
function largestCell({ first }: Cells): number {
  let most = 0;
  for (let cell = 0; cell + 1 < first.length; cell++) {
    most = Math.max(most, whole(first, cell + 1) - whole(first, cell));
  }
  return most;
}

/** Copies the boxes of a cell and returns their number. */
function copyCell(into: CellBoxes, cell: number, cells: Cells, sorted: Sorted): number {
  const from = whole(cells.first, cell);
  const count = whole(cells.first, cell + 1) - from;
  for (let i = 0; i < count; i++) {
    const box = whole(cells.members, from + i);
    into.number[i] = whole(sorted.number, box);
    into.from[i] = whole(sorted.from, box);
    into.to[i] = whole(sorted.to, box);
    into.row[i] = whole(cells.row, box);
    into.column[i] = whole(cells.column, box);
    into.x0[i] = real(sorted.x0, box);
    into.x1[i] = real(sorted.x1, box);
    into.y0[i] = real(sorted.y0, box);
    into.y1[i] = real(sorted.y1, box);
    into.z0[i] = real(sorted.z0, box);
    into.z1[i] = real(sorted.z1, box);
  }
  return count;
}

type CellSweep = { readonly boxes: CellBoxes; readonly count: number; readonly columns: number };

/**
 * Tests box `a` of a cell against the boxes after it that begin before it ends. A pair that shares several cells is
 * added only in the cell in which its common part begins. Returns the number of boxes tested.
 */
function sweep(
  a: number,
  cell: number,
  { boxes, count, columns }: CellSweep,
  pairs: PairList,
): number {
  const { from, x0, y0, y1, z0, z1, row, column, number } = boxes;
  const [stop, x_end] = [whole(boxes.to, a), real(boxes.x1, a)];
  const [y_low, y_high, z_low, z_high] = [real(y0, a), real(y1, a), real(z0, a), real(z1, a)];
  let b = a + 1;
  for (; b < count; b++) {
    if (whole(from, b) > stop) break;
    if (real(y0, b) > y_high || y_low > real(y1, b)) continue;
    if (real(z0, b) > z_high || z_low > real(z1, b) || real(x0, b) > x_end) continue;
    const common_row = Math.max(whole(row, a), whole(row, b));
    const common_column = Math.max(whole(column, a), whole(column, b));
    if (common_row * columns + common_column !== cell) continue;
    pairs.add(whole(number, a), whole(number, b));
  }
  return b - a;
}

/** A growing array of pairs of numbers. */
class PairList {
  #pairs: Int32Array;
  #length = 0;

  constructor(count: number) {
    this.#pairs = new Int32Array(Math.max(count, 16) * 4);
  }

  add(a: number, b: number): void {
    if (this.#length === this.#pairs.length) {
      const longer = new Int32Array(this.#length * 2);
      longer.set(this.#pairs);
      this.#pairs = longer;
    }
    this.#pairs[this.#length] = a < b ? a : b;
    this.#pairs[this.#length + 1] = a < b ? b : a;
    this.#length += 2;
  }

  finish(): Int32Array {
    return this.#pairs.slice(0, this.#length);
  }
}
